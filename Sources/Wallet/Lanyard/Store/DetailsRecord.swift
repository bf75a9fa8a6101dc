internal import LanyardCrypto
package import LanyardJSON
internal import LanyardText

/// What is kept of a logical credential for when it is opened: a list does without.
package struct DetailsRecord: Record {
    package static let collection = "details"

    package var credential: CredentialId
    package var claims: [ClaimLabels]
    package var keyPolicy: KeyPolicy
    /// The issuer's certificate chain, leaf first: authority is judged from it each time.
    package var chain: [[UInt8]]
    package var findings: [Finding]

    package var name: String { credential.value }

    /// The digest by which a ``CredentialRecord`` names a chain; empty for no chain.
    package static func digest(of chain: [[UInt8]]) -> String {
        chain.isEmpty ? "" : Base64URL.encode(Hash.sha256(chain.flatMap { Hash.sha256($0) }))
    }
}

extension DetailsRecord {
    package var members: JSONObject {
        [
            "credential": .string(credential.value), "claims": .array(claims.map(\.json)),
            "keyPolicy": [
                "hardware": .string(keyPolicy.hardware.rawValue),
                "userAuthentication": .string(keyPolicy.userAuthentication.rawValue),
                "algorithm": .string(keyPolicy.algorithm.rawValue),
            ],
            "chain": .array(chain.map { .string(Base64.encode($0)) }), "findings": .array(findings.map(\.record)),
        ]
    }

    package init(members: JSONField) throws(JSONError) {
        credential = CredentialId(try members["credential"].string())
        claims = try members["claims"].array().map { field throws(JSONError) in try ClaimLabels(field: field) }
        let policy = members["keyPolicy"]
        keyPolicy = KeyPolicy(
            hardware: try policy["hardware"].choice(), userAuthentication: try policy["userAuthentication"].choice(),
            algorithm: try policy["algorithm"].choice())
        chain = try members["chain"].array().map { field throws(JSONError) in
            guard let der = Base64.decode(try field.string()) else { throw field.error(.type, "not base64") }
            return der
        }
        findings = try members["findings"].array().map { field throws(JSONError) in try Finding(field: field) }
    }
}

extension Finding {
    /// The finding as it is stored: what was seen keeps its kind.
    fileprivate var record: JSON {
        guard var object = json.object else { return json }
        switch seen {
        case .nothing: object["seen"] = .null
        case .absent: object["seen"] = "absent"
        case .kind(let kind, let length):
            object["seen"] = ["kind": .string(kind), "length": length.map { .number(JSONNumber(Int64($0))) } ?? .null]
        case .value(let value): object["seen"] = ["value": .string(value)]
        }
        return .object(object)
    }

    fileprivate init(field: JSONField) throws(JSONError) {
        let seen: Described
        if let kind = field["seen"].value?["kind"]?.string {
            seen = .kind(kind, length: field["seen"].value?["length"]?.int64.map { Int(clamping: $0) })
        } else if let value = field["seen"].value?["value"]?.string {
            seen = .value(value)
        } else {
            seen = field["seen"].value == "absent" ? .absent : .nothing
        }
        self.init(
            try field["code"].string(), Party(rawValue: try field["party"].string()) ?? .environment,
            severity: Severity(rawValue: try field["severity"].string()) ?? .note,
            clause: try field["clause"].string(), rows: try field["requirements"].strings(),
            at: try field["location"].string(), expected: try field["expected"].string(), seen: seen,
            remedy: try field["remedy"].string())
    }
}
