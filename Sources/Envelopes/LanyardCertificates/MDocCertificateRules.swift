import LanyardDER
import WalletPorts

/// ISO/IEC 18013-5 Annex B: what is asked of document signers, readers and their roots beyond RFC 5280.
///
/// Key type, country and state always decide. The formal rules decide when strict and are notes otherwise, because
/// issuing authorities in the field differ from the profile in them.
struct MDocCertificateRules {
    let role: PathProfile.MDocRole
    let isStrict: Bool

    func check(_ path: [Certificate], anchor: Certificate?, into judgement: inout Judgement) {
        guard let leaf = path.first else { return }
        checkLeaf(leaf, into: &judgement)
        for (index, certificate) in path.enumerated() where !Self.hasRightKeyType(certificate) {
            judgement.reasons.append(.mdoc(.keyType, .chain(index)))
        }
        guard role == .documentSigner else { return }
        demand(.noIntermediate, .chain(0), path.count == 1, &judgement)
        guard let root = anchor else { return }
        checkPlaces(leaf, root, into: &judgement)
        checkRoot(root, into: &judgement)
    }

    private func demand(_ rule: MDocCertificateRule, _ place: PathPlace, _ holds: Bool, _ judgement: inout Judgement) {
        if !holds { judgement.add(.mdoc(rule, place), refuses: isStrict) }
    }

    private func checkLeaf(_ leaf: Certificate, into judgement: inout Judgement) {
        let place = PathPlace.chain(0)
        demand(.version, place, leaf.version == 3, &judgement)
        demand(.subjectKeyIdentifier, place, leaf.subjectKeyIdentifier != nil, &judgement)
        demand(.authorityKeyIdentifier, place, leaf.authorityKeyIdentifier?.keyIdentifier != nil, &judgement)
        demand(.keyUsageCritical, place, leaf.extensionValue(.keyUsage)?.isCritical == true, &judgement)
        demand(.keyUsageOnly, place, leaf.keyUsage == .digitalSignature, &judgement)
        let isPurposeCritical = leaf.extensionValue(.extendedKeyUsage)?.isCritical == true
        demand(.purposeCritical, place, isPurposeCritical && leaf.extendedKeyUsage?.count == 1, &judgement)
        demand(.crlDistributionPoint, place, leaf.extensionValue(.crlDistributionPoints) != nil, &judgement)
        let days: Int64 = role == .documentSigner ? 457 : 1187
        let length = leaf.notAfter.seconds - leaf.notBefore.seconds
        demand(.validityLength, place, length <= days * 86_400, &judgement)
        let isFree = !leaf.extensions.contains { Self.forbidden.contains($0.id) }
        demand(.forbiddenExtension, place, isFree, &judgement)
        if role == .documentSigner {
            demand(.issuerAlternativeName, place, leaf.extensionValue(.issuerAlternativeName) != nil, &judgement)
        }
    }

    /// The document signer stands in the country and state of its root, whoever signed it.
    private func checkPlaces(_ leaf: Certificate, _ root: Certificate, into judgement: inout Judgement) {
        demand(.countryPresent, .chain(0), leaf.subject.country != nil, &judgement)
        demand(.countryPresent, .anchor, root.subject.country != nil, &judgement)
        if let country = leaf.subject.country, let wanted = root.subject.country, country != wanted {
            judgement.reasons.append(.mdoc(.country, .chain(0)))
        }
        if let state = leaf.subject.state, let wanted = root.subject.state, state != wanted {
            judgement.reasons.append(.mdoc(.state, .chain(0)))
        }
    }

    private func checkRoot(_ root: Certificate, into judgement: inout Judgement) {
        let place = PathPlace.anchor
        demand(.version, place, root.version == 3, &judgement)
        demand(.rootSelfIssued, place, root.isSelfIssued, &judgement)
        demand(.rootPathLength, place, root.basicConstraints?.pathLength == 0, &judgement)
        let isUsageCritical = root.extensionValue(.keyUsage)?.isCritical == true
        demand(.rootKeyUsage, place, isUsageCritical && root.keyUsage == [.keyCertSign, .crlSign], &judgement)
        demand(.subjectKeyIdentifier, place, root.subjectKeyIdentifier != nil, &judgement)
        demand(.issuerAlternativeName, place, root.extensionValue(.issuerAlternativeName) != nil, &judgement)
        demand(.crlDistributionPoint, place, root.extensionValue(.crlDistributionPoints) != nil, &judgement)
        let isFree = !root.extensions.contains { Self.forbidden.contains($0.id) }
        demand(.forbiddenExtension, place, isFree, &judgement)
    }

    /// A key of the right kind, and a signature by one.
    private static func hasRightKeyType(_ certificate: Certificate) -> Bool {
        let keyTypes = [OID(1, 2, 840, 10045, 2, 1), OID(1, 3, 101, 112)]
        guard keyTypes.contains(certificate.subjectPublicKeyInfo.algorithm) else { return false }
        return switch certificate.algorithm {
        case .ecdsa, .ed25519: true
        default: false
        }
    }

    private static let forbidden: Set<OID> = [
        .policyMappings, .nameConstraints, .policyConstraints, .inhibitAnyPolicy, .freshestCRL,
    ]
}
