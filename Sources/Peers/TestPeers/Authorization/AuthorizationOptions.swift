extension PeerIssuer.Options {
    /// How the authorization code grant is given, RFC 6749 §4.1.
    public struct Authorization: Hashable, Sendable {
        /// What the authorization endpoint shows.
        public enum Page: Hashable, Sendable {
            /// A page that asks the person to log in and to agree.
            case login
            /// Nothing: it sends the browser back at once.
            case automatic
        }

        /// Whether authorization requests can be pushed, RFC 9126.
        public enum Pushing: Hashable, Sendable {
            /// There is no endpoint for it.
            case none
            /// They may be pushed.
            case offered
            /// They must be pushed.
            case required
        }

        /// Whether authorization requests can be signed, RFC 9101.
        public enum RequestObjects: Hashable, Sendable {
            /// They are looked at if they come.
            case accepted
            /// They must come.
            case required
        }

        /// Whether authorization requests can be signed.
        public var requestObjects = RequestObjects.accepted
        /// What the authorization endpoint shows.
        public var page = Page.automatic
        /// Whether authorization requests can be pushed.
        public var pushing = Pushing.none
        /// `authorization_response_iss_parameter_supported`, RFC 9207.
        public var announcesIssuer = true
        /// Whether the redirect has `iss`.
        public var sendsIssuer = true
        /// Whether only requests with the `issuer_state` of an offer are served.
        public var demandsOffer = false
        /// Whether a configuration that has a scope must be asked for by it, as HAIP wants.
        public var demandsScope = false
        /// `code_challenge_methods_supported`; nil leaves it out.
        public var challengeMethods: [String]? = ["S256"]
        /// `authorization_details_types_supported`; nil leaves it out.
        public var detailsTypes: [String]? = ["openid_credential"]
        /// Scopes of the authorization server itself.
        public var ownScopes: Set<String> = []
        /// The redirect URIs that are registered; nil takes any.
        public var redirectURIs: Set<String>?
        /// A query that the authorization endpoint has.
        public var endpointQuery: String?
        /// The error that every authorization ends with; nil for none.
        public var refusal: String?
        /// Seconds that a pushed request lives.
        public var pushedLifetime: Int64 = 60
        /// Seconds that a code lives.
        public var codeLifetime: Int64 = 60

        /// Makes the options of a plain server that sends the browser back at once.
        public init() {}

        /// Makes options that differ from the plain ones.
        public init(_ change: (inout Authorization) -> Void) {
            change(&self)
        }
    }
}
