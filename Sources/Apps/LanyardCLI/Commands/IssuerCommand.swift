import Lanyard
import LanyardJSON
import LanyardText
import SystemAdapters
import TestPeers
import TestServers

/// A test issuer on this machine.
enum IssuerCommand: CommandBody {
    static let name = "issuer"
    static let operands = ""
    static let summary = "Runs a strict test issuer on this machine and prints an offer"
    static let details = """
        The issuer checks every request and says which rule a wallet broke. Its credentials are samples. It prints the
        command that takes its offer; the offer alone goes to standard output. Its keys and certificates are kept, so that
        who trusts it once goes on to.

        Plain, it gives credentials at once for a pre-authorized code. With --with it does more:
        \(IssuerHelp.variants)

        With --fault one thing is wrong, so that a wallet can be seen to refuse it:
        \(IssuerHelp.faults)

        With --json standard output holds one JSON object a line: first the offer, then each exchange. A signal ends it
        with exit status 0; with --once it ends by itself, and with 1 when the wallet broke a rule.
        """
    static let options = [
        Option("port", "N", "listen on this port of 127.0.0.1 (default: any free one)"),
        Option("path", "PATH", "a path in the issuer's identifier, such as /tenant"),
        Option(
            "configuration", "ID",
            "offer this configuration (pid, mdl, pid-mdoc, diploma, library-card); may be repeated"),
        Option("tx-code", "CODE", "want this transaction code"),
        Option("with", "NAME", "do more than the plain issuance; may be repeated"),
        Option("by-value", nil, "put the offer itself into the link, not a reference"),
        Option("fault", "NAME", "make one thing wrong; may be repeated"),
        Option(
            "state", "DIR", "keep keys and certificates in this folder (default: issuer in LANYARD_HOME or ~/.lanyard)"),
        Option("trust-out", "FILE", "write the certificates to trust to this file (default: trust.pem in --state)"),
        Option("once", nil, "end when the last request of an issuance was answered"),
        Option("json", nil, "print JSON, an object a line"),
    ]

    private static var faults: String { PeerFault.allCases.map { "\($0)" }.joined(separator: " ") }

    static func run(_ arguments: Arguments) async throws -> Outcome {
        guard arguments.operands.isEmpty else { throw UsageError("issuer takes no operands") }
        var options = PeerIssuer.Options()
        for name in arguments.all("fault") {
            guard let fault = PeerFault.allCases.first(where: { "\($0)" == name }) else {
                throw UsageError("there is no fault \(OutsideText.cleaned(name, limit: 40)); the faults are \(faults)")
            }
            options.faults.insert(fault)
        }
        let chosen = try readVariants(arguments)
        for variant in chosen { variant.apply(to: &options) }
        let wanted = arguments.all("configuration")
        let known = options.configurations.map(\.id)
        for id in wanted where !known.contains(id) {
            throw UsageError(
                "there is no configuration \(OutsideText.cleaned(id, limit: 40)); there are \(known.joined(separator: " "))"
            )
        }
        let home = SystemConfiguration.defaultFolder
        guard let folder = arguments.value("state") ?? (home.isEmpty ? nil : home + "/issuer") else {
            throw UsageError("there is no folder for the issuer's keys: give --state, or set LANYARD_HOME or HOME")
        }
        let state = IssuerState(folder: folder)
        let clock = SystemClock()
        let provider = chosen.contains(where: \.needsProvider) ? try PeerWalletProvider(clock: clock) : nil
        let server = try IssuerServer(
            options, pki: try await state.pki(), path: path(arguments), port: try port(arguments), provider: provider,
            clock: clock)
        let trust = arguments.value("trust-out") ?? state.trustPath
        try TextFile.write(server.serverAnchorPEM + server.issuerAnchorPEM, to: trust)
        let offer = server.issuer.makeOffer(
            wanted.isEmpty ? ["pid"] : wanted, grants: IssuerVariant.grants(of: chosen),
            transactionCode: arguments.value("tx-code").map { .numeric($0) })
        let link = arguments.has("by-value") ? offer.link : offer.referenceLink
        announce(link, server, trust: trust, asJSON: arguments.has("json"))
        await follow(
            server.issuer.log, asJSON: arguments.has("json"), until: arguments.has("once") ? lastEndpoint(options) : nil
        )
        await server.settle()
        let wasAskedToEnd = Task.isCancelled
        await server.stop()
        return wasAskedToEnd || server.issuer.log.failures.isEmpty ? .done : .refused
    }

