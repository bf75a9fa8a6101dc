import Lanyard
import LanyardJSON
import LanyardText

/// One command of the wallet.
protocol CommandBody: Sendable {
    static var name: String { get }
    static var operands: String { get }
    static var summary: String { get }
    /// What help says below the summary: when to use it, an example.
    static var details: String { get }
    static var options: [Option] { get }
    static func run(_ arguments: Arguments) async throws -> Outcome
}

/// Finds the command that a command line names, runs it and explains what went wrong.
enum Command {
    static let all: [any CommandBody.Type] = [
        DemoCommand.self, ReceiveCommand.self, ListCommand.self, ShowCommand.self, ExportCommand.self,
        DeleteCommand.self, ReissueCommand.self, UpkeepCommand.self, LogCommand.self, StoreCommand.self,
        InspectCommand.self, IssuerCommand.self,
    ]

    static func run(_ words: [String]) async -> Outcome {
        var words = words
        guard !words.isEmpty else {
            Terminal.note(Help.overview)
            return .usage
        }
        let name = words.removeFirst()
        switch name {
        case "help", "--help", "-h":
            return help(words.first)
        case "version", "--version":
            Terminal.print("lanyard \(Self.version)")
            return .done
        default: break
        }
        guard let command = all.first(where: { $0.name == name }) else { return unknown(name) }
        let optionWords = words.prefix { $0 != "--" }
        if optionWords.contains("--help") { return help(name) }
        let asJSON = optionWords.contains("--json")
        do {
            return try await command.run(try Arguments(words, options: command.options))
        } catch {
            explain(error, of: command, asJSON: asJSON)
            return Outcome(error)
        }
    }

    static let version = "0.1.0"

    private static func help(_ name: String?) -> Outcome {
        guard let name else {
            Terminal.print(Help.overview)
            return .done
        }
        guard let command = all.first(where: { $0.name == name }) else { return unknown(name) }
        Terminal.print(Help.page(command))
        return .done
    }

    private static func unknown(_ name: String) -> Outcome {
        let shown = OutsideText.cleaned(name, limit: 60)
        let near = all.map { $0.name }.min { Arguments.distance($0, name) < Arguments.distance($1, name) }
        Terminal.note("lanyard: there is no command \(shown)" + (near.map { "; did you mean \($0)?" } ?? ""))
        Terminal.note("Run `lanyard help` for the list.")
        return .usage
    }

    private static func explain(_ error: any Error, of command: any CommandBody.Type, asJSON: Bool) {
        if asJSON { Terminal.print(json: ["error": ErrorReport(error).json]) }
        let text = error is CancellationError ? "cancelled" : "\(error)"
        Terminal.note("lanyard \(command.name): \(OutsideText.cleaned(text, limit: 2000))")
        if let error = error as? IssuanceError {
            if let text = error.serverDescription { Terminal.note("  the server says: \(text)") }
            if let endpoint = error.endpoint { Terminal.note("  at: \(OutsideText.cleaned(endpoint, limit: 300))") }
            Terminal.note("  whose fault: \(error.party.name)")
        }
        if error is UsageError { Terminal.note("Usage: \(Help.usage(command))") }
    }
}
