extension PeerIssuer.Options {
    /// How messages of the credential and deferred endpoints are encrypted, OpenID4VCI 1.0 §10.
    public struct Encryption: Hashable, Sendable {
        /// Whether messages of one direction are encrypted.
        public enum Demand: Hashable, Sendable {
            /// They cannot be.
            case none
            /// They may be.
            case offered
            /// They must be.
            case required
        }

        /// Requests.
        public var requests: Demand
        /// Answers.
        public var responses: Demand
        /// `enc_values_supported` of both directions.
        public var encryptions = ["A128GCM", "A256GCM"]
        /// `zip_values_supported` of both directions; nil leaves it out.
        public var compressions: [String]?
        /// `alg_values_supported` of answers.
        public var algorithms = ["ECDH-ES"]
        /// Whether keys that cannot be used stand before the good one.
        public var hasUnusableKeys = false
        /// How many requests are refused with `invalid_encryption_parameters`, each with a new key in the metadata after it.
        public var refusals = 0

        /// The strongest encryption of the list that wallets must know.
        var strongest: String? { ["A256GCM", "A192GCM", "A128GCM"].first { encryptions.contains($0) } }

        /// Makes the options of an issuer that encrypts so much.
        public init(requests: Demand = .none, responses: Demand = .none) {
            self.requests = requests
            self.responses = responses
        }
    }
}
