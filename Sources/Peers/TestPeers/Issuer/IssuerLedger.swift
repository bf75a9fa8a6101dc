import LanyardJSON
import WalletPorts

/// What an issuer remembers between requests.
struct IssuerLedger: Sendable {
    /// What a pre-authorized code stands for.
    struct Grant: Sendable {
        let configurations: [String]
        let transactionCode: String?
        let authorizationServer: String?
        var wrongCodes: [String] = []
        var isSpent = false
    }

    /// An authorization under way: asked for, allowed, exchanged.
    struct Authorization: Sendable {
        let server: String
        let clientID: String
        let redirectURI: String
        let state: String?
        let challenge: String
        let configurations: [String]
        let hasDetails: Bool
        /// Whether the request named the issuer in `resource`.
        let wantsResource: Bool
        /// The thumbprint of the DPoP key that the code is for, if it is for one.
        var keyThumbprint: String?
        /// The thumbprint of the client instance's key, if it was attested when the request was pushed.
        var instanceKey: String?
        /// When its code ends to be good; nil before there is one.
        var expiry: Instant?
        var isSpent = false
    }

    /// A pushed authorization request.
    struct Pushed: Sendable {
        let authorization: Authorization
        let expiry: Instant
        var isUsed = false
    }

    /// What the `issuer_state` of an offer stands for.
    struct OfferedState: Sendable {
        let configurations: [String]
        let authorizationServer: String?
    }

    /// What a grant entitles to.
    struct Entitlement: Sendable {
        /// The name of the grant, which refreshed tokens share.
        let session = PeerIssuer.token()
        let server: String
        /// The configurations that were offered or authorized.
        let configurations: [String]
        /// Those of them that the token request narrowed it to.
        let wanted: [String]?
        /// Whether `authorization_details` were sent and must be answered.
        let hasDetails: Bool
        /// Whether scopes were authorized, and nothing else.
        let isByScope: Bool
        /// The client id of the token request; nil after anonymous access.
        let clientID: String?
        /// The thumbprint of the DPoP key that tokens are bound to; nil for bearer tokens.
        var keyThumbprint: String?
        /// The thumbprint of the client instance's key, if it was attested.
        var instanceKey: String?
    }

    /// What an access token stands for.
    struct Access: Sendable {
        let entitlement: Entitlement
        let granted: [String]
        /// Credential identifiers with their configuration, if the token response named any.
        let identifiers: [(identifier: String, configuration: String)]
        var expiry: Instant
        /// The nonce that came with the token, if one did.
        let nonce: String?
        /// Configurations and identifiers that were served already.
        var served: [String] = []
        /// The refusal that the next request must mend.
        var refusal: Refusal?
    }

    /// A refused nonce.
    struct Refusal: Sendable {
        let nonces: Set<String>
        let keys: [String]
        let count: Int
    }

    var encryptionKeys: EncryptionKeys
    var refusedEncryptions = 0
    /// Thumbprints of the keys that answers were encrypted to.
    var recipients: Set<String> = []
    /// The metadata of clients that registered, by id.
    var registrations: [String: JSON] = [:]
    var challengeRolls: [String: NonceRoll] = [:]
    /// The server that each client instance's key was shown to first.
    var instanceKeys: [String: String] = [:]
    var refusedAttestations: Set<String> = []
    var offers: [String: JSON] = [:]
    var grants: [String: Grant] = [:]
    var issuerStates: [String: OfferedState] = [:]
    var pushed: [String: Pushed] = [:]
    /// Login pages that wait for the person.
    var openPages: [String: Authorization] = [:]
    var codes: [String: Authorization] = [:]
    /// Every `state` that was seen, with its `code_challenge`.
    var states: [String: String] = [:]
    var challenges: Set<String> = []
    /// Those whose request led to a code.
    var answeredStates: Set<String> = []
    var accesses: [String: Access] = [:]
    /// Each nonce that was given out, and whether it is still good.
    var nonces: [String: Bool] = [:]
    var refusedNonces = 0
    var transactions: [String: Transaction] = [:]
    /// The grant that each `notification_id` belongs to.
    var notificationIDs: [String: String] = [:]
    var notifications: [PeerNotification] = []
    var failedNotifications = 0
    var refreshes: [String: Refresh] = [:]
    var dpopNonces: [DPoPExamination.Role: NonceRoll] = [:]
    /// The `jti` of every proof that was seen.
    var proofIDs: Set<String> = []
    /// Thumbprints of all holder keys that credentials were issued to.
    var usedKeys: Set<String> = []
    /// The ways by which metadata was looked for, per owner.
    var asked: [String: Set<IssuerAddresses.Place.Way>] = [:]
}
