/// When requests and responses of the credential endpoint are encrypted.
public enum CredentialEncryptionPolicy: String, Hashable, Sendable {
    /// Only when the issuer's metadata requires it.
    case whenRequired
    /// When the issuer offers it.
    case preferred
    /// Always; an issuer that does not offer it is refused.
    case required
}

/// Whether access tokens are bound to a key of the wallet, RFC 9449.
public enum DPoPPolicy: String, Hashable, Sendable {
    /// A proof goes with every token request; a server that answers with a bearer token all the same is recorded.
    ///
    /// Under HAIP such an answer is refused.
    case on
    /// Never. Not possible under HAIP.
    case off
}

/// Whether the wallet registers itself with authorization servers, RFC 7591.
public enum ClientRegistrationPolicy: String, Hashable, Sendable {
    /// The wallet's client id is known to the server.
    case never
    /// A server with a registration endpoint is asked for a client id, once.
    case whenOffered
}

/// What happens with issuer metadata that is signed, OpenID4VCI 1.0 §12.2.3.
public enum SignedMetadataPolicy: String, Hashable, Sendable {
    /// It is not asked for.
    case ignore
    /// It is asked for where anchors of metadata signers are configured; plain metadata does as well.
    case prefer
    /// Plain metadata is refused.
    case require
}

/// What happens with the type metadata of SD-JWT VCs whose type is an https URL, SD-JWT VC §6.
public enum TypeMetadataPolicy: String, Hashable, Sendable, CaseIterable {
    /// It is not fetched.
    case ignore
    /// It is fetched when a credential is received, and checked; where there is none the credential is taken without.
    case prefer
    /// An SD-JWT VC without type metadata that can be used is refused.
    case require
}

/// Which grant is taken when an offer has both.
public enum GrantPreference: String, Hashable, Sendable {
    case preAuthorizedCode
    case authorizationCode
}

/// How long a session waits for a deferred credential.
public enum DeferredPatience: Hashable, Sendable {
    /// While the next answer is due within so many seconds of the session's start of waiting.
    case seconds(Double)
    /// Until it is there or refused.
    case untilReady
}

/// When upkeep receives a credential anew.
public struct RenewalPolicy: Hashable, Sendable {
    /// Fewer unused instances of a one-time credential than this; 0 never refills.
    public var unusedBelow: Int
    /// Whole seconds before the end of its validity; 0 never renews.
    public var beforeExpiry: Int

    /// Makes a policy: two instances, seven days.
    public init(unusedBelow: Int = 2, beforeExpiry: Int = 7 * 86_400) {
        self.unusedBelow = max(0, unusedBelow)
        self.beforeExpiry = max(0, beforeExpiry)
    }
}

/// A key that authorization servers know the wallet by, for `private_key_jwt`.
public struct ClientAssertionKey: Hashable, Sendable {
    /// The key, in one of the environment's secure areas.
    public let handle: KeyHandle
    /// Its public half.
    public let publicKey: PublicKeyBytes
    /// Its id in the key set that the server has, if it has one.
    public let keyId: String?

    /// Names a key.
    public init(handle: KeyHandle, publicKey: PublicKeyBytes, keyId: String? = nil) {
        self.handle = handle
        self.publicKey = publicKey
        self.keyId = keyId
    }
}
