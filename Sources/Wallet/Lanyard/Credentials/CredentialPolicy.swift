/// How many instances of a credential are asked for and how they are used up.
public struct CredentialPolicy: Hashable, Sendable {
    /// How instances are used.
    public enum Use: String, Hashable, Sendable {
        /// The least-presented instance is used; none is used up.
        case rotate
        /// Each instance is presented once.
        case oneTime
    }

    /// What happens when all one-time instances were presented.
    public enum Exhaustion: String, Hashable, Sendable {
        /// Refused with `.instancesExhausted`.
        case refuse
        /// The least-presented instance is used again.
        case reuseWhenExhausted
    }

    /// How many instances to ask for, at least one; the issuer's batch size bounds it.
    public let batchSize: Int
    /// How they are used.
    public let use: Use
    /// What happens when they are used up.
    public let whenExhausted: Exhaustion
    /// When upkeep receives it anew; nil for what `IssuanceConfig.renewal` says.
    public let renewal: RenewalPolicy?

    /// Makes a policy; a batch size below one becomes one.
    ///
    /// Where the issuer states a policy of reuse, it takes the place of one that is made without any argument.
    public init(
        batchSize: Int = 1, use: Use = .rotate, whenExhausted: Exhaustion = .refuse, renewal: RenewalPolicy? = nil
    ) {
        self.batchSize = max(1, batchSize)
        self.use = use
        self.whenExhausted = whenExhausted
        self.renewal = renewal
    }
}
