extension PeerIssuer {
    /// How the issuer behaves, within the rules and outside.
    public struct Options: Sendable {
        /// Where the issuer's metadata is served.
        public enum Placement: Hashable, Sendable {
            /// Between host and path, the path as it is.
            case inserted
            /// Between host and path, a slash at the end of the path removed.
            case insertedWithoutSlash
            /// After the path, as drafts before 16 were often read.
            case suffix
        }

        /// Where the authorization server's metadata is served.
        public enum ServerPlacement: Hashable, Sendable {
            /// RFC 8414: `oauth-authorization-server` between host and path.
            case oauth
            /// OpenID Connect Discovery: `openid-configuration` after the path.
            case openidSuffix
            /// RFC 8414 §5: `openid-configuration` between host and path.
            case openidInserted
        }

        /// An authorization server beside the issuer.
        public struct AuthorizationServer: Hashable, Sendable {
            /// Its issuer identifier.
            public let identifier: String
            /// Its `grant_types_supported`; nil leaves the member out.
            public let grantTypes: [String]?
            /// Whether its metadata answers 503.
            public let isUnreachable: Bool

            /// Describes a server; it supports the pre-authorized grant unless told otherwise.
            public init(
                _ identifier: String, grantTypes: [String]? = [PeerIssuer.preAuthorizedGrant],
                isUnreachable: Bool = false
            ) {
                self.identifier = identifier
                self.grantTypes = grantTypes
                self.isUnreachable = isUnreachable
            }
        }

        /// How a wallet finds the key that signs credentials.
        public enum KeySource: Hashable, Sendable {
            /// The `x5c` header; mdocs have their certificates always.
            case certificates
            /// JWT VC issuer metadata and the `kid` header.
            case metadata
        }

        /// How a nonce is refused.
        public enum NonceRefusal: Hashable, Sendable {
            /// The error `invalid_nonce`.
            case invalidNonce
            /// The error `invalid_proof` with a new `c_nonce` beside it, as drafts before 14 had it.
            case invalidProofWithNonce
        }

        /// The credential issuer identifier.
        public var identifier = "https://issuer.example"
        /// The configurations, in the order of the metadata.
        public var configurations: [PeerConfiguration] = [.pid, .mdl, .diploma, .libraryCard, .mdocPID]
        /// `authorization_servers`; empty leaves the member out and the issuer is its own server.
        public var authorizationServers: [AuthorizationServer] = []
        /// The authorization code grant; nil for none.
        public var authorization: Authorization?
        /// How clients say who they are.
        public var clients = Clients()
        /// The anchors of wallet providers, DER: who may attest clients and keys.
        public var walletProviders: [[UInt8]] = []
        /// How tokens are bound to keys.
        public var dpop = DPoP(.off)
        /// Refresh tokens; nil for none.
        public var refreshTokens: RefreshTokens?
        /// How messages of the credential and deferred endpoints are encrypted.
        public var encryption = Encryption()
        /// How credentials come later; nil for at once.
        public var deferral: Deferral?
        /// How notifications are taken; nil for no endpoint.
        public var notifications: Notifications?
        /// When the issuer's metadata comes signed.
        public var signedMetadata = SignedMetadata.none
        /// Type metadata documents by name, served under `types/`.
        public var typeDocuments: [String: TypeDocument] = [:]
        /// Where the issuer's metadata is served.
        public var placement = Placement.inserted
        /// Where the authorization server's metadata is served.
        public var serverPlacement = ServerPlacement.oauth
        /// A query that the credential endpoint has.
        public var credentialEndpointQuery: String?
        /// `batch_size`; nil leaves the member out.
        public var batchSize: Int? = 10
        /// Whether there is a nonce endpoint.
        public var hasNonceEndpoint = true
        /// Whether the token response brings a `c_nonce`, as drafts before 14 had it.
        public var sendsNonceWithToken = false
        /// Whether a credential response brings a `c_nonce`.
        public var sendsNonceWithCredential = false
        /// How many nonces are refused before one is taken.
        public var nonceRefusals = 0
        /// How they are refused.
        public var nonceRefusal = NonceRefusal.invalidNonce
        /// Whether a nonce is good for one request only.
        public var rotatesNonces = false
        /// Whether the token response names credential identifiers, and how many a configuration.
        public var identifiersPerConfiguration = 0
        /// Configurations that the token response leaves out although they were asked for.
        public var withheldConfigurations: Set<String> = []
        /// `pre-authorized_grant_anonymous_access_supported`.
        public var allowsAnonymousAccess = false
        /// Wrong transaction codes that are tolerated before the pre-authorized code is locked.
        public var transactionCodeAttempts = 5
        /// The error for a wrong transaction code: `invalid_grant`, or `invalid_tx_code` of the 1.1 draft.
        public var transactionCodeError = "invalid_grant"
        /// Whether device keys of mdocs are written with a sign bit for `y`, RFC 9053 §7.1.1.
        public var compressesDeviceKeys = false
        /// Whether a batch comes in reversed order.
        public var reversesBatch = false
        /// Credentials to leave out of a batch.
        public var omittedCredentials = 0
        /// Whether the answer has a single `credential`, as drafts before 15 had it.
        public var answersInOldForm = false
        /// Whether `notification_id` comes with credentials.
        public var sendsNotificationID = false
        /// How a wallet finds the key that signs credentials.
        public var keySource = KeySource.certificates
        /// What is wrong.
        public var faults: Set<PeerFault> = []
        /// The one credential of an answer that has the fault; nil for all.
        public var faultyIndex: Int?
        /// The configuration whose credentials have the fault; nil for all.
        public var faultyConfiguration: String?
        /// Seconds that a token lives.
        public var tokenLifetime: Int64 = 600
        /// Seconds that metadata may be cached.
        public var metadataMaxAge = 3600

        /// Makes the options of a plain issuer that does everything right.
        public init() {}
    }
}
