import Lanyard
import LanyardJSON
import LanyardText

/// Receives a stored credential anew, or a promised one.
enum ReissueCommand: CommandBody {
    static let name = "reissue"
    static let operands = "ID"
    static let summary = "Receives a stored credential anew, or one that its issuer has promised"
    static let details = """
        ID is the id that `lanyard list` prints, or its beginning. The old instances serve until the new ones are stored.
        Where the issuer left no token to renew with, the person authorizes in the browser.
        """
    static let options =
        WalletSetup.storeOptions + WalletSetup.viewOptions + WalletSetup.exchangeOptions + BrowserStep.options + [
            Option("trace", nil, "print every request as it goes out, and every exchange, check and finding")
        ]

    static func run(_ arguments: Arguments) async throws -> Outcome {
        let wanted = try arguments.single("ID")
        var setup = try WalletSetup(arguments)
        setup.reportsRequests = Terminal.isWatched || arguments.has("trace")
        let browser = try BrowserStep(arguments)
        setup.config.issuance.redirectUri = browser.redirectUri
        let wallet = try await setup.open()
        let id = try await StoredId.find(wanted, in: wallet)
        let report = ReceiveReport(asJSON: setup.asJSON, isTracing: arguments.has("trace"))
        var isPromised = false
        if case .deferred? = try await wallet.credentials.get(id)?.lifecycle { isPromised = true }
        let session = isPromised ? wallet.issuance.resumeDeferred(id) : wallet.issuance.reissue(id)
        let result = try await Receipt(wallet: wallet, report: report, browser: browser).drive(session)
        await browser.close()
        return result.failures.isEmpty ? .done : .refused
    }
}

/// Does what is due.
enum UpkeepCommand: CommandBody {
    static let name = "upkeep"
    static let operands = ""
    static let summary = "Does what is due: promised credentials, renewals, notifications to issuers"
    static let details = "It never asks a person: run it from a timer. --seconds bounds how long it works."
    static let options =
        WalletSetup.storeOptions + WalletSetup.viewOptions + WalletSetup.exchangeOptions + [
            Option("seconds", "N", "work no longer than this (default: 60)")
        ]

    static func run(_ arguments: Arguments) async throws -> Outcome {
        guard arguments.operands.isEmpty else { throw UsageError("upkeep takes no operands") }
        var seconds = 60
        if let text = arguments.value("seconds") {
            guard let number = Int(text), (1...3600).contains(number) else {
                throw UsageError("--seconds takes a number from 1 to 3600")
            }
            seconds = number
        }
        var setup = try WalletSetup(arguments)
        setup.reportsRequests = Terminal.isWatched
        let wallet = try await setup.open()
        let report = await wallet.upkeep.run(until: wallet.clock.now.advanced(by: Double(seconds)))
        let next = try await wallet.upkeep.nextDue()
        if setup.asJSON {
            Terminal.print(json: json(report, next))
        } else {
            tell(report, next)
        }
        if let failure = report.failure { throw failure }
        return report.failures.isEmpty ? .done : .refused
    }

    private static func tell(_ report: UpkeepReport, _ next: Instant?) {
        for id in report.received { Terminal.print("Received \(id)") }
        for id in report.needsPerson {
            Terminal.print("Needs a person: \(id). `lanyard reissue \(id)` opens the browser.")
        }
        for (id, error) in report.failures {
            Terminal.note(OutsideText.cleaned("Failed: \(id): \(error)", limit: 2000))
        }
        if report.notified > 0 { Terminal.note("Issuers told: \(report.notified)") }
        if report.released > 0 { Terminal.note("Sessions without a result cleaned up: \(report.released)") }
        Terminal.note(next.map { "Next due: \(UTCText.format($0))" } ?? "Nothing is due.")
    }

    private static func json(_ report: UpkeepReport, _ next: Instant?) -> JSON {
        var object: JSONObject = [
            "received": .array(report.received.map { .string($0.value) }),
            "needsPerson": .array(report.needsPerson.map { .string($0.value) }),
            "notified": .number(JSONNumber(Int64(report.notified))),
            "released": .number(JSONNumber(Int64(report.released))),
            "failures": .array(
                report.failures.map { id, error in
                    ["credential": .string(id.value), "error": ErrorReport(error).json]
                }),
        ]
        object["next"] = next.map { .string(UTCText.format($0)) }
        return .object(object)
    }
}
