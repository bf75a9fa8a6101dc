import Lanyard
import LanyardJSON
import LanyardText

/// Lists stored credentials.
enum ListCommand: CommandBody {
    static let name = "list"
    static let operands = ""
    static let summary = "Lists the stored credentials"
    static let details = """
        Each line ends with whether its issuer is trusted, judged now by the anchors of --trust.
        """
    static let options = WalletSetup.storeOptions + WalletSetup.viewOptions

    static func run(_ arguments: Arguments) async throws -> Outcome {
        guard arguments.operands.isEmpty else { throw UsageError("list takes no operands") }
        let setup = try WalletSetup(arguments)
        let credentials = try await setup.open().credentials.list()
        if setup.asJSON {
            Terminal.print(json: JSON.array(credentials.map { .object(CredentialText.json($0)) }))
        } else {
            for credential in credentials { Terminal.print(CredentialText.line(credential)) }
            if credentials.isEmpty { Terminal.note("The wallet is empty. `lanyard receive OFFER` fills it.") }
        }
        return .done
    }
}

/// Shows one credential with its claims.
enum ShowCommand: CommandBody {
    static let name = "show"
    static let operands = "ID"
    static let summary = "Shows a credential with its claims, in your language"
    static let details = "ID is the id that `lanyard list` prints, or its beginning."
    static let options = WalletSetup.storeOptions + WalletSetup.viewOptions

    static func run(_ arguments: Arguments) async throws -> Outcome {
        let wanted = try arguments.single("ID")
        let setup = try WalletSetup(arguments)
        let wallet = try await setup.open()
        let id = try await StoredId.find(wanted, in: wallet)
        guard let credential = try await wallet.credentials.get(id) else { throw StoredId.gone(id.value) }
        if setup.asJSON {
            Terminal.print(json: JSON.object(CredentialText.json(credential)))
        } else {
            for line in CredentialText.lines(credential) { Terminal.print(line) }
        }
        return .done
    }
}

/// Prints a credential as the issuer sent it.
enum ExportCommand: CommandBody {
    static let name = "export"
    static let operands = "ID"
    static let summary = "Prints a credential exactly as the issuer sent it"
    static let details = "It holds every claim: hand it to nobody. The key stays in the wallet."
    static let options = WalletSetup.storeOptions

    static func run(_ arguments: Arguments) async throws -> Outcome {
        let wanted = try arguments.single("ID")
        let setup = try WalletSetup(arguments)
        let wallet = try await setup.open()
        let id = try await StoredId.find(wanted, in: wallet)
        let text = try await wallet.credentials.export(id)
        if setup.asJSON { Terminal.print(json: ["credential": .string(text)]) } else { Terminal.print(text) }
        return .done
    }
}

/// Deletes a credential.
enum DeleteCommand: CommandBody {
    static let name = "delete"
    static let operands = "ID"
    static let summary = "Deletes a credential with its keys"
    static let details = "This cannot be undone. Without --yes it asks first."
    static let options = WalletSetup.storeOptions + [Option("yes", nil, "do not ask")]

    static func run(_ arguments: Arguments) async throws -> Outcome {
        let wanted = try arguments.single("ID")
        let setup = try WalletSetup(arguments)
        let wallet = try await setup.open()
        let id = try await StoredId.find(wanted, in: wallet)
        if !arguments.has("yes") {
            guard Terminal.isInteractive else { throw UsageError("deleting needs --yes where nobody can be asked") }
            guard try Terminal.ask("Delete \(id)? Type yes: ") == "yes" else { return .cancelled }
        }
        try await wallet.credentials.delete(id)
        if setup.asJSON {
            Terminal.print(json: JSON.object(["deleted": .string(id.value)]))
        } else {
            Terminal.note("Deleted \(id).")
        }
        return .done
    }
}

/// Prints the transaction log.
enum LogCommand: CommandBody {
    static let name = "log"
    static let operands = ""
    static let summary = "Prints what was received, presented and deleted, newest first"
    static let details = "The log holds no claim values."
    static let options = WalletSetup.storeOptions

    static func run(_ arguments: Arguments) async throws -> Outcome {
        guard arguments.operands.isEmpty else { throw UsageError("log takes no operands") }
        let setup = try WalletSetup(arguments)
        let entries = try await setup.open().log.entries()
        if setup.asJSON {
            Terminal.print(json: JSON.array(entries.map(json)))
            return .done
        }
        if entries.isEmpty { Terminal.note("The log is empty: nothing was received, presented or deleted yet.") }
        for entry in entries {
            let types = entry.types.map { OutsideText.cleaned($0, limit: 80) }.joined(separator: ", ")
            let failure = entry.error.map { " (\(OutsideText.cleaned($0, limit: 60)))" } ?? ""
            Terminal.print(
                "\(UTCText.format(entry.at))  \(entry.kind.rawValue) \(entry.outcome.rawValue)\(failure)  \(types)  "
                    + OutsideText.cleaned(entry.partyName, limit: 80))
        }
        return .done
    }

    private static func json(_ entry: TransactionLogEntry) -> JSON {
        var object: JSONObject = [
            "id": .string(entry.id), "at": .string(UTCText.format(entry.at)), "kind": .string(entry.kind.rawValue),
            "outcome": .string(entry.outcome.rawValue), "party": .string(entry.party),
            "partyName": .string(entry.partyName), "types": .array(entry.types.map(JSON.string)),
            "credentials": .array(entry.credentials.map(JSON.string)), "channel": .string(entry.channel),
        ]
        object["error"] = entry.error.map(JSON.string)
        return .object(object)
    }
}

/// Finds a credential by its id or the beginning of it.
enum StoredId {
    /// Beginnings shorter than this are refused: an unset variable of a script must name no credential.
    private static let shortest = 4

    static func find(_ text: String, in wallet: Wallet) async throws -> CredentialId {
        guard text.count >= shortest else {
            throw UsageError("write at least \(shortest) characters of the id; `lanyard list` shows them")
        }
        let beginning = text.lowercased()
        var matches = try await wallet.credentials.list().map(\.id).filter { $0.value.hasPrefix(beginning) }
        if matches.isEmpty {
            // One whose record is damaged is not listed, and what is left of it knows its id.
            let damaged = Set(try await wallet.store.check().compactMap(\.credential))
            matches = damaged.filter { $0.value.hasPrefix(beginning) }
        }
        guard let match = matches.first else { throw gone(text) }
        guard matches.count == 1 else {
            throw UsageError("\(matches.count) credentials begin so: write more of the id")
        }
        return match
    }

    static func gone(_ text: String) -> UsageError {
        UsageError("no credential has the id \(OutsideText.cleaned(text, limit: 60)); `lanyard list` shows them")
    }
}
