public import LanyardCertificates
public import LanyardJOSE
public import WalletPorts

/// What a chain of certificates is for, which decides the rules that it is judged by.
public enum CertificateUse: String, Hashable, Sendable, CaseIterable {
    /// Any use: RFC 5280 alone.
    case plain
    /// The issuer of an SD-JWT VC or of signed metadata.
    case jwtIssuer = "jwt-issuer"
    /// The verifier that signs a presentation request.
    case requestSigner = "request-signer"
    /// The signer of a status list token.
    case statusSigner = "status-signer"
    /// The document signer of an mdoc.
    case mdocSigner = "mdoc-signer"
    /// The reader that signs an mdoc request.
    case mdocReader = "mdoc-reader"

    var profile: PathProfile {
        switch self {
        case .plain: .plain
        case .jwtIssuer: .jwtIssuer
        case .requestSigner: .requestSigner
        case .statusSigner: .statusSigner
        case .mdocSigner: .mdocDocumentSigner
        case .mdocReader: .mdocReader
        }
    }
}

/// By what rules, at what time and against which anchors something is judged.
public struct InspectOptions: Sendable {
    /// Whether deviations that a wallet may tolerate count as broken rules.
    public var strictness: Strictness
    /// Which profile's rules apply.
    public var profile: Profile
    /// The time of judgement.
    public var now: Instant
    /// Trust anchors; without any, trust is not judged.
    public var anchors: [Certificate]
    /// Keys to check signatures with whose signer names none that can be had offline.
    public var keys: [JWK]

    /// What a certificate chain is for that stands alone; by default its first certificate tells.
    public var use: CertificateUse?

    /// Makes options; tolerant, under the core profile, unless said otherwise.
    public init(
        now: Instant, strictness: Strictness = .tolerant, profile: Profile = .core, anchors: [Certificate] = [],
        keys: [JWK] = [], use: CertificateUse? = nil
    ) {
        self.now = now
        self.strictness = strictness
        self.profile = profile
        self.anchors = anchors
        self.keys = keys
        self.use = use
    }

    var newFindings: Findings { Findings(strictness: strictness, profile: profile) }

    var isHighAssurance: Bool { profile != .core }
}
