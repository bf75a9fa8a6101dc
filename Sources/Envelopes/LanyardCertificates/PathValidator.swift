public import WalletPorts

/// The verdict on a chain.
public enum PathResult: Sendable, Hashable {
    /// A path was found: the certificates used, leaf first; the anchor; what is worth knowing.
    case valid(path: [Certificate], anchor: Certificate, notes: [PathReason])
    /// None was found: every reason against the best candidate.
    case invalid([PathReason])

    /// Whether a path was found.
    public var isValid: Bool { reasons.isEmpty }

    /// The reasons against it, empty when it is valid.
    public var reasons: [PathReason] {
        switch self {
        case .valid: []
        case .invalid(let reasons): reasons
        }
    }
}

/// Decides whether a chain leads to an anchor of one use, at one time, and says everything that speaks against it.
///
/// The path algorithm of RFC 5280 §6.1 without policies and name constraints. It fetches nothing. A path may end at any
/// certificate of the chain that an anchor signed, so that a chain with its root, or a cross-signed one, is accepted.
public struct PathValidator: Sendable {
    /// The most certificates that a chain may have.
    public static let longestChain = 6

    /// The use, and its rules.
    public let profile: PathProfile
    /// The time at which the certificates have to be valid.
    public let time: Instant
    private let anchors: [[UInt8]: [Certificate]]

    /// Takes the anchors of one use; the time is asked at each check, so make a validator for each.
    public init(anchors: [Certificate], profile: PathProfile, at time: Instant) {
        self.anchors = Dictionary(grouping: anchors) { $0.subject.rawBytes }
        self.profile = profile
        self.time = time
    }

    /// Judges a chain in the order sent, the leaf first.
    public func validate(_ chain: [Certificate]) -> PathResult {
        guard let leaf = chain.first else { return .invalid([.empty]) }
        guard chain.count <= Self.longestChain else {
            return .invalid([.tooLong(count: chain.count, limit: Self.longestChain)])
        }
        var links = Links(chain)
        let fixed = order(of: chain) + leafReasons(leaf)
        var best: [PathReason]?
        if isAnchor(leaf) {
            var judgement = Judgement(reasons: fixed)
            if !profile.allowsDirectTrust { judgement.reasons.append(.leafIsAnchor) }
            check([leaf], anchor: leaf, &links, into: &judgement)
            if judgement.reasons.isEmpty { return .valid(path: [leaf], anchor: leaf, notes: judgement.notes) }
            best = judgement.reasons
        }
        // The shortest path first: an anchor that signed the leaf makes the rest of the chain superfluous.
        for length in 1...chain.count {
            let path = Array(chain.prefix(length))
            for anchor in anchors[path[length - 1].issuer.rawBytes] ?? [] where !(length == 1 && anchor == leaf) {
                var judgement = Judgement(reasons: fixed)
                noteAnchor(in: chain, anchor, into: &judgement)
                check(path, anchor: anchor, &links, into: &judgement)
                if judgement.reasons.isEmpty { return .valid(path: path, anchor: anchor, notes: judgement.notes) }
                if judgement.reasons.count < best?.count ?? .max { best = judgement.reasons }
            }
        }
        if let best { return .invalid(best) }
        var judgement = Judgement(reasons: fixed)
        check(chain, anchor: nil, &links, into: &judgement)
        judgement.reasons.append(.noAnchor(issuer: chain[chain.count - 1].issuer.description))
        return .invalid(judgement.reasons)
    }

    private func isAnchor(_ certificate: Certificate) -> Bool {
        anchors[certificate.subject.rawBytes]?.contains(certificate) ?? false
    }

    /// Rules on the chain as it was sent, whatever path is found in it.
    private func order(of chain: [Certificate]) -> [PathReason] {
        var reasons: [PathReason] = []
        for (index, (certificate, next)) in zip(chain, chain.dropFirst()).enumerated()
        where certificate.issuer != next.subject {
            let isElsewhere = chain.contains { $0 != certificate && $0.subject == certificate.issuer }
            reasons.append(isElsewhere ? .outOfOrder(.chain(index)) : .issuerDiffers(.chain(index)))
        }
        return reasons
    }

