import LanyardJSON
import LanyardOAuth
import WalletPorts

/// How often and how long an issuer wants one instance of a credential to be shown, ETSI TS 119 472-3 §4.2.4.2.
///
/// The wallet takes the first of the issuer's choices that it supports.
public struct CredentialReusePolicy: Hashable, Sendable {
    /// The methods of the European wallet's Architecture and Reference Framework, Annex II.
    public enum Method: String, Hashable, Sendable, CaseIterable {
        /// Each instance is shown once.
        case onceOnly = "once_only"
        /// One instance is shown again and again for a limited time.
        case limitedTime = "limited_time"
        /// The instances of a batch are shown in turn.
        case rotatingBatch = "rotating_batch"
        /// Each relying party is always shown the same instance.
        case perRelyingParty = "per_relying_party"
    }

    /// One method with its numbers.
    public struct Choice: Hashable, Sendable {
        /// The method.
        public let method: Method
        /// How many instances to hold.
        public let batchSize: Int?
        /// Refill when fewer unused instances than this are left, or as many.
        public let refillAtUnused: Int?
        /// Renew when the instances live no more seconds than this.
        public let renewAtLifetime: Double?
    }

    /// The issuer's choices that are known here, best first; never empty.
    public let choices: [Choice]

    /// The first choice whose method is supported.
    public func choice(among supported: Set<Method>) -> Choice? {
        choices.first { supported.contains($0.method) }
    }

    /// Reads the policy of a configuration, nil without one that is known here.
    ///
    /// What is wrong in it is skipped and recorded.
    init?(_ member: OutsideMember, findings: inout Findings) {
        guard !member.isAbsent else { return nil }
        let id = member["id"].value?.string
        guard id == nil || id == Self.known else { return nil }
        var choices: [Choice] = []
        do throws(Finding) {
            for option in try member["options"].array(rows: Self.rows) { choices += try Self.choices(option) }
        } catch {
            findings.note(error.asWarning)
        }
        guard !choices.isEmpty else { return nil }
        self.choices = choices
    }

    private static func choices(_ option: OutsideMember) throws(Finding) -> [Choice] {
        let names = try option["details"].strings(rows: rows)
        let size = option["batch_size"].positiveInteger.flatMap { Int(exactly: $0) }
        let unused = option["reissue_trigger_unused"].value?.int64.flatMap { $0 >= 0 ? Int(exactly: $0) : nil }
        let lifetime = option["reissue_trigger_lifetime_left"].value?.double.flatMap {
            $0 >= 0 && $0.isFinite ? $0 : nil
        }
        return names.compactMap(method).map {
            Choice(method: $0, batchSize: size, refillAtUnused: unused, renewAtLifetime: lifetime)
        }
    }

    /// Issuers write the names with hyphens and in capitals as well.
    private static func method(_ name: String) -> Method? {
        Method(rawValue: String(name.lowercased().map { $0 == "-" || $0 == " " ? "_" : $0 }))
    }

    private static let known = "arf_annex_ii"
    private static let rows = ["EUDI-04"]
}
