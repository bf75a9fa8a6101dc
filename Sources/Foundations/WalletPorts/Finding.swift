/// What a check found: which rule, whose fault, where, what was expected and seen, and what to do.
///
/// A check that fails throws its finding; a deviation that is tolerated is recorded as one. Nothing secret is in it.
public struct Finding: Error, Hashable, Sendable {
    /// Names the check, dotted, such as `sdjwt.digest.repeated`; stable between releases.
    public struct Code: Hashable, Sendable, Codable, CustomStringConvertible {
        /// The dotted name.
        public let description: String

        /// Makes a code from its dotted name.
        public init(_ name: String) {
            description = name
        }
    }

    /// How much a finding weighs.
    public enum Severity: String, Hashable, Sendable, Codable {
        /// Worth knowing; nothing is wrong.
        case note
        /// A rule was broken and the wallet went on, because the rule allows it.
        case warning
        /// A rule was broken and what depended on it was refused.
        case error
    }

    /// Whose duty the rule is.
    public enum Party: String, Hashable, Sendable, Codable {
        /// The credential issuer.
        case issuer
        /// The authorization server.
        case authorizationServer
        /// The verifier or reader.
        case verifier
        /// This wallet or the app around it.
        case wallet
        /// The wallet provider, who attests keys and clients.
        case walletProvider
        /// The network, the disk or the device.
        case environment
        /// The person who uses the wallet.
        case person
    }

    /// Names the check.
    public let code: Code
    /// How much it weighs; a thrown finding is an error whatever this says.
    public var severity: Severity
    /// Whose duty the rule is.
    public let party: Party
    /// Where the rule is written, such as "RFC 9901 §7.1".
    public let clause: String
    /// The ids of the requirement rows it belongs to, such as `SDJWT-07`.
    public let requirements: [String]
    /// Where in the input: a JSON pointer, a member name or an endpoint; empty when it is the whole.
    public var location: String
    /// What the rule asks for, in a few words.
    public let expected: String
    /// What was there instead.
    public let seen: Described
    /// What to do next, as a sentence.
    public let remedy: String

    /// Makes a finding.
    public init(
        _ code: String, _ party: Party, severity: Severity = .error, clause: String, rows: [String] = [],
        at location: String = "", expected: String, seen: Described = .nothing, remedy: String
    ) {
        self.code = Code(code)
        self.severity = severity
        self.party = party
        self.clause = clause
        self.requirements = rows
        self.location = Described.cleaned(location, limit: 300)
        self.expected = Described.cleaned(expected, limit: 400)
        self.seen = seen
        self.remedy = remedy
    }
}

extension Finding: Codable {}

extension Finding: CustomStringConvertible {
    /// One line for a person: code, place, what was expected and seen, the clause and the remedy.
    public var description: String {
        let place = location.isEmpty ? "" : " at \(location)"
        let sight = seen == .nothing ? "" : ", saw \(seen)"
        return "\(code)\(place): expected \(expected)\(sight) (\(clause)). \(remedy)"
    }
}

/// What was seen, by kind and size; the value itself only where it is known to be public.
public enum Described: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Nothing to describe.
    case nothing
    /// The member or part was absent.
    case absent
    /// A value of this kind and length, such as "string" of 43 characters; the value is not kept.
    case kind(String, length: Int?)
    /// A value that is public by nature: an algorithm, a media type, a status code, a type name. At most 120 characters.
    case value(String)

    /// Describes a public text, capped at 120 characters and cleaned.
    public static func text(_ text: String) -> Described {
        .value(cleaned(text, limit: 120))
    }

    /// A text with what a terminal or a layout would obey replaced: control, format and separator characters.
    static func cleaned(_ text: String, limit: Int) -> String {
        var kept = ""
        for scalar in text.unicodeScalars.prefix(limit) {
            kept.unicodeScalars.append(isObeyed(scalar) ? "\u{FFFD}" : scalar)
        }
        return kept
    }

    private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        default: false
        }
    }

    /// The kind and length, or the public value.
    public var description: String {
        switch self {
        case .nothing: "nothing"
        case .absent: "no such member"
        case .kind(let kind, nil): kind
        case .kind(let kind, let length?): "\(kind) of length \(length)"
        case .value(let value): "\"\(value)\""
        }
    }
}

/// Whether a deviation by others that a row calls lenient stops the wallet.
///
/// It concerns what others send, never signature, binding, time, identity or consent; what the wallet sends is the same.
public enum Strictness: String, Hashable, Sendable, Codable {
    /// Goes on and records a warning.
    case tolerant
    /// Stops with an error.
    case strict
}

/// Which set of rules beyond the core specifications is enforced.
public enum Profile: String, Hashable, Sendable, Codable {
    /// The core specifications.
    case core
    /// OpenID4VC High Assurance Interoperability Profile 1.0.
    case haip
    /// HAIP with the rules of the European wallet.
    case eu
}

/// Collects findings while something is checked, and decides by strictness whether a deviation is tolerated.
public struct Findings: Sendable {
    /// Whether tolerable deviations stop.
    public let strictness: Strictness
    /// Which profile is enforced.
    public let profile: Profile
    /// What was found so far, in order.
    ///
    /// At most 200: a document full of faults is told by its first ones, and the last says that there were more.
    public private(set) var list: [Finding] = []

    private static let most = 200

    /// Starts an empty collection.
    public init(strictness: Strictness = .tolerant, profile: Profile = .core) {
        self.strictness = strictness
        self.profile = profile
    }

    /// Whether the High Assurance rules apply (`.haip` and `.eu`).
    public var isHighAssurance: Bool { profile != .core }

    /// Records a tolerable deviation as a warning, or throws it as an error when strict.
    public mutating func tolerate(_ finding: Finding) throws(Finding) {
        var finding = finding
        guard strictness == .tolerant else {
            finding.severity = .error
            throw finding
        }
        finding.severity = .warning
        note(finding)
    }

    /// Records a deviation as a warning under the core profile, or throws it under HAIP and EU.
    public mutating func tolerateUnlessHighAssurance(_ finding: Finding) throws(Finding) {
        var finding = finding
        guard !isHighAssurance else {
            finding.severity = .error
            throw finding
        }
        finding.severity = .warning
        note(finding)
    }

    /// Records something as it is.
    public mutating func note(_ finding: Finding) {
        guard list.count < Self.most else { return }
        list.append(finding)
        guard list.count == Self.most else { return }
        list[Self.most - 1] = Finding(
            "findings.more", finding.party, severity: .warning, clause: "Lanyard limits",
            expected: "fewer than \(Self.most) deviations in one document",
            remedy: "Mend the ones that are named; the rest are not listed.")
    }
}
