internal import LanyardCertificates

/// Decides whom the wallet trusts, role by role and type by type, and says why not.
///
/// A verdict is computed when it is asked for, at that time and with the anchors of that time; it is never stored.
public struct TrustPolicy: Sendable {
    private let sources: [any TrustSource]
    private let enforcement: [TrustRole: TrustEnforcement]
    private let profile: Profile
    private let strictness: Strictness
    private let clock: any WalletClock

    package init(
        sources: [any TrustSource], enforcement: [TrustRole: TrustEnforcement], profile: Profile,
        strictness: Strictness = .tolerant, clock: any WalletClock
    ) {
        self.sources = sources
        self.enforcement = enforcement
        self.profile = profile
        self.strictness = strictness
        self.clock = clock
    }

    /// What happens when somebody in a role is not trusted.
    public func enforcement(for role: TrustRole) -> TrustEnforcement {
        enforcement[role] ?? .warn
    }

    /// The anchors for a role and type, from every source.
    public func anchors(for role: TrustRole, type: String?) async -> [TrustAnchor] {
        var anchors: [TrustAnchor] = []
        for source in sources { anchors += await source.anchors(for: role, type: type) }
        return anchors
    }

    /// Judges a chain, leaf first, DER.
    ///
    /// Without anchors for the role the answer is `.unknown`; without a chain it is `.untrusted` where there are anchors.
    /// The rules concern issuers: those of other roles follow from the role.
    public func authority(
        of chain: [[UInt8]], as role: TrustRole, type: String?, rules: SignerRules = .jwtSigner
    ) async -> Authority {
        await judgement(of: chain, as: role, type: type, rules: rules).authority
    }

    /// Judges a chain as `authority` does, and tells what is worth knowing about one that is trusted.
    package func judgement(
        of chain: [[UInt8]], as role: TrustRole, type: String?, rules: SignerRules
    ) async -> (authority: Authority, notes: [Finding]) {
        let anchors = await anchors(for: role, type: type)
        guard !anchors.isEmpty else { return (.unknown, []) }
        guard !chain.isEmpty else {
            return (.untrusted(reasons: ["it did not identify itself by a certificate"]), [])
        }
        var certificates: [Certificate] = []
        for der in chain {
            do {
                certificates.append(try Certificate(der: der))
            } catch {
                return (.untrusted(reasons: ["a certificate of its chain cannot be read: \(error.expected)"]), [])
            }
        }
        var sourceOf: [Certificate: String] = [:]
        for anchor in anchors {
            // An anchor that cannot be read ends no path.
            guard let certificate = try? Certificate(der: anchor.certificate) else { continue }
            sourceOf[certificate] = anchor.source
        }
        let path = pathProfile(for: role, type: type, rules: rules)
        switch PathValidator(anchors: Array(sourceOf.keys), profile: path, at: clock.now).validate(certificates) {
        case .valid(_, let anchor, let notes):
            return (
                .trusted(anchor: anchor.subject.description, source: sourceOf[anchor] ?? ""),
                notes.map { $0.finding(party: path.party, severity: .warning) }
            )
        case .invalid(let reasons):
            return (.untrusted(reasons: reasons.map(\.description)), [])
        }
    }

    private func pathProfile(for role: TrustRole, type: String?, rules: SignerRules) -> PathProfile {
        var path = role.pathProfile(type: type, rules: rules)
        if profile != .core { path = path.highAssurance }
        return strictness == .strict ? path.strict : path
    }
}

/// Which rules the certificates of a credential's issuer keep, beside those of RFC 5280.
public enum SignerRules: Hashable, Sendable {
    /// A signer of JWTs, under any authority that is trusted.
    case jwtSigner
    /// A document signer straight below an issuing authority, ISO/IEC 18013-5 Annex B.
    case documentSigner
}

extension TrustRole {
    fileprivate func pathProfile(type: String?, rules: SignerRules) -> PathProfile {
        switch self {
        case .issuer: rules == .documentSigner ? .mdocDocumentSigner(docType: type ?? "") : .jwtIssuer
        case .verifier: .requestSigner
        case .reader: .mdocReader
        case .statusSigner: .statusSigner
        case .metadataSigner, .walletProvider: .plain
        }
    }
}

/// What happens when somebody is not trusted.
public struct TrustConfig: Sendable {
    /// Enforcement by role; a role that is not named follows the profile: warn under `.core`, enforce under `.haip` and `.eu`.
    public var enforcement: [TrustRole: TrustEnforcement]

    /// Makes a configuration.
    public init(enforcement: [TrustRole: TrustEnforcement] = [:]) {
        self.enforcement = enforcement
    }

    package func resolved(for profile: Profile) -> [TrustRole: TrustEnforcement] {
        let usual: TrustEnforcement = profile == .core ? .warn : .enforce
        return TrustRole.allCases.reduce(into: enforcement) { result, role in
            if result[role] == nil { result[role] = usual }
        }
    }
}
