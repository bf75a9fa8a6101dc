public import LanyardJSON

extension PeerIssuer.Options {
    /// How clients say who they are.
    public struct Clients: Hashable, Sendable {
        /// A client authentication method.
        public enum Method: String, Hashable, Sendable {
            /// Public clients, by their id alone.
            case none
            /// Attestation-based client authentication.
            case attestation = "attest_jwt_client_auth"
            /// RFC 7523.
            case assertion = "private_key_jwt"
        }

        /// How challenges for proofs of possession are given.
        public enum Challenge: Hashable, Sendable {
            /// There are none.
            case none
            /// At an endpoint of their own.
            case endpoint
            /// In a header, when a proof came without one.
            case header
        }

        /// `token_endpoint_auth_methods_supported`.
        public var methods: [Method] = [.none]
        /// How challenges are given.
        public var challenge = Challenge.none
        /// Whether each challenge is good for one proof and each answer brings the next.
        public var rotatesChallenges = false
        /// How many attestations are refused with `use_fresh_attestation` before one is taken.
        public var staleAttestations = 0
        /// The public keys of clients, a JWK Set by client id, for assertions and request objects.
        public var keys: [String: JSON] = [:]
        /// Whether clients can register, RFC 7591; then only those that did are served.
        public var wantsRegistration = false

        /// Makes the options of a server for public clients.
        public init() {}

        /// Makes options that differ from those.
        public init(_ change: (inout Clients) -> Void) {
            change(&self)
        }
    }
}
