public import LanyardCBOR
public import LanyardJSON

/// One kind of credential that the issuer offers: its metadata and the data it puts in.
public struct PeerConfiguration: Sendable {
    /// A credential format with the type in it.
    public enum Format: Hashable, Sendable {
        /// SD-JWT VC.
        case sdJwtVc(vct: String)
        /// ISO/IEC 18013-5 mdoc.
        case msoMdoc(docType: String)
        /// W3C credential as a JWT, with its types beside `VerifiableCredential`.
        case jwtVcJson(types: [String])
    }

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

    /// `key_attestations_required`, OpenID4VCI 1.0 Appendix D.2.
    public struct KeyAttestationDemand: Hashable, Sendable {
        /// The levels of key storage that are taken; nil takes any.
        public var keyStorage: [String]?
        /// The levels of user authentication that are taken; nil takes any.
        public var userAuthentication: [String]?

        /// Makes a demand; an attestation of any keys unless told otherwise.
        public init(keyStorage: [String]? = nil, userAuthentication: [String]? = nil) {
            self.keyStorage = keyStorage
            self.userAuthentication = userAuthentication
        }

        var json: JSON {
            var entry = JSONObject()
            if let keyStorage { entry["key_storage"] = .array(keyStorage.map { .string($0) }) }
            if let userAuthentication {
                entry["user_authentication"] = .array(userAuthentication.map { .string($0) })
            }
            return .object(entry)
        }
    }

    /// A name space of an mdoc with its elements.
    public struct NameSpace: Sendable {
        /// The name, such as `org.iso.18013.5.1`.
        public var name: String
        /// The elements, in order.
        public var elements: [(identifier: String, value: CBOR)]

        /// Makes a name space.
        public init(_ name: String, _ elements: KeyValuePairs<String, CBOR>) {
            self.name = name
            self.elements = elements.map { ($0.key, $0.value) }
        }
    }

    /// The key in `credential_configurations_supported`.
    public var id: String
    /// The format, with the type in it.
    public var format: Format
    /// The scope; nil leaves it out.
    public var scope: String?
    /// Whether credentials are bound to a key of the holder; an mdoc always is.
    public var isKeyBound = true
    /// The proof types, in order: `jwt` and `attestation`.
    public var proofTypes = ["jwt"]
    /// The algorithms that proofs may use.
    public var proofAlgorithms = ["ES256"]
    /// `cryptographic_binding_methods_supported`; nil is `jwk`, or `cose_key` for an mdoc.
    public var bindingMethods: [String]?
    /// What is wanted of key attestations; nil wants none.
    public var keyAttestation: KeyAttestationDemand?
    /// Names by language tag, in order.
    public var names: [(language: String, text: String)]
    /// The claims in display order.
    public var claims: [Claim]
    /// The data of a credential in JSON, with type and registered claims left out.
    public var data: JSONObject
    /// The data of an mdoc.
    public var nameSpaces: [NameSpace]
    /// The name of the type metadata document whose URL is the `vct` of an SD-JWT VC; nil leaves it as it is.
    public var typeDocument: String?
    /// `credential_reuse_policy` of EUDI wallets; nil leaves it out.
    public var reusePolicy: JSON?
    /// Members that an SD-JWT VC has in the clear; all others, and all members and elements below, can be disclosed one by one.
    public var open: Set<String> = []
    /// Seconds of validity.
    public var lifetime: Double = 90 * 86_400

    /// Makes a configuration; an mdoc has name spaces, the other formats have data.
    public init(
        id: String, _ format: Format, scope: String? = nil, names: [(language: String, text: String)], claims: [Claim],
        data: JSONObject = JSONObject(), nameSpaces: [NameSpace] = []
    ) {
        self.id = id
        self.format = format
        self.scope = scope
        self.names = names
        self.claims = claims
        self.data = data
        self.nameSpaces = nameSpaces
    }

    /// The binding methods, spelled out.
    var methods: [String] { bindingMethods ?? (format.isMdoc ? ["cose_key"] : ["jwk"]) }

    /// The entry in `credential_configurations_supported`, OpenID4VCI 1.0 §12.2.4 and Appendix A.
    var metadata: JSON {
        func display(_ texts: [(language: String, text: String)]) -> [JSON] {
            texts.map { ["name": .string($0.text), "locale": .string($0.language)] }
        }
        var entry: JSONObject = ["format": .string(format.identifier)]
        switch format {
        case .sdJwtVc(let vct):
            entry["vct"] = .string(vct)
            entry["credential_signing_alg_values_supported"] = ["ES256"]
        case .msoMdoc(let docType):
            entry["doctype"] = .string(docType)
            entry["credential_signing_alg_values_supported"] = [-7, -9]
        case .jwtVcJson(let types):
            entry["credential_definition"] = ["type": .array((["VerifiableCredential"] + types).map { .string($0) })]
            entry["credential_signing_alg_values_supported"] = ["ES256"]
        }
        if let scope { entry["scope"] = .string(scope) }
        if isKeyBound {
            entry["cryptographic_binding_methods_supported"] = .array(methods.map { .string($0) })
            var type: JSONObject = [
                "proof_signing_alg_values_supported": .array(proofAlgorithms.map { .string($0) })
            ]
            if let keyAttestation { type["key_attestations_required"] = keyAttestation.json }
            var types = JSONObject()
            for name in proofTypes { types[name] = .object(type) }
            entry["proof_types_supported"] = .object(types)
        }
        let claims = claims.map { claim in
            var entry: JSONObject = ["path": .array(claim.path)]
            if claim.isMandatory { entry["mandatory"] = true }
            if !claim.labels.isEmpty { entry["display"] = .array(display(claim.labels)) }
            return JSON.object(entry)
        }
        var description: JSONObject = ["display": .array(display(names)), "claims": .array(claims)]
        if let reusePolicy { description["credential_reuse_policy"] = reusePolicy }
        entry["credential_metadata"] = .object(description)
        return .object(entry)
    }
}

extension PeerConfiguration.Format {
    /// The OpenID4VCI format identifier.
    public var identifier: String {
        switch self {
        case .sdJwtVc: "dc+sd-jwt"
        case .msoMdoc: "mso_mdoc"
        case .jwtVcJson: "jwt_vc_json"
        }
    }

    var isMdoc: Bool { if case .msoMdoc = self { true } else { false } }
}
