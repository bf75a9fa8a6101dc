import LanyardDER
public import WalletPorts

/// What a certification path is for, and which rules that use adds to RFC 5280's.
///
/// Every profile has the rules of ``PathProfile/plain``. Trust anchors belong to one use: a validator of one profile is
/// given that use's anchors only.
public struct PathProfile: Sendable, Hashable {
    /// The kinds of rules that a profile can add.
    enum MDocRole: Sendable, Hashable {
        /// A document signer under an issuing authority's root (ISO/IEC 18013-5 Annex B.1.2 and B.1.4).
        case documentSigner
        /// A reader under a reader authority (Annex B.1.7).
        case reader
    }

    /// The name of the use, such as "mdoc document signer".
    public let name: String
    /// Whose certificates these are.
    public let party: Finding.Party
    /// The leaf's key usage must allow at least one of these, where the certificate restricts it.
    var leafUsage: KeyUsage = []
    /// Whether the leaf must have the key usage extension.
    var leafUsageRequired = false
    /// The purpose that the leaf must name.
    var purpose: OID?
    /// Whether a missing purpose is only noted.
    var purposeIsTolerated = false
    /// Whether a certificate authority may be the leaf.
    var leafMayBeAuthority = true
    /// Whether a leaf that is an anchor itself is trusted.
    public internal(set) var allowsDirectTrust = false
    /// Whether a leaf that its own key signed is refused even when it is an anchor.
    public internal(set) var refusesSelfSignedLeaf = false
    /// Whether a chain that contains the anchor is refused.
    public internal(set) var refusesAnchorInChain = false
    /// The rules of ISO/IEC 18013-5 Annex B, and for whom.
    var mdoc: MDocRole?
    /// Whether the formal rules of Annex B refuse instead of leaving a note.
    public internal(set) var isStrict = false

    init(_ name: String, _ party: Finding.Party) {
        self.name = name
        self.party = party
    }

    /// RFC 5280 without policies: what every other profile starts from.
    ///
    /// Stricter than the RFC allows: at most six certificates in order, names equal byte for byte, the authority
    /// extension on every issuer including the anchor, no name constraints at all, no MD5 or SHA-1.
    public static let plain = PathProfile("certificate", .issuer)

    /// The signer of an SD-JWT VC, of issuer metadata or of another JWT by an issuer (`x5c`).
    public static let jwtIssuer = signer("JWT issuer", .issuer)

    /// The signer of a presentation request (`x509_san_dns`, `x509_hash`).
    public static let requestSigner = signer("request signer", .verifier)

    /// The signer of a status list token.
    public static let statusSigner = signer("status signer", .issuer)

    /// The document signer of a mobile driving licence.
    ///
    /// Role, purpose, country and state, key type always decide; the rest of Annex B leaves notes unless ``strict``.
    public static let mdocDocumentSigner: PathProfile = {
        var profile = PathProfile("mdoc document signer", .issuer)
        profile.leafUsage = .digitalSignature
        profile.leafUsageRequired = true
        profile.purpose = .mdlDocumentSigner
        profile.leafMayBeAuthority = false
        profile.mdoc = .documentSigner
        return profile
    }()

    /// The document signer of any mdoc: for other types than the driving licence another purpose only leaves a note.
    public static func mdocDocumentSigner(docType: String) -> PathProfile {
        var profile = mdocDocumentSigner
        profile.purposeIsTolerated = docType != "org.iso.18013.5.1.mDL"
        return profile
    }

    /// The reader that signs an mdoc request.
    public static let mdocReader: PathProfile = {
        var profile = PathProfile("mdoc reader", .verifier)
        profile.leafUsage = .digitalSignature
        profile.leafUsageRequired = true
        profile.purpose = .mdocReader
        profile.leafMayBeAuthority = false
        profile.mdoc = .reader
        return profile
    }()

    private static func signer(_ name: String, _ party: Finding.Party) -> PathProfile {
        var profile = PathProfile(name, party)
        profile.leafUsage = [.digitalSignature, .contentCommitment]
        profile.allowsDirectTrust = true
        return profile
    }

    /// The same use under HAIP and the European profile: no self-signed leaf, no anchor inside the chain.
    public var highAssurance: PathProfile {
        var profile = self
        profile.refusesSelfSignedLeaf = true
        profile.refusesAnchorInChain = true
        return profile
    }

    /// The same use with every formal rule of Annex B enforced, the purpose for all document types included.
    public var strict: PathProfile {
        var profile = self
        profile.isStrict = true
        profile.purposeIsTolerated = false
        return profile
    }
}

extension OID {
    static let mdlDocumentSigner = OID(1, 0, 18013, 5, 1, 2)
    static let mdocReader = OID(1, 0, 18013, 5, 1, 6)
}
