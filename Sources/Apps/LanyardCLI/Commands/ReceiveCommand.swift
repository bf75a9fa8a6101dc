import Lanyard
import LanyardJSON
import LanyardText

/// Receives what an offer gives.
enum ReceiveCommand: CommandBody {
    static let name = "receive"
    static let operands = "OFFER"
    static let summary = "Receives the credentials of an offer and stores them"
    static let details = """
        OFFER is the link of an offer, the text of its QR code, its JSON, or - to read it from standard input:

          lanyard receive 'openid-credential-offer://?credential_offer_uri=https%3A%2F%2Fissuer.example%2Fo%2F1'

        If the issuer wants a transaction code it is asked for, or given with --tx-code.
        """
    static let options =
        WalletSetup.storeOptions + WalletSetup.viewOptions + WalletSetup.exchangeOptions + [
            Option("configuration", "ID", "receive this configuration of the offer only; may be repeated"),
            Option("tx-code", "CODE", "the transaction code, if the issuer wants one"),
            Option("batch", "N", "ask for N instances of each credential"),
            Option("one-time", nil, "present each instance once"),
            Option("trace", nil, "print every request as it goes out, and every exchange, check and finding"),
        ]

    static func run(_ arguments: Arguments) async throws -> Outcome {
        var offerText = try arguments.single("OFFER")
        if offerText == "-" {
            offerText = try Terminal.readInput()
            guard offerText.contains(where: { !$0.isWhitespace }) else {
                throw UsageError("standard input is empty; an offer was wanted")
            }
        }
        let policy = try policy(arguments)
        var setup = try WalletSetup(arguments)
        setup.reportsRequests = Terminal.isWatched || arguments.has("trace")
        let wallet = try await setup.open()
        let report = ReceiveReport(asJSON: setup.asJSON, isTracing: arguments.has("trace"))
        let receipt = try await Receipt(wallet: wallet, report: report).receive(
            offerText, configurations: arguments.all("configuration"), txCode: arguments.value("tx-code"),
            policy: policy)
        return receipt.failures.isEmpty ? .done : .refused
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

/// One offer taken: resolved, shown, driven to its end and reported.
struct Receipt {
    let wallet: Wallet
    let report: ReceiveReport

    func receive(
        _ offerText: String, configurations: [String], txCode: String?, policy: CredentialPolicy = CredentialPolicy()
    ) async throws -> IssuanceResult {
        let record = wallet.issuance.newRecord()
        let offer: CredentialOffer
        do {
            offer = try await wallet.issuance.resolveOffer(offerText, record: record)
        } catch {
            report.trace(record)
            throw error
        }
        report.offered(offer)
        let session = wallet.issuance.start(
            .fromOffer(
                offer, configurationIds: configurations.isEmpty ? nil : configurations, txCode: txCode, policy: policy))
        do {
            let result = try await session.run { step in
                switch step {
                case .txCode(let prompt): .txCode(try TxCodeQuestion(prompt).ask())
                case .browser: throw UsageError("this issuer wants a browser, which this release cannot use")
                }
            }
            report.trace(record, session.record)
            try await report.received(result, wallet: wallet)
            return result
        } catch {
            report.trace(record, session.record)
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