    private static func readVariants(_ arguments: Arguments) throws -> [IssuerVariant] {
        let names = arguments.all("with")
        for name in names where IssuerVariant(rawValue: name) == nil {
            let known = IssuerVariant.allCases.map(\.rawValue).joined(separator: " ")
            throw UsageError("there is no variant \(OutsideText.cleaned(name, limit: 40)); there are \(known)")
        }
        return IssuerVariant.allCases.filter { names.contains($0.rawValue) }
    }

    /// What a wallet asks last when all goes well.
    private static func lastEndpoint(_ options: PeerIssuer.Options) -> PeerEndpoint {
        if options.notifications != nil { return .notification }
        return options.deferral == nil ? .credential : .deferred
    }

    private static func path(_ arguments: Arguments) -> String {
        guard let path = arguments.value("path"), !path.isEmpty else { return "" }
        return path.hasPrefix("/") ? path : "/" + path
    }

    private static func port(_ arguments: Arguments) throws -> UInt16 {
        guard let text = arguments.value("port") else { return 0 }
        guard let port = UInt16(text) else { throw UsageError("--port takes a number from 0 to 65535") }
        return port
    }

    private static func announce(_ link: String, _ server: IssuerServer, trust: String, asJSON: Bool) {
        if asJSON {
            var object: JSONObject = [
                "issuer": .string(server.identifier), "offer": .string(link), "trust": .string(trust),
            ]
            if let provider = server.walletProvider { object["wallet_provider"] = .string(provider) }
            Terminal.print(json: .object(object))
            return
        }
        Terminal.note("Issuer \(server.identifier) is ready; Ctrl-C ends it. In another terminal:")
        Terminal.note("  lanyard receive --allow-private --tls-ca '\(trust)' --trust '\(trust)' '\(link)'")
        if let provider = server.walletProvider { Terminal.note("The wallet provider that it trusts: \(provider)") }
        Terminal.note("The offer, as link and as QR code:")
        Terminal.print(link)
        for line in QRText.lines(link) ?? [] { Terminal.note(line) }
    }

    /// Whether a wallet need not ask again: it was not told to wait, nor to prove itself with a nonce.
    private static func isFinal(_ response: HttpResponse) -> Bool {
        response.status != 202 && !(response.status == 401 && response.header("DPoP-Nonce") != nil)
    }

    /// Prints each exchange and what the wallet broke in it, until the process is asked to end.
    private static func follow(_ log: PeerLog, asJSON: Bool, until last: PeerEndpoint?) async {
        var seen = 0
        while true {
            let isLast = Task.isCancelled
            let exchanges = log.exchanges
            for exchange in exchanges.dropFirst(seen) {
                let name = exchange.endpoint?.rawValue ?? "unknown"
                Terminal.note("\(name): \(exchange.request.method) -> \(exchange.response.status)")
                let broken = exchange.checks.filter { !$0.passed }
                for check in broken {
                    Terminal.note("  BROKEN \(check.row): \(OutsideText.cleaned(check.why, limit: 300))")
                }
                guard asJSON else { continue }
                Terminal.print(
                    json: JSON.object([
                        "endpoint": .string(name), "method": .string(exchange.request.method),
                        "status": .number(JSONNumber(Int64(exchange.response.status))),
                        "checks": .number(JSONNumber(Int64(exchange.checks.count))),
                        "broken": .array(broken.map { ["row": .string($0.row), "why": .string($0.why)] }),
                    ]))
            }
            seen = exchanges.count
            if let last, exchanges.contains(where: { $0.endpoint == last && isFinal($0.response) }) { return }
            if isLast { return }
            // Being asked to end cuts the sleep short; what came since is still printed.
            try? await Task.sleep(for: .milliseconds(100))
        }
    }
}
