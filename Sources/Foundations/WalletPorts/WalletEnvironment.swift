/// The world as the wallet sees it: every port, given once.
public struct WalletEnvironment: Sendable {
    /// Where records are kept.
    public var storage: any StorageDriver
    /// Where keys live; the first makes new ones, the others serve handles of their own.
    public var secureAreas: [any SecureArea]
    /// How requests are sent.
    public var http: any HttpTransport
    /// Unguessable bytes.
    public var rng: any Rng
    /// The time.
    public var clock: any WalletClock
    /// What a developer is told.
    public var logger: (any WalletLogger)?
    /// The transaction log; nil keeps it in `storage`.
    public var transactionLog: (any TransactionLogStore)?
    /// The wallet provider's attestations.
    public var attestation: (any WalletAttestationProvider)?
    /// Where anchors come from.
    public var trust: [any TrustSource]
    /// Consent for calls without a screen of their own.
    public var consent: (any ConsentPrompt)?
    /// Authentication for gates that are not bound to a key.
    public var authentication: (any UserAuthentication)?
    /// The person's word on issuance.
    public var approval: any IssuanceApproval
    /// The languages of the person, best first, as BCP 47 tags.
    public var languages: [String]

    /// Bundles the ports.
    public init(
        storage: any StorageDriver, secureAreas: [any SecureArea], http: any HttpTransport, rng: any Rng,
        clock: any WalletClock, logger: (any WalletLogger)? = nil, transactionLog: (any TransactionLogStore)? = nil,
        attestation: (any WalletAttestationProvider)? = nil, trust: [any TrustSource] = [],
        consent: (any ConsentPrompt)? = nil, authentication: (any UserAuthentication)? = nil,
        approval: any IssuanceApproval = ApproveEverything(), languages: [String] = ["en"]
    ) {
        self.storage = storage
        self.secureAreas = secureAreas
        self.http = http
        self.rng = rng
        self.clock = clock
        self.logger = logger
        self.transactionLog = transactionLog
        self.attestation = attestation
        self.trust = trust
        self.consent = consent
        self.authentication = authentication
        self.approval = approval
        self.languages = languages
    }
}
