package import LanyardJSON
internal import LanyardText

/// A credential that the issuer has promised: how to ask for it again, with the keys that it will be bound to.
package struct DeferralRecord: Record {
    package static let collection = "deferral"

    package let credential: CredentialId
    package let context: String
    package let configurationId: String
    package let transactionId: String
    package let keys: [NewKey]
    /// Whether a credential is already there, which it will replace.
    package let isRenewal: Bool
    package var nextPoll: Instant

    package var name: String { credential.value }

    package var members: JSONObject {
        [
            "credential": .string(credential.value), "context": .string(context),
            "configuration": .string(configurationId), "transaction": .string(transactionId),
            "keys": .array(
                keys.map { key in
                    [
                        "handle": key.handle.json, "algorithm": .string(key.publicKey.algorithm.rawValue),
                        "public": .string(Base64URL.encode(key.publicKey.bytes)),
                    ]
                }),
            "renewal": .bool(isRenewal), "nextPoll": .number(JSONNumber(nextPoll.milliseconds)),
        ]
    }
}

extension DeferralRecord {
    package init(members: JSONField) throws(JSONError) {
        credential = CredentialId(try members["credential"].string())
        context = try members["context"].string()
        configurationId = try members["configuration"].string()
        transactionId = try members["transaction"].string()
        var keys: [NewKey] = []
        for field in try members["keys"].array() {
            guard let algorithm = KeyAlgorithm(rawValue: try field["algorithm"].string()),
                let bytes = Base64URL.decode(try field["public"].string())
            else { throw JSONError(.type, at: field.location, "not a public key") }
            keys.append(
                NewKey(
                    handle: try KeyHandle(field: field["handle"]),
                    publicKey: PublicKeyBytes(algorithm: algorithm, bytes: bytes)))
        }
        self.keys = keys
        isRenewal = try members["renewal"].bool()
        nextPoll = Instant(milliseconds: try members["nextPoll"].int64())
    }
}
