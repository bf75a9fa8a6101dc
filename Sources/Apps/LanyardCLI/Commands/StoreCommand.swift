import Lanyard
import LanyardJSON
import SystemAdapters

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Says where the store is and how it is protected; locks and unlocks it.
enum StoreCommand: CommandBody {
    static let name = "store"
    static let operands = "[lock|unlock|rotate|check]"
    static let summary = "Says how the store is protected, locks, unlocks and checks it"
    static let details = """
        Every record is sealed with AES-256-GCM, and names are blinded. Without a passphrase the key lies in a file of its
        own (mode 0600) beside the database: that protects a copy of the database, not the home directory.

          lanyard store lock      wraps the key with a passphrase, asked for at each command from then on
          lanyard store unlock    takes the passphrase away
          lanyard store rotate    makes a new key-encryption key
          lanyard store check     opens every record and says what is damaged or missing; status 4 if anything is

        A damaged record hides no other. `check --repair` makes whole what can be and removes the rest for good, after it
        was asked; export what you need before.

        A script gives the passphrase in LANYARD_PASSPHRASE, and a new one in LANYARD_NEW_PASSPHRASE.
        """
    static let options =
        WalletSetup.storeOptions + [
            Option("repair", nil, "with check: make whole what can be, and remove the rest"),
            Option("yes", nil, "with check --repair: do not ask"),
        ]

    static func run(_ arguments: Arguments) async throws -> Outcome {
        guard arguments.operands.count <= 1 else { throw UsageError("store takes one operand at most") }
        let folder = arguments.value("store") ?? SystemConfiguration.defaultFolder
        let place = SystemConfiguration(folder: folder)
        let checks = arguments.operands.first == "check"
        if arguments.has("repair"), !checks { throw UsageError("--repair belongs to store check") }
        if arguments.has("yes"), !arguments.has("repair") { throw UsageError("--yes belongs to store check --repair") }
        if checks { return try await StoreCheck(arguments, folder: folder).run() }
        switch arguments.operands.first {
        case nil: break
        case "lock"?: try await change(place) { _ in try StorePassphrase.new() }
        case "unlock"?: try await change(place) { _ in nil }
        // A locked store keeps the passphrase that opened it; an open one stays open.
        case "rotate"?: try await change(place) { $0 }
        case let other?: throw UsageError("store knows lock, unlock, rotate and check, not \(other)")
        }
        try report(place, asJSON: arguments.has("json"))
        return .done
    }

    /// Wraps the key with a passphrase that is made of the one that opens the store.
    private static func change(
        _ place: SystemConfiguration, to new: (Secret<String>?) throws -> Secret<String>?
    ) async throws {
        var place = place
        place.passphrase = try StorePassphrase(folder: place.folder).ask()
        let store = try await place.openStore()
        try await store.changeKey(passphrase: try new(place.passphrase))
    }

    private static func report(_ place: SystemConfiguration, asJSON: Bool) throws {
        let isLocked = try StoreKeyFile(path: place.keyPath).needsPassphrase()
        let exists = FileManager.default.fileExists(atPath: place.storePath)
        if asJSON {
            Terminal.print(
                json: JSON.object([
                    "database": .string(place.storePath), "key": .string(place.keyPath), "exists": .bool(exists),
                    "locked": .bool(isLocked ?? false),
                ]))
            return
        }
        Terminal.print("database  \(place.storePath)\(exists ? "" : " (not made yet)")")
        Terminal.print("key file  \(place.keyPath)")
        switch isLocked {
        case nil: Terminal.print("state     no key yet: the first command makes it")
        case true?:
            Terminal.print(
                "state     locked: the key is wrapped with a passphrase (scrypt, parameters in the key file)")
        case false?:
            Terminal.print("state     open: the key lies in its file")
            Terminal.note("This protects against copying the database, not the home directory: whoever can read")
            Terminal.note("the key file can read the store. `lanyard store lock` wraps the key with a passphrase.")
        }
    }
}
