package import LanyardCertificates

/// What the wallet needs to know of a credential format: how to check one that arrived and how to read one that is stored.
///
/// A format is added by a handler of its own in `WalletConfig.formats`; nothing else is touched.
public protocol CredentialFormatHandler: Sendable {
    /// The OpenID4VCI format identifiers that it serves, the present one first.
    var formats: [String] { get }

    /// Which rules the certificates of its issuers keep; `.jwtSigner` unless a format says otherwise.
    var signerRules: SignerRules { get }

    /// How many names make a claim: 1 unless a format says otherwise, 2 where each claim stands in a name space.
    var claimDepth: Int { get }

    /// Checks a credential that arrived, before anything is stored; throws `Finding` for the rule that is broken.
    ///
    /// Integrity always decides: signature, digests, holder key, type, issuer, time. Authority is not judged here.
    func check(_ received: ReceivedCredential, fetching documents: any DocumentFetcher) async throws
        -> CheckedCredential

    /// Reads the claims of a stored credential, as an object without technical members.
    func content(of text: String) throws(CredentialError) -> ClaimValue
}

extension CredentialFormatHandler {
    /// The signer of a JWT.
    public var signerRules: SignerRules { .jwtSigner }

    /// One name.
    public var claimDepth: Int { 1 }
}

/// Fetches public documents that a check needs, such as an issuer's keys.
public protocol DocumentFetcher: Sendable {
    /// Fetches a document over https with GET, whatever its status; throws `IssuanceError`.
    func get(_ url: String) async throws -> HttpResponse
}

/// A credential as it arrived, and what is known of the request that it answers.
public struct ReceivedCredential: Sendable {
    /// The text exactly as it arrived.
    public let text: String
    /// The format identifier that the issuer's metadata names.
    public let format: String
    /// The type that was asked for: `vct` or doctype; nil where the wallet knows of none.
    public let type: String?
    /// The configuration as the issuer's metadata describes it, a JSON object: what it means is the format's to say.
    public let configuration: String
    /// The credential issuer identifier.
    public let issuer: String
    /// The public keys of the request; none when the configuration binds no key.
    public let holderKeys: RequestKeys
    /// The time of the check.
    public let now: Instant
    /// Seconds of difference between clocks that are tolerated.
    public let skew: Double
    /// Which rules apply.
    public let strictness: Strictness
    /// Which profile applies.
    public let profile: Profile
    /// The certificates of credentials that answered the same request.
    package var certificates = KnownCertificates()
    /// The types of those credentials; nil where type metadata is not asked for.
    package var types: CredentialTypes?

    /// Makes the value; for tests of handlers.
    public init(
        text: String, format: String, type: String? = nil, configuration: String = "{}", issuer: String,
        holderKeys: RequestKeys, now: Instant, skew: Double = 60, strictness: Strictness = .tolerant,
        profile: Profile = .core
    ) {
        self.text = text
        self.format = format
        self.type = type
        self.configuration = configuration
        self.issuer = issuer
        self.holderKeys = holderKeys
        self.now = now
        self.skew = skew
        self.strictness = strictness
        self.profile = profile
    }
}

/// What a check found true of a credential.
public struct CheckedCredential: Sendable {
    /// Its format and type.
    public let format: CredentialFormat
    /// Which of the request's keys it is bound to; nil when it is bound to none.
    public let holderKey: Int?
    /// When it is valid.
    public let validity: Validity
    /// The issuer that the credential itself names.
    public let issuer: String?
    /// The issuer's certificate chain, leaf first, DER; empty without one.
    public let chain: [[UInt8]]
    /// Its claims, as an object without technical members.
    public let content: ClaimValue
    /// What was tolerated or noted.
    public let findings: [Finding]
    /// What was checked and passed.
    public let passed: [PassedCheck]
    /// How its type's own metadata shows it.
    package var appearance = CredentialAppearance()

    /// Makes the value; for handlers.
    public init(
        format: CredentialFormat, holderKey: Int?, validity: Validity, issuer: String?, chain: [[UInt8]],
        content: ClaimValue, findings: [Finding], passed: [PassedCheck]
    ) {
        self.format = format
        self.holderKey = holderKey
        self.validity = validity
        self.issuer = issuer
        self.chain = chain
        self.content = content
        self.findings = findings
        self.passed = passed
    }
}

/// The formats of a wallet, by identifier.
package struct CredentialFormats: Sendable {
    private let handlers: [String: any CredentialFormatHandler]

    package init(_ more: [any CredentialFormatHandler]) {
        var handlers: [String: any CredentialFormatHandler] = [:]
        for handler in [SDJWTFormat(), MDocFormat()] + more {
            for format in handler.formats { handlers[format] = handler }
        }
        self.handlers = handlers
    }

    package func handler(for format: String) -> (any CredentialFormatHandler)? { handlers[format] }
}
