import Lanyard
import LanyardJSON
import LanyardText

/// Says what is damaged in the store, and repairs it when told to.
struct StoreCheck {
    private let setup: WalletSetup
    private let repairs: Bool
    private let asks: Bool

    init(_ arguments: Arguments, folder: String) {
        var setup = WalletSetup(folder: folder)
        setup.asJSON = arguments.has("json")
        self.setup = setup
        repairs = arguments.has("repair")
        asks = !arguments.has("yes")
    }

    func run() async throws -> Outcome {
        let store = try await setup.open().store
        let damage = try await store.check()
        if !setup.asJSON {
            for item in damage { Terminal.print(OutsideText.cleaned(item.description, limit: 600)) }
            if damage.isEmpty { Terminal.note("Every record opens, and nothing is missing.") }
        }
        let isRepaired = repairs && !damage.isEmpty
        if isRepaired {
            if asks {
                guard Terminal.isInteractive else {
                    throw UsageError("repairing needs --yes where nobody can be asked")
                }
                let question = "Repair \(damage.count)? What cannot be made whole is removed. Type yes: "
                guard try Terminal.ask(question) == "yes" else { return .cancelled }
            }
            try await store.repair(damage)
        }
        if setup.asJSON {
            Terminal.print(json: ["damage": .array(damage.map(json)), "repaired": .bool(isRepaired)])
        } else if isRepaired {
            Terminal.note("Repaired \(damage.count).")
        }
        return damage.isEmpty || isRepaired ? .done : .store
    }

    private func json(_ damage: StoreDamage) -> JSON {
        [
            "record": .string(damage.record), "trouble": .string(damage.trouble.rawValue),
            "credential": damage.credential.map { .string($0.value) } ?? .null, "reason": .string(damage.reason),
            "repair": .string(damage.repair),
        ]
    }
}
