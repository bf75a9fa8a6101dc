import Lanyard
import LanyardJSON
import LanyardText

/// Receives what an offer gives, or what an issuer gives without one.
enum ReceiveCommand: CommandBody {
    static let name = "receive"
    static let operands = "[OFFER]"
    static let summary = "Receives credentials, by an offer or from an issuer, and stores them"
    static let details = """
        OFFER is the link of an offer, the text of its QR code, its JSON, or - to read it from standard input:

          lanyard receive 'openid-credential-offer://?credential_offer_uri=https%3A%2F%2Fissuer.example%2Fo%2F1'

        Without an offer an issuer is asked directly, and the person authorizes in the browser:

          lanyard receive --from https://issuer.example --configuration pid

        If the issuer wants a transaction code it is asked for, or given with --tx-code.
        """
    static let options =
        WalletSetup.storeOptions + WalletSetup.viewOptions + WalletSetup.exchangeOptions + BrowserStep.options + [
            Option("from", "ISSUER", "ask this issuer, without an offer; with --configuration"),
            Option("configuration", "ID", "receive this configuration only; may be repeated"),
            Option("tx-code", "CODE", "the transaction code, if the issuer wants one"),
            Option("batch", "N", "ask for N instances of each credential"),
            Option("one-time", nil, "present each instance once"),
            Option("trace", nil, "print every request as it goes out, and every exchange, check and finding"),
        ]

    static func run(_ arguments: Arguments) async throws -> Outcome {
        let policy = try policy(arguments)
        let configurations = arguments.all("configuration")
        let source = try source(arguments, configurations)
        var setup = try WalletSetup(arguments)
        setup.reportsRequests = Terminal.isWatched || arguments.has("trace")
        let browser = try BrowserStep(arguments)
        setup.config.issuance.redirectUri = browser.redirectUri
        let wallet = try await setup.open()
        let report = ReceiveReport(asJSON: setup.asJSON, isTracing: arguments.has("trace"))
        let receipt = Receipt(wallet: wallet, report: report, browser: browser)
        let result =
            switch source {
            case .offer(let text):
                try await receipt.receive(
                    text, configurations: configurations, txCode: arguments.value("tx-code"), policy: policy)
            case .issuer(let issuer):
                try await receipt.receive(
                    .fromIssuer(issuer, configurationIds: configurations, policy: policy), after: nil)
            }
        await browser.close()
        return result.failures.isEmpty ? .done : .refused
    }

    private enum Source {
        case offer(String)
        case issuer(String)
    }

    private static func source(_ arguments: Arguments, _ configurations: [String]) throws -> Source {
        if let issuer = arguments.value("from") {
            guard arguments.operands.isEmpty else { throw UsageError("give an offer or --from, not both") }
            guard !configurations.isEmpty else {
                throw UsageError("--from needs --configuration: `lanyard inspect \(issuer)` lists what an issuer has")
            }
            return .issuer(issuer)
        }
        var offer = try arguments.single("OFFER")
        if offer == "-" {
            offer = try Terminal.readInput()
            guard offer.contains(where: { !$0.isWhitespace }) else {
                throw UsageError("standard input is empty; an offer was wanted")
            }
        }
        return .offer(offer)
    }

    private static func policy(_ arguments: Arguments) throws -> CredentialPolicy {
        var size = 1
        if let text = arguments.value("batch") {
            guard let number = Int(text), (1...1000).contains(number) else {
                throw UsageError("--batch takes a number from 1 to 1000")
            }
            size = number
        }
        return CredentialPolicy(batchSize: size, use: arguments.has("one-time") ? .oneTime : .rotate)
    }
}

/// One issuance: driven to its end and reported.
struct Receipt {
    let wallet: Wallet
    let report: ReceiveReport
    /// How a person authorizes; nil where no browser can be used.
    var browser: BrowserStep?

    /// Takes an offer: resolves it, shows it, and receives what it gives.
    func receive(
        _ offerText: String, configurations: [String], txCode: String?, policy: CredentialPolicy = CredentialPolicy()
    ) async throws -> IssuanceResult {
        let record = wallet.issuance.newRecord()
        let offer: CredentialOffer
        do {
            offer = try await wallet.issuance.resolveOffer(offerText, record: record)
        } catch {
            report.trace([record])
            throw error
        }
        report.offered(offer)
        return try await receive(
            .fromOffer(
                offer, configurationIds: configurations.isEmpty ? nil : configurations, txCode: txCode, policy: policy),
            after: record)
    }

    /// Starts what is asked for, and drives it.
    func receive(_ request: IssuanceRequest, after record: SessionRecord?) async throws -> IssuanceResult {
        try await drive(wallet.issuance.start(request), after: record)
    }

    /// Drives a session to its end; what the issuer is still to be told is told then.
    func drive(_ session: IssuanceSession, after record: SessionRecord? = nil) async throws -> IssuanceResult {
        let records = [record].compactMap(\.self) + [session.record]
        do {
            let result = try await session.run { step in
                switch step {
                case .txCode(let prompt): return .txCode(try TxCodeQuestion(prompt).ask())
                case .browser(let url):
                    guard let browser else {
                        throw UsageError("this issuer wants a person in a browser: use `lanyard receive`")
                    }
                    return .redirect(try await browser.authorize(try await session.authorizationURL() ?? url))
                }
            }
            report.trace(records)
            try await report.received(result, wallet: wallet)
            await wallet.issuance.settle()
            return result
        } catch {
            report.trace(records)
            await wallet.issuance.settle()
            throw error
        }
    }
}

/// Asks a person for the transaction code.
struct TxCodeQuestion {
    let prompt: TxCodePrompt

    init(_ prompt: TxCodePrompt) {
        self.prompt = prompt
    }

    func ask() throws -> String {
        guard Terminal.isInteractive else {
            if let rejection = prompt.rejection { throw rejection }
            throw UsageError("the issuer wants a transaction code: give it with --tx-code")
        }
        if prompt.previousRejected { Terminal.note("That code was refused. \(prompt.attemptsLeft) more to try.") }
        if let text = prompt.description { Terminal.note("The issuer says: \(text)") }
        let kind = prompt.inputMode == .numeric ? "digits" : "characters"
        let length = prompt.length.map { " (\($0) \(kind))" } ?? ""
        let question = "Transaction code for \(OutsideText.cleaned(prompt.host, limit: 120))\(length): "
        guard let code = try Terminal.ask(question, hidden: true), !code.isEmpty else { throw CancellationError() }
        return code
    }
}
