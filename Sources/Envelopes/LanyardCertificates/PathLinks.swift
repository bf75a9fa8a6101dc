import LanyardCrypto

/// The steps from a chain's certificates to their issuers, each judged once however many paths share it.
struct Links {
    private let chain: [Certificate]
    private var steps: [Int: [PathReason]] = [:]

    init(_ chain: [Certificate]) {
        self.chain = chain
    }

    /// What speaks against the step from a certificate to its issuer: an anchor, or else the next one of the chain.
    mutating func reasons(_ index: Int, anchor: Certificate?) -> [PathReason] {
        let next = index + 1 < chain.count ? chain[index + 1] : nil
        if let anchor, anchor != next {
            return Self.reasons(chain[index], .chain(index), signedBy: anchor, .anchor)
        }
        if let known = steps[index] { return known }
        // Names that do not chain are reported by order; a signature under another name proves nothing.
        guard let next, next.subject == chain[index].issuer else { return [] }
        let found = Self.reasons(chain[index], .chain(index), signedBy: next, .chain(index + 1))
        steps[index] = found
        return found
    }

    /// What speaks against one certificate having been signed by another of the right name.
    private static func reasons(
        _ certificate: Certificate, _ place: PathPlace, signedBy issuer: Certificate, _ issuerPlace: PathPlace
    ) -> [PathReason] {
        var reasons: [PathReason] = []
        if !identifies(certificate.authorityKeyIdentifier, issuer) { reasons.append(.keyIdentifierDiffers(place)) }
        if !certificate.namesOneAlgorithm { reasons.append(.algorithmsDiffer(place)) }
        switch certificate.algorithm {
        case .weak, .unsupported: return reasons + [.algorithm(place, certificate.algorithm.description)]
        default: break
        }
        do {
            let key = try issuer.key.get()
            if !certificate.isSigned(by: key) { reasons.append(.signature(place)) }
        } catch {
            reasons.append(.key(issuerPlace, error.reason))
        }
        return reasons
    }

    /// Whether an authority key identifier, as far as it says anything, names this issuer.
    private static func identifies(_ authority: AuthorityKeyIdentifier?, _ issuer: Certificate) -> Bool {
        guard let authority else { return true }
        if let wanted = authority.keyIdentifier, let has = issuer.subjectKeyIdentifier, wanted != has { return false }
        if let serial = authority.serial, serial != issuer.serial { return false }
        if let name = authority.issuer, name != issuer.issuer { return false }
        return true
    }

    /// Why a leaf's own key cannot be used, nil when it can.
    static func keyReason(_ certificate: Certificate, _ place: PathPlace) -> PathReason? {
        do {
            _ = try certificate.key.get()
            return nil
        } catch {
            return .key(place, error.reason)
        }
    }
}
