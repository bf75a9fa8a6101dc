public import LanyardJSON

extension PeerIssuer.Options {
    /// When the issuer's metadata comes signed, OpenID4VCI 1.0 §12.2.3.
    public enum SignedMetadata: Hashable, Sendable {
        /// Never.
        case none
        /// When `Accept` names `application/jwt`.
        case offered
        /// Always.
        case always
    }

    /// A type metadata document that the issuer serves, SD-JWT VC §6.
    public struct TypeDocument: Hashable, Sendable {
        /// The members beside `vct` and `extends`, such as `name`, `display` and `claims`.
        public var members: JSONObject
        /// The name of the document that it extends, or the URL of one elsewhere.
        public var extends: String?
        /// Whether what refers to it says its digest.
        public var hasIntegrity: Bool

        /// Describes a document.
        public init(_ members: JSONObject, extends: String? = nil, hasIntegrity: Bool = true) {
            self.members = members
            self.extends = extends
            self.hasIntegrity = hasIntegrity
        }
    }
}
