internal import LanyardCrypto
package import LanyardJSON
package import LanyardOAuth
internal import LanyardText

/// An issuance that waits for a person in a browser: what is needed to go on, in this process or another one.
///
/// Stored before the browser is opened, and taken once: whoever takes it deletes it.
package struct AuthorizationRecord: Record {
    package static let collection = "authorization"

    package let session: String
    package let issuer: IssuerIdentifier
    package let server: IssuerIdentifier
    package let identity: ClientIdentity
    package let configurationIds: [String]
    package let policy: CredentialPolicy
    package let renewed: CredentialId?
    package let redirectURI: String
    package let state: String
    package let verifier: Secret<String>
    package let resources: [String]
    package let askedWithDetails: Bool
    package let dpopKey: ClientKey?
    package let expires: Instant
    /// What the servers said last to be put into DPoP proofs.
    package var nonces = DPoPNonces()
    /// The record of the key once this was taken; not stored.
    package var released: StorageKey?

    package var name: String { Self.name(state: state) }

    /// The name of the record for the `state` of a redirect.
    package static func name(state: String) -> String { Base64URL.encode(Hash.sha256(Array(state.utf8))) }
}

extension AuthorizationRecord {
    package var members: JSONObject {
        var object: JSONObject = [
            "session": .string(session), "issuer": .string(issuer.text), "server": .string(server.text),
            "method": .string(identity.method.description), "configurations": .array(configurationIds.map(JSON.string)),
            "policy": policy.json, "redirect": .string(redirectURI), "state": .string(state),
            "verifier": .string(verifier.reveal()), "resources": .array(resources.map(JSON.string)),
            "details": .bool(askedWithDetails), "expires": .number(JSONNumber(expires.milliseconds)),
        ]
        object["clientId"] = identity.clientId.map(JSON.string)
        object["renewed"] = renewed.map { .string($0.value) }
        object["dpopKey"] = dpopKey?.json
        if dpopKey != nil { object["nonces"] = nonces.json }
        return object
    }

    package init(members: JSONField) throws(JSONError) {
        func identifier(_ name: String) throws(JSONError) -> IssuerIdentifier {
            guard let identifier = IssuerIdentifier(try members[name].string()) else {
                throw JSONError(.type, at: members[name].location, "not an identifier")
            }
            return identifier
        }
        session = try members["session"].string()
        issuer = try identifier("issuer")
        server = try identifier("server")
        identity = ClientIdentity(
            method: ClientAuthenticationMethod(try members["method"].string()),
            clientId: try members["clientId"].optionalString())
        configurationIds = try members["configurations"].strings()
        policy = try CredentialPolicy(field: members["policy"])
        renewed = try members["renewed"].optionalString().map { CredentialId($0) }
        redirectURI = try members["redirect"].string()
        state = try members["state"].string()
        verifier = Secret(try members["verifier"].string())
        resources = try members["resources"].strings()
        askedWithDetails = try members["details"].bool()
        dpopKey = members["dpopKey"].value == nil ? nil : try ClientKey(field: members["dpopKey"])
        expires = Instant(milliseconds: try members["expires"].int64())
        nonces =
            try members["nonces"].value.map { json throws(JSONError) in try DPoPNonces(json: json) } ?? DPoPNonces()
    }
}

extension CredentialPolicy {
    package var json: JSON {
        var object: JSONObject = [
            "batchSize": .number(JSONNumber(Int64(batchSize))), "use": .string(use.rawValue),
            "whenExhausted": .string(whenExhausted.rawValue),
        ]
        object["renewal"] = renewal.map { renewal in
            [
                "unusedBelow": .number(JSONNumber(Int64(renewal.unusedBelow))),
                "beforeExpiry": .number(JSONNumber(Int64(renewal.beforeExpiry))),
            ]
        }
        return .object(object)
    }

    package init(field: JSONField) throws(JSONError) {
        guard let use = Use(rawValue: try field["use"].string()),
            let exhaustion = Exhaustion(rawValue: try field["whenExhausted"].string())
        else { throw JSONError(.type, at: field.location, "an unknown value") }
        var renewal: RenewalPolicy?
        if field["renewal"].value != nil {
            renewal = RenewalPolicy(
                unusedBelow: Int(clamping: try field["renewal"]["unusedBelow"].int64()),
                beforeExpiry: Int(clamping: try field["renewal"]["beforeExpiry"].int64()))
        }
        self.init(
            batchSize: Int(clamping: try field["batchSize"].int64()), use: use, whenExhausted: exhaustion,
            renewal: renewal)
    }
}
