package import LanyardJSON
package import LanyardOAuth
internal import LanyardOpenID4VCI

/// What one authorization leaves behind: enough to ask again, to renew and to tell the issuer what became of it.
///
/// Shared by the credentials of one authorization; goes with the last of its holders.
package struct IssuanceContextRecord: Record {
    package static let collection = "context"

    package let id: String
    package let issuer: IssuerIdentifier
    package let authorizationServer: IssuerIdentifier
    package let identity: ClientIdentity
    package let dpopKey: ClientKey?
    package var tokens: TokenSet
    /// Until when somebody refreshes the tokens: others wait for what comes of it.
    package var refreshing: Instant?
    /// What the servers said last to be put into DPoP proofs.
    package var nonces: DPoPNonces
    /// The issuer's metadata as it was, with the configurations that were asked for.
    package let metadata: JSON
    /// Names of the records that need this one: credentials, and notifications that are still to be sent.
    package var holders: Set<String>

    package var name: String { id }

    package var members: JSONObject {
        var object: JSONObject = [
            "id": .string(id), "issuer": .string(issuer.text), "server": .string(authorizationServer.text),
            "method": .string(identity.method.description), "tokens": tokens.json, "metadata": metadata,
            "holders": .array(holders.sorted().map(JSON.string)), "nonces": nonces.json,
        ]
        object["clientId"] = identity.clientId.map(JSON.string)
        object["dpopKey"] = dpopKey?.json
        object["refreshing"] = refreshing.map { .number(JSONNumber($0.milliseconds)) }
        return object
    }
}

extension IssuanceContextRecord {
    package init(members: JSONField) throws(JSONError) {
        func identifier(_ name: String) throws(JSONError) -> IssuerIdentifier {
            guard let identifier = IssuerIdentifier(try members[name].string()) else {
                throw JSONError(.type, at: members[name].location, "not an identifier")
            }
            return identifier
        }
        id = try members["id"].string()
        issuer = try identifier("issuer")
        authorizationServer = try identifier("server")
        identity = ClientIdentity(
            method: ClientAuthenticationMethod(try members["method"].string()),
            clientId: try members["clientId"].optionalString())
        dpopKey = members["dpopKey"].value == nil ? nil : try ClientKey(field: members["dpopKey"])
        refreshing =
            members["refreshing"].value == nil ? nil : Instant(milliseconds: try members["refreshing"].int64())
        tokens = try TokenSet(field: members["tokens"])
        nonces =
            try members["nonces"].value.map { json throws(JSONError) in try DPoPNonces(json: json) } ?? DPoPNonces()
        metadata = members["metadata"].value ?? .null
        holders = Set(try members["holders"].strings())
    }
}
