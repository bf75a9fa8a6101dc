import LanyardDER
public import WalletPorts

extension PathReason: CustomStringConvertible {
    /// The reason as a sentence.
    public var description: String {
        switch self {
        case .empty: "There is no certificate."
        case .tooLong(let count, let limit): "The chain has \(count) certificates; at most \(limit) are accepted."
        case .noAnchor(let issuer): "No trust anchor for this use has signed the chain, which ends at \"\(issuer)\"."
        case .outOfOrder(let place): "The issuer of \(place) is in the chain but does not follow it."
        case .issuerDiffers(let place): "The issuer of \(place) is not the subject of the next certificate."
        case .keyIdentifierDiffers(let place): "The authority key identifier of \(place) names another issuer key."
        case .signature(let place): "The signature on \(place) was not made by its issuer."
        case .algorithm(let place, let name): "The signature on \(place) uses \(name), which is not accepted."
        case .algorithmsDiffer(let place): "The signed part of \(place) names another signature algorithm."
        case .key(let place, let reason): "The key in \(place) cannot be used: \(reason)."
        case .notYetValid(let place, let from):
            "The validity of \(place) begins at \(CivilDate(seconds: from.seconds))."
        case .expired(let place, let since): "The validity of \(place) ended at \(CivilDate(seconds: since.seconds))."
        case .notAuthority(let place): "The signer of a certificate is no authority: \(place)."
        case .pathLength(let place, let allowed, let found):
            "At most \(allowed) intermediates may come below \(place); there are \(found)."
        case .keyUsage(let place, let needed): "The key usage of \(place) does not include \(needed)."
        case .purpose(let needed, let found):
            "The leaf does not name the purpose \(needed); it names \(Self.listed(found))."
        case .criticalExtension(let place, let id): "The critical extension \(id) of \(place) is not understood."
        case .nameConstraints(let place): "Name constraints are not supported: \(place)."
        case .malformedExtension(let place, let id): "The extension \(id) of \(place) is malformed or repeated."
        case .leafIsAuthority: "The leaf is a certificate authority."
        case .leafIsSelfSigned: "The leaf is signed by its own key."
        case .leafIsAnchor: "The leaf is a trust anchor itself, which this use does not accept."
        case .anchorInChain(let place): "The chain contains the trust anchor: \(place)."
        case .mdoc(let rule, let place): "\(rule.demand): not so for \(place)."
        }
    }

    private static func listed(_ purposes: [OID]) -> String {
        purposes.isEmpty ? "none" : purposes.prefix(4).map(\.description).joined(separator: ", ")
    }

    /// The reason as a finding about whoever sent the chain; an anchor's fault is the wallet's own.
    public func finding(
        party: Finding.Party, rows: [String] = ["TRUST-02"], severity: Finding.Severity = .error
    ) -> Finding {
        let place = place
        let isOwn = place == .anchor
        var location = ""
        if case .chain(let index) = place { location = "x5c/\(index)" }
        return Finding(
            "certificate.path.\(name)", isOwn ? .wallet : party, severity: severity, clause: clause, rows: rows,
            at: location, expected: expectation, seen: .text(description),
            remedy: isOwn ? "Configure a trust anchor that fits this use." : remedy)
    }

    /// Where it holds; nil when it concerns the whole chain.
    public var place: PathPlace? {
        switch self {
        case .empty, .tooLong, .noAnchor: nil
        case .purpose, .leafIsAuthority, .leafIsSelfSigned, .leafIsAnchor: .chain(0)
        case .outOfOrder(let place), .issuerDiffers(let place), .keyIdentifierDiffers(let place),
            .signature(let place), .algorithm(let place, _), .algorithmsDiffer(let place), .key(let place, _),
            .notYetValid(let place, _), .expired(let place, _), .notAuthority(let place),
            .pathLength(let place, _, _), .keyUsage(let place, _), .criticalExtension(let place, _),
            .nameConstraints(let place), .malformedExtension(let place, _), .anchorInChain(let place),
            .mdoc(_, let place):
            place
        }
    }

    /// The stable name, the last part of the finding's code.
    public var name: String {
        switch self {
        case .empty: "empty"
        case .tooLong: "tooLong"
        case .noAnchor: "noAnchor"
        case .outOfOrder: "outOfOrder"
        case .issuerDiffers: "issuerDiffers"
        case .keyIdentifierDiffers: "keyIdentifierDiffers"
        case .signature: "signature"
        case .algorithm: "algorithm"
        case .algorithmsDiffer: "algorithmsDiffer"
        case .key: "key"
        case .notYetValid: "notYetValid"
        case .expired: "expired"
        case .notAuthority: "notAuthority"
        case .pathLength: "pathLength"
        case .keyUsage: "keyUsage"
        case .purpose: "purpose"
        case .criticalExtension: "criticalExtension"
        case .nameConstraints: "nameConstraints"
        case .malformedExtension: "malformedExtension"
        case .leafIsAuthority: "leafIsAuthority"
        case .leafIsSelfSigned: "leafIsSelfSigned"
        case .leafIsAnchor: "leafIsAnchor"
        case .anchorInChain: "anchorInChain"
        case .mdoc(let rule, _): "mdoc.\(rule.rawValue)"
        }
    }

    private var clause: String {
        switch self {
        case .empty, .tooLong, .outOfOrder: "RFC 7515 §4.1.6"
        case .leafIsSelfSigned, .anchorInChain: "OpenID4VC HAIP 1.0 §5, §6.1.1"
        case .purpose, .mdoc: "ISO/IEC 18013-5 Annex B.1"
        case .leafIsAuthority: "ISO/IEC 18013-5 Annex B.1.4"
        case .algorithm, .key: "RFC 5280 §4.1.1.2"
        default: "RFC 5280 §6.1"
        }
    }

    private var expectation: String {
        switch self {
        case .noAnchor: "a chain that ends at a configured trust anchor"
        case .mdoc(let rule, _): rule.demand
        default: "a certification path that fits its use"
        }
    }

    private var remedy: String {
        switch self {
        case .noAnchor: "If the signer is to be trusted, add its root to the trust anchors of this use."
        case .notYetValid, .expired: "Ask the sender to renew the certificate, and check the clock of this device."
        default: "Ask the sender for a correct chain."
        }
    }
}

extension MDocCertificateRule {
    /// What the rule asks for, in a few words.
    public var demand: String {
        switch self {
        case .version: "Version 3"
        case .keyType: "An EC or Ed25519 key and a signature over SHA-2"
        case .countryPresent: "A country name"
        case .country: "The same country as the root"
        case .state: "The same state as the root"
        case .noIntermediate: "A document signer directly below the root"
        case .subjectKeyIdentifier: "A subject key identifier"
        case .authorityKeyIdentifier: "An authority key identifier"
        case .keyUsageCritical: "A critical key usage"
        case .keyUsageOnly: "A key usage of digital signature alone"
        case .purposeCritical: "A critical extended key usage with one purpose"
        case .crlDistributionPoint: "A CRL distribution point"
        case .issuerAlternativeName: "An issuer alternative name"
        case .validityLength: "A validity within the allowed length"
        case .forbiddenExtension: "No extension that the standard forbids"
        case .rootSelfIssued: "A root that names itself as issuer"
        case .rootPathLength: "A root that allows no intermediates"
        case .rootKeyUsage: "A root with critical key usage for certificates and CRLs alone"
        }
    }
}
