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

    /// What an access token stands for.
    struct Access: Sendable {
        let offered: [String]
        let granted: [String]
        /// Credential identifiers with their configuration, if the token response named any.
        let identifiers: [(identifier: String, configuration: String)]
        /// The client id of the token request; nil after anonymous access.
        let clientID: String?
        let expiry: Instant
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

    var offers: [String: JSON] = [:]
    var grants: [String: Grant] = [:]
    var accesses: [String: Access] = [:]
    /// Each nonce that was given out, and whether it is still good.
    var nonces: [String: Bool] = [:]
    var refusedNonces = 0
    /// Thumbprints of all holder keys that credentials were issued to.
    var usedKeys: Set<String> = []
    /// The ways by which metadata was looked for, per owner.
    var asked: [String: Set<IssuerAddresses.Place.Way>] = [:]
}
