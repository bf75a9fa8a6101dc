/// A rule of a port that an adapter does not keep.
public struct ContractFailure: Hashable, Sendable, CustomStringConvertible {
    /// The rule, as a sentence.
    public let rule: String
    /// What happened instead.
    public let seen: String

    /// The rule and what happened.
    public var description: String { "\(rule): \(seen)" }
}

/// Runs rules one after the other and collects those that do not hold.
struct ContractRun {
    private(set) var failures: [ContractFailure] = []

    /// Runs one rule; what it throws is a failure too.
    mutating func rule(_ name: String, _ body: (Rule) async throws -> Void) async {
        let rule = Rule(name: name)
        do {
            try await body(rule)
        } catch {
            rule.fail("threw \(error)")
        }
        failures += rule.failures
    }

    final class Rule {
        let name: String
        private(set) var failures: [ContractFailure] = []

        init(name: String) {
            self.name = name
        }

        func fail(_ seen: String) {
            failures.append(ContractFailure(rule: name, seen: seen))
        }

        func expect<Value: Equatable>(_ seen: Value, is wanted: Value, _ what: String) {
            if seen != wanted { fail("\(what) was \(seen), not \(wanted)") }
        }

        func expect(_ holds: Bool, _ what: String) {
            if !holds { fail(what) }
        }

        /// Expects an error that is equal to the given one.
        func expect<Failure: Error & Equatable>(
            _ wanted: Failure, _ what: String, from body: () async throws -> Void
        ) async {
            do {
                try await body()
                fail("\(what) succeeded instead of throwing \(wanted)")
            } catch let error as Failure {
                if error != wanted { fail("\(what) threw \(error), not \(wanted)") }
            } catch {
                fail("\(what) threw \(error), not \(wanted)")
            }
        }
    }
}
