public import LanyardDER
public import WalletPorts

/// Where in a path a reason holds.
public enum PathPlace: Sendable, Hashable, CustomStringConvertible {
    /// A certificate as sent, the leaf being 0.
    case chain(Int)
    /// The trust anchor.
    case anchor

    /// The place in words.
    public var description: String {
        switch self {
        case .chain(0): "the leaf"
        case .chain(let index): "certificate \(index) of the chain"
        case .anchor: "the trust anchor"
        }
    }
}

/// Why a certification path is refused, or what is worth knowing about one that is not.
public enum PathReason: Sendable, Hashable {
    /// No certificate was given.
    case empty
    /// More certificates than the limit.
    case tooLong(count: Int, limit: Int)
    /// No anchor of this use has signed any certificate of the chain; the name is the last one's issuer.
    case noAnchor(issuer: String)
    /// The issuer of this certificate is in the chain, but is not the next one.
    case outOfOrder(PathPlace)
    /// The issuer of this certificate is not the subject of the next one.
    case issuerDiffers(PathPlace)
    /// The authority key identifier of this certificate names another key or certificate than its issuer's.
    case keyIdentifierDiffers(PathPlace)
    /// The signature on this certificate was not made by its issuer.
    case signature(PathPlace)
    /// This certificate is signed over MD5 or SHA-1, or with an algorithm that is not supported.
    case algorithm(PathPlace, String)
    /// This certificate names two different signature algorithms.
    case algorithmsDiffer(PathPlace)
    /// The key in this certificate is of an unsupported type or is no key.
    case key(PathPlace, String)
    /// This certificate is not valid yet.
    case notYetValid(PathPlace, from: Instant)
    /// This certificate has expired.
    case expired(PathPlace, since: Instant)
    /// This certificate signed another but is no authority.
    case notAuthority(PathPlace)
    /// More intermediates come below this certificate than it allows.
    case pathLength(PathPlace, allowed: Int, found: Int)
    /// The key usage of this certificate does not allow what its key did.
    case keyUsage(PathPlace, needed: String)
    /// The leaf does not name the purpose of this use.
    case purpose(needed: OID, found: [OID])
    /// This certificate has a critical extension that is not understood.
    case criticalExtension(PathPlace, OID)
    /// This certificate constrains names, which is not supported.
    case nameConstraints(PathPlace)
    /// An extension of this certificate is malformed or repeated.
    case malformedExtension(PathPlace, OID)
    /// The leaf is an authority, which this use forbids.
    case leafIsAuthority
    /// The leaf is signed by its own key.
    case leafIsSelfSigned
    /// The leaf is itself an anchor, which this use does not trust directly.
    case leafIsAnchor
    /// The chain contains the anchor.
    case anchorInChain(PathPlace)
    /// A rule of ISO/IEC 18013-5 Annex B is broken.
    case mdoc(MDocCertificateRule, PathPlace)
}

/// The rules that ISO/IEC 18013-5 Annex B adds for certificates of mdocs and readers.
public enum MDocCertificateRule: String, Sendable, Hashable, CaseIterable {
    /// The certificate is of version 3.
    case version
    /// The key is P-256, P-384, P-521 or Ed25519, the signature over SHA-2.
    case keyType
    /// The country is given.
    case countryPresent
    /// The country equals the root's.
    case country
    /// The state equals the root's where both have one.
    case state
    /// The document signer is directly below the root.
    case noIntermediate
    /// The subject key identifier is present.
    case subjectKeyIdentifier
    /// The authority key identifier is present.
    case authorityKeyIdentifier
    /// The key usage is critical.
    case keyUsageCritical
    /// The key usage allows nothing else than it must.
    case keyUsageOnly
    /// The extended key usage is critical and names one purpose.
    case purposeCritical
    /// A CRL distribution point is present.
    case crlDistributionPoint
    /// The issuer alternative name is present.
    case issuerAlternativeName
    /// The certificate is valid for at most 457 days (document signer) or 1187 days (reader).
    case validityLength
    /// The certificate has none of the extensions that the standard forbids.
    case forbiddenExtension
    /// The root names itself as its issuer. (Its own signature is not verified: the anchor is trusted as configured.)
    case rootSelfIssued
    /// The root allows no intermediates.
    case rootPathLength
    /// The root's key usage is critical and is certificate and CRL signing.
    case rootKeyUsage
}
