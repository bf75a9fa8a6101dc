public import LanyardJSON

extension PeerIssuer.Options {
    /// How credentials come later, OpenID4VCI 1.0 §9.
    public struct Deferral: Hashable, Sendable {
        /// How a transaction ends.
        public enum Ending: Hashable, Sendable {
            /// With the credentials.
            case issued
            /// With `credential_request_denied`.
            case denied
            /// With `invalid_transaction_id`.
            case forgotten
        }

        /// How often the deferred endpoint says "not yet" before the end.
        public var polls: Int
        /// `interval`, seconds; null leaves it out.
        public var interval: JSON
        /// How a transaction ends.
        public var ending: Ending
        /// The configurations whose credentials come later; nil for all.
        public var configurations: Set<String>?
        /// Whether the metadata names the deferred endpoint.
        public var hasEndpoint = true

        /// Makes the options of an issuer that says "not yet" so many times.
        public init(
            polls: Int = 1, interval: JSON = 5, ending: Ending = .issued, configurations: Set<String>? = nil
        ) {
            self.polls = polls
            self.interval = interval
            self.ending = ending
            self.configurations = configurations
        }
    }

    /// How notifications are taken, OpenID4VCI 1.0 §11.
    public struct Notifications: Hashable, Sendable {
        /// The status of the answer to a good one.
        public var status: Int
        /// How many are answered with 503 before.
        public var failures: Int
        /// The error that every one is answered with; nil for none.
        public var error: String?

        /// Makes the options of an issuer that answers 204.
        public init(status: Int = 204, failures: Int = 0, error: String? = nil) {
            self.status = status
            self.failures = failures
            self.error = error
        }
    }
}
