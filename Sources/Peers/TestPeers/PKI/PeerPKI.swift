public import LanyardCrypto
import LanyardDER
public import LanyardJSON
public import WalletPorts

/// The small PKI of the peers: roots for servers, for issuers of credentials and of mdocs, and two that nobody trusts.
///
/// Keys are fresh in each; validity is counted from the given instant, so a test's clock decides.
public struct PeerPKI: Sendable {
    /// The anchor of TLS servers.
    public let serverRoot: PeerCertificate
    /// The anchor of credential issuers.
    public let issuerRoot: PeerCertificate
    /// A CA under the issuer root, whose certificates have a chain of two.
    public let issuerIntermediate: PeerCertificate
    /// A root of the same name and look as the issuer root, which is no anchor of anyone.
    public let foreignRoot: PeerCertificate
    /// The issuing authority of mdocs, ISO/IEC 18013-5 Annex B.1.2.
    public let issuingAuthority: PeerCertificate
    /// An issuing authority of the same name, which is no anchor of anyone.
    public let foreignAuthority: PeerCertificate
    private let now: Instant

    /// Makes roots that are valid at the instant.
    public init(at now: Instant) throws(CryptoError) {
        self.now = now
        var authority = CertificateDraft.authority("Peer Server Root", at: now)
        authority.pathLength = 1
        serverRoot = try PeerCertificate(authority)
        authority.commonName = "Utopia Issuer Root"
        issuerRoot = try PeerCertificate(authority)
        foreignRoot = try PeerCertificate(authority)
        var intermediate = CertificateDraft.authority("Utopia PID Issuers", at: now)
        intermediate.pathLength = 0
        intermediate.notBefore = now.advanced(by: -90 * 86_400)
        intermediate.notAfter = now.advanced(by: 1800 * 86_400)
        issuerIntermediate = try PeerCertificate(intermediate, issuer: issuerRoot)
        authority.commonName = "Utopia Issuing Authority"
        authority.pathLength = 0
        authority.issuerURI = PeerPKI.authorityURI
        authority.revocationList = PeerPKI.authorityURI + "/iaca.crl"
        issuingAuthority = try PeerCertificate(authority)
        foreignAuthority = try PeerCertificate(authority)
    }

    /// The roots and their keys as JSON: a secret.
    public func archive() throws(CryptoError) -> JSON {
        try [
            "version": 2,
            "certificates": .array(all.map { certificate throws(CryptoError) in try certificate.archive() }),
        ]
    }

    /// Takes the roots from what `archive` gave; nil if it is something else.
    public init?(archive: JSON?, at now: Instant) {
        guard archive?["version"]?.int64 == 2, let parts = archive?["certificates"]?.array, parts.count == 6,
            let server = PeerCertificate(archive: parts[0], issuer: nil),
            let issuer = PeerCertificate(archive: parts[1], issuer: nil),
            let foreign = PeerCertificate(archive: parts[2], issuer: nil),
            let intermediate = PeerCertificate(archive: parts[3], issuer: issuer),
            let authority = PeerCertificate(archive: parts[4], issuer: nil),
            let stranger = PeerCertificate(archive: parts[5], issuer: nil)
        else { return nil }
        self.now = now
        serverRoot = server
        issuerRoot = issuer
        foreignRoot = foreign
        issuerIntermediate = intermediate
        issuingAuthority = authority
        foreignAuthority = stranger
    }

    private var all: [PeerCertificate] {
        [serverRoot, issuerRoot, foreignRoot, issuerIntermediate, issuingAuthority, foreignAuthority]
    }

    /// Makes a TLS server certificate; for `localhost` and 127.0.0.1 unless told otherwise.
    public func server(
        dnsNames: [String] = ["localhost"], addresses: [[UInt8]] = [[127, 0, 0, 1]],
        change: (inout CertificateDraft) -> Void = { _ in }
    ) throws(CryptoError) -> PeerCertificate {
        var draft = CertificateDraft(dnsNames.first ?? "server", at: now)
        draft.dnsNames = dnsNames
        draft.addresses = addresses
        draft.purposes = [OID(1, 3, 6, 1, 5, 5, 7, 3, 1)]
        change(&draft)
        return try PeerCertificate(draft, issuer: serverRoot)
    }

    /// Makes a signer of credentials whose `iss` is the identifier, under the intermediate unless told otherwise.
    public func credentialSigner(
        _ identifier: String, host: String, under issuer: PeerCertificate? = nil,
        change: (inout CertificateDraft) -> Void = { _ in }
    ) throws(CryptoError) -> PeerCertificate {
        var draft = CertificateDraft("Utopia PID Signer", at: now)
        draft.dnsNames = [host]
        draft.uris = [identifier]
        change(&draft)
        return try PeerCertificate(draft, issuer: issuer ?? issuerIntermediate)
    }

    /// Makes a signer of mdocs, ISO/IEC 18013-5 Annex B.1.4, under the issuing authority unless told otherwise.
    public func documentSigner(
        under authority: PeerCertificate? = nil, change: (inout CertificateDraft) -> Void = { _ in }
    ) throws(CryptoError) -> PeerCertificate {
        var draft = CertificateDraft("Utopia Document Signer", at: now)
        draft.isAuthority = nil
        draft.purposes = [OID(1, 0, 18013, 5, 1, 2)]
        draft.arePurposesCritical = true
        draft.issuerURI = PeerPKI.authorityURI
        draft.revocationList = PeerPKI.authorityURI + "/iaca.crl"
        change(&draft)
        return try PeerCertificate(draft, issuer: authority ?? issuingAuthority)
    }

    private static let authorityURI = "https://authority.example"
}
