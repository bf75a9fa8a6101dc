/// What somebody is trusted for; anchors of one role never serve another.
public enum TrustRole: String, Hashable, Sendable, Codable, CaseIterable {
    /// Issues credentials.
    case issuer
    /// Asks over a link or the Digital Credentials API.
    case verifier
    /// Reads an mdoc (ISO 18013-5 reader authentication).
    case reader
    /// Signs status lists.
    case statusSigner
    /// Signs issuer metadata.
    case metadataSigner
    /// Attests keys and clients.
    case walletProvider
}

/// A certificate that ends a path, and where it came from.
public struct TrustAnchor: Hashable, Sendable {
    /// The certificate, DER.
    public let certificate: [UInt8]
    /// Where it came from, as shown to a person: a file name, a list's name.
    public let source: String

    /// Makes an anchor; the certificate is not checked here.
    public init(certificate: [UInt8], source: String) {
        self.certificate = certificate
        self.source = source
    }
}

/// Supplies anchors for a role and a credential type.
public protocol TrustSource: Sendable {
    /// The anchors for a role; `type` is the `vct` or doctype, nil where there is none.
    func anchors(for role: TrustRole, type: String?) async -> [TrustAnchor]
}

/// Whether somebody may do what they did, apart from whether the signature holds.
///
/// Computed when it is needed and never stored as a verdict.
public enum Authority: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The chain ends at an anchor.
    case trusted(anchor: String, source: String)
    /// There are anchors for the role, and the chain ends at none of them.
    case untrusted(reasons: [String])
    /// There are no anchors for the role, or there is nothing to judge by.
    case unknown

    /// A short phrase for a person.
    public var description: String {
        switch self {
        case .trusted(let anchor, let source): "trusted by \(anchor) (\(source))"
        case .untrusted(let reasons): "not trusted: \(reasons.joined(separator: "; "))"
        case .unknown: "unknown"
        }
    }
}

/// What happens when authority is not `.trusted`.
public enum TrustEnforcement: String, Hashable, Sendable, Codable {
    /// Refused.
    case enforce
    /// Goes on with a finding.
    case warn
}
