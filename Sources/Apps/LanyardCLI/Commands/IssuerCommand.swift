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
        Option("by-value", nil, "put the offer itself into the link, not a reference"),
        Option("fault", "NAME", "make one thing wrong with each credential: \(faults)"),
        Option(
            "state", "DIR", "keep keys and certificates in this folder (default: issuer in LANYARD_HOME or ~/.lanyard)"),
        Option("trust-out", "FILE", "write the certificates to trust to this file (default: trust.pem in --state)"),
        Option("once", nil, "end when the credential endpoint has answered"),
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
        let server = try IssuerServer(
            options, pki: try await state.pki(), path: path(arguments), port: try port(arguments), clock: SystemClock())
        let trust = arguments.value("trust-out") ?? state.trustPath
        try TextFile.write(server.serverAnchorPEM + server.issuerAnchorPEM, to: trust)
        let offer = server.issuer.makeOffer(
            wanted.isEmpty ? ["pid"] : wanted, transactionCode: arguments.value("tx-code").map { .numeric($0) })
        let link = arguments.has("by-value") ? offer.link : offer.referenceLink
        announce(link, server, trust: trust, asJSON: arguments.has("json"))
        await follow(server.issuer.log, asJSON: arguments.has("json"), once: arguments.has("once"))
        await server.settle()
        let wasAskedToEnd = Task.isCancelled
        await server.stop()
        return wasAskedToEnd || server.issuer.log.failures.isEmpty ? .done : .refused
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
            Terminal.print(
                json: JSON.object([
                    "issuer": .string(server.identifier), "offer": .string(link), "trust": .string(trust),
                ]))
            return
        }
        Terminal.note("Issuer \(server.identifier) is ready; Ctrl-C ends it. In another terminal:")
        Terminal.note("  lanyard receive --allow-private --tls-ca '\(trust)' --trust '\(trust)' '\(link)'")
        Terminal.note("The offer, as link and as QR code:")
        Terminal.print(link)
        for line in QRText.lines(link) ?? [] { Terminal.note(line) }
    }

    /// Prints each exchange and what the wallet broke in it, until the process is asked to end.
    private static func follow(_ log: PeerLog, asJSON: Bool, once: Bool) async {
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
            if once, exchanges.contains(where: { $0.endpoint == .credential }) { return }
            if isLast { return }
            // Being asked to end cuts the sleep short; what came since is still printed.
            try? await Task.sleep(for: .milliseconds(100))
        }
    }
}
