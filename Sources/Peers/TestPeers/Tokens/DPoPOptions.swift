extension PeerIssuer.Options {
    /// How tokens are bound to keys, RFC 9449.
    public struct DPoP: Hashable, Sendable {
        /// Whether proofs are wanted at the token endpoint.
        public enum Demand: Hashable, Sendable {
            /// They are looked at and do not matter: tokens are of the type Bearer.
            case off
            /// A token is bound to the key of the proof, if there is one.
            case accepted
            /// There is no token without a proof.
            case required
        }

        /// Whether proofs are wanted.
        public var demand = Demand.off
        /// `dpop_signing_alg_values_supported`.
        public var algorithms = ["ES256"]
        /// Whether the authorization server wants its nonce in proofs.
        public var serverNonces = false
        /// Whether the credential issuer wants its nonce in proofs.
        public var issuerNonces = false
        /// Whether each nonce is good for one proof and each answer brings the next.
        public var rotatesNonces = false
        /// Seconds by which the clocks of server and issuer are ahead.
        public var clockOffset = 0.0

        /// Makes the options of a server that takes proofs, wants them or does without.
        public init(_ demand: Demand = .accepted) {
            self.demand = demand
        }

        /// Makes options that differ from those of a server that wants proofs.
        public init(_ change: (inout DPoP) -> Void) {
            self.init(.required)
            change(&self)
        }
    }

    /// What refresh tokens are like, RFC 6749 §6.
    public struct RefreshTokens: Hashable, Sendable {
        /// Whether each use brings a new one.
        public var areRotated = true
        /// Seconds that one lives; nil for ever.
        public var lifetime: Int64?

        /// Makes the options of tokens that are rotated and live for ever.
        public init(areRotated: Bool = true, lifetime: Int64? = nil) {
            self.areRotated = areRotated
            self.lifetime = lifetime
        }
    }
}
