/// How a wallet behaves; the defaults suit an app.
public struct WalletConfig: Sendable {
    /// Whether deviations that a row calls lenient stop.
    public var strictness: Strictness
    /// Which rules beyond the core are enforced.
    ///
    /// `.haip` and `.eu` demand client attestation: the environment needs an attestation provider.
    public var profile: Profile
    /// How credentials are received.
    public var issuance: IssuanceConfig
    /// What happens when somebody is not trusted.
    public var trust: TrustConfig
    /// Formats beyond those that are built in.
    public var formats: [any CredentialFormatHandler]
    /// Types of key proof beyond those that are built in, best first; one that is built in is preferred.
    public var proofTypes: [any KeyProofHandler]

    /// Makes a configuration.
    public init(
        strictness: Strictness = .tolerant, profile: Profile = .core, issuance: IssuanceConfig = IssuanceConfig(),
        trust: TrustConfig = TrustConfig(), formats: [any CredentialFormatHandler] = [],
        proofTypes: [any KeyProofHandler] = []
    ) {
        self.strictness = strictness
        self.profile = profile
        self.issuance = issuance
        self.trust = trust
        self.formats = formats
        self.proofTypes = proofTypes
    }
}

/// How credentials are received.
public struct IssuanceConfig: Sendable {
    /// The client id towards authorization servers: an app sets its own.
    public var clientId: String
    /// Where authorization servers send the browser back to.
    public var redirectUri: String
    /// When requests and responses of the credential endpoint are encrypted.
    public var credentialEncryption: CredentialEncryptionPolicy
    /// Whether tokens are bound to a key of the wallet, RFC 9449.
    public var dpop: DPoPPolicy
    /// The key of client assertions (`private_key_jwt`), where servers know the wallet by one.
    public var assertionKey: ClientAssertionKey?
    /// Whether the wallet registers itself where a server offers that, RFC 7591, in place of `clientId`.
    public var registration: ClientRegistrationPolicy
    /// What happens with signed issuer metadata.
    public var signedMetadata: SignedMetadataPolicy
    /// What happens with the type metadata of SD-JWT VCs.
    public var typeMetadata: TypeMetadataPolicy
    /// Whether credentials are asked for by `authorization_details` where a scope would do; never under HAIP.
    public var prefersAuthorizationDetails: Bool
    /// Which grant is taken when an offer has both.
    public var preferredGrant: GrantPreference
    /// How long a session waits for a deferred credential before it ends with its id.
    public var deferredPatience: DeferredPatience
    /// When credentials are received anew in the background.
    public var renewal: RenewalPolicy
    /// What protects the keys of credentials.
    public var keyPolicy: KeyPolicy
    /// How often a person may enter a wrong transaction code before the session fails.
    public var txCodeAttempts: Int
    /// Schemes of offer links beyond `openid-credential-offer` and `haip-vci`; https hosts are claimed links.
    public var offerSchemes: [String]
    /// Issuers, by their identifiers, that follow drafts 13 and 14: a credential is asked for as those had it, one at a time.
    public var draftIssuers: Set<String>
    /// Seconds of work, without waiting for a person, after which a session fails.
    public var activeTime: Double
    /// Seconds of difference between the clocks of issuer and wallet that are tolerated.
    public var clockSkew: Double

    /// Makes a configuration.
    public init(
        clientId: String = "wallet-dev", redirectUri: String = "eudi-wallet://authorize",
        credentialEncryption: CredentialEncryptionPolicy = .whenRequired, dpop: DPoPPolicy = .on,
        assertionKey: ClientAssertionKey? = nil, registration: ClientRegistrationPolicy = .never,
        signedMetadata: SignedMetadataPolicy = .prefer, typeMetadata: TypeMetadataPolicy = .prefer,
        prefersAuthorizationDetails: Bool = false,
        preferredGrant: GrantPreference = .preAuthorizedCode, deferredPatience: DeferredPatience = .seconds(60),
        renewal: RenewalPolicy = RenewalPolicy(), keyPolicy: KeyPolicy = KeyPolicy(),
        txCodeAttempts: Int = 3, offerSchemes: [String] = [], draftIssuers: Set<String> = [], activeTime: Double = 600,
        clockSkew: Double = 60
    ) {
        self.clientId = clientId
        self.redirectUri = redirectUri
        self.credentialEncryption = credentialEncryption
        self.dpop = dpop
        self.assertionKey = assertionKey
        self.registration = registration
        self.signedMetadata = signedMetadata
        self.typeMetadata = typeMetadata
        self.prefersAuthorizationDetails = prefersAuthorizationDetails
        self.preferredGrant = preferredGrant
        self.deferredPatience = deferredPatience
        self.renewal = renewal
        self.keyPolicy = keyPolicy
        self.txCodeAttempts = txCodeAttempts
        self.offerSchemes = offerSchemes
        self.draftIssuers = draftIssuers
        self.activeTime = activeTime
        self.clockSkew = clockSkew
    }
}
