public import LanyardJSON

/// One kind of credential that the issuer offers: its metadata and the data it puts in.
public struct PeerConfiguration: Sendable {
    /// A claim as the metadata describes it.
    public struct Claim: Sendable {
        /// The path pointer, OpenID4VCI 1.0 Appendix C.
        public let path: [JSON]
        /// Whether the issuer always includes it.
        public let isMandatory: Bool
        /// Labels by language tag, in order.
        public let labels: [(language: String, text: String)]

        /// Describes a claim.
        public init(_ path: [JSON], mandatory: Bool = false, _ labels: [(language: String, text: String)] = []) {
            self.path = path
            isMandatory = mandatory
            self.labels = labels
        }
    }

    /// The key in `credential_configurations_supported`.
    public var id: String
    /// The credential type.
    public var vct: String
    /// The scope; nil leaves it out.
    public var scope: String?
    /// Whether credentials are bound to a key of the holder.
    public var isKeyBound = true
    /// The algorithms that proofs may use.
    public var proofAlgorithms = ["ES256"]
    /// Names by language tag, in order.
    public var names: [(language: String, text: String)]
    /// The claims in display order.
    public var claims: [Claim]
    /// The data, with `vct` and the registered claims left out.
    public var data: JSONObject
    /// Members that are in the clear; all others, and all members and elements below, can be disclosed one by one.
    public var open: Set<String> = []
    /// Seconds of validity.
    public var lifetime: Double = 90 * 86_400

    /// Makes a configuration.
    public init(
        id: String, vct: String, scope: String? = nil, names: [(language: String, text: String)], claims: [Claim],
        data: JSONObject
    ) {
        self.id = id
        self.vct = vct
        self.scope = scope
        self.names = names
        self.claims = claims
        self.data = data
    }

    /// The entry in `credential_configurations_supported`, OpenID4VCI 1.0 §12.2.4 and Appendix A.3.
    var metadata: JSON {
        func display(_ texts: [(language: String, text: String)]) -> [JSON] {
            texts.map { ["name": .string($0.text), "locale": .string($0.language)] }
        }
        var entry: JSONObject = ["format": "dc+sd-jwt", "vct": .string(vct)]
        if let scope { entry["scope"] = .string(scope) }
        entry["credential_signing_alg_values_supported"] = ["ES256"]
        if isKeyBound {
            entry["cryptographic_binding_methods_supported"] = ["jwk"]
            let algorithms = JSON.array(proofAlgorithms.map { .string($0) })
            entry["proof_types_supported"] = ["jwt": ["proof_signing_alg_values_supported": algorithms]]
        }
        let claims = claims.map { claim in
            var entry: JSONObject = ["path": .array(claim.path)]
            if claim.isMandatory { entry["mandatory"] = true }
            if !claim.labels.isEmpty { entry["display"] = .array(display(claim.labels)) }
            return JSON.object(entry)
        }
        entry["credential_metadata"] = ["display": .array(display(names)), "claims": .array(claims)]
        return .object(entry)
    }
}