    private func leafReasons(_ leaf: Certificate) -> [PathReason] {
        var reasons: [PathReason] = []
        let isPinned = profile.allowsDirectTrust && !profile.refusesSelfSignedLeaf && isAnchor(leaf)
        if !isPinned, leaf.isSelfSigned { reasons.append(.leafIsSelfSigned) }
        if !profile.leafMayBeAuthority, leaf.basicConstraints?.isCA == true { reasons.append(.leafIsAuthority) }
        return reasons
    }

    private func noteAnchor(in chain: [Certificate], _ anchor: Certificate, into judgement: inout Judgement) {
        guard let index = chain.firstIndex(of: anchor), index > 0 else { return }
        judgement.add(.anchorInChain(.chain(index)), refuses: profile.refusesAnchorInChain)
    }

    /// RFC 5280 §6.1 over one candidate path, from the anchor down to the leaf.
    private func check(
        _ path: [Certificate], anchor: Certificate?, _ links: inout Links, into judgement: inout Judgement
    ) {
        let isDirect = anchor == path.first
        var intermediates = 0
        for (index, certificate) in path.enumerated() {
            let place = PathPlace.chain(index)
            checkAlone(certificate, place, into: &judgement)
            if index > 0 {
                checkIssuer(certificate, place, below: intermediates, into: &judgement)
                if !certificate.isSelfIssued { intermediates += 1 }
            }
            guard !isDirect else { continue }
            let isLast = index + 1 == path.count
            if !isLast || anchor != nil { judgement.reasons += links.reasons(index, anchor: isLast ? anchor : nil) }
        }
        if let anchor, !isDirect {
            checkAlone(anchor, .anchor, into: &judgement)
            checkIssuer(anchor, .anchor, below: intermediates, into: &judgement)
        }
        if let leaf = path.first { checkUse(leaf, into: &judgement) }
        if let role = profile.mdoc {
            MDocCertificateRules(role: role, isStrict: profile.isStrict).check(path, anchor: anchor, into: &judgement)
        }
    }

    private func checkAlone(_ certificate: Certificate, _ place: PathPlace, into judgement: inout Judgement) {
        if time.seconds < certificate.notBefore.seconds {
            judgement.reasons.append(.notYetValid(place, from: certificate.notBefore))
        }
        if time.seconds > certificate.notAfter.seconds {
            judgement.reasons.append(.expired(place, since: certificate.notAfter))
        }
        for id in certificate.malformedExtensions { judgement.reasons.append(.malformedExtension(place, id)) }
        for entry in certificate.extensions {
            if entry.id == .nameConstraints {
                judgement.reasons.append(.nameConstraints(place))
            } else if entry.isCritical, !KnownExtensions.understood.contains(entry.id) {
                judgement.reasons.append(.criticalExtension(place, entry.id))
            }
        }
    }

    private func checkIssuer(
        _ certificate: Certificate, _ place: PathPlace, below: Int, into judgement: inout Judgement
    ) {
        if certificate.basicConstraints?.isCA != true { judgement.reasons.append(.notAuthority(place)) }
        if let allowed = certificate.basicConstraints?.pathLength, below > allowed {
            judgement.reasons.append(.pathLength(place, allowed: allowed, found: below))
        }
        if let usage = certificate.keyUsage, !usage.contains(.keyCertSign) {
            judgement.reasons.append(.keyUsage(place, needed: "keyCertSign"))
        }
    }

    private func checkUse(_ leaf: Certificate, into judgement: inout Judgement) {
        let isAllowed = leaf.keyUsage.map { !$0.isDisjoint(with: profile.leafUsage) } ?? !profile.leafUsageRequired
        if !profile.leafUsage.isEmpty, !isAllowed {
            judgement.reasons.append(.keyUsage(.chain(0), needed: "digitalSignature"))
        }
        if let purpose = profile.purpose, leaf.extendedKeyUsage?.contains(purpose) != true {
            judgement.add(
                .purpose(needed: purpose, found: leaf.extendedKeyUsage ?? []), refuses: !profile.purposeIsTolerated)
        }
        if let key = Links.keyReason(leaf, .chain(0)) { judgement.reasons.append(key) }
    }
}

/// What speaks against a candidate path, and what is worth knowing about it.
struct Judgement {
    var reasons: [PathReason] = []
    var notes: [PathReason] = []

    mutating func add(_ reason: PathReason, refuses: Bool) {
        if refuses { reasons.append(reason) } else { notes.append(reason) }
    }
}
