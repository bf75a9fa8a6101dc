package import LanyardJSON
internal import LanyardText

/// What is kept of a logical credential, apart from its instances.
package struct CredentialRecord: Record {
    package static let collection = "credential"

    package enum State: String, Sendable {
        case issued
        case keyLost
    }

    package var id: CredentialId
    package var format: CredentialFormat
    package var configurationId: String
    package var issuer: String
    package var issuerDisplay: DisplaySnapshot
    package var display: DisplaySnapshot
    package var claims: [ClaimLabels]
    package var receivedAt: Instant
    package var validity: Validity
    package var state: State
    package var policy: CredentialPolicy
    package var keyPolicy: KeyPolicy
    package var instances: Int
    package var unused: Int
    /// The issuer's certificate chain, leaf first: authority is judged from it each time.
    package var chain: [[UInt8]]
    package var findings: [Finding]

    package var name: String { id.value }

    /// No credential has more instances than this, whatever its record says.
    package static let mostInstances = 10_000
    /// The numbers of the instances are below this.
    package var instanceLimit: Int { max(0, min(instances, Self.mostInstances)) }

    package func summary(languages: [String], authority: Authority) -> CredentialSummary {
        CredentialSummary(
            id: id, format: format,
            lifecycle: state == .keyLost
                ? .unusable(.keyLost)
                : .issued(
                    at: receivedAt, validity: validity, instances: InstanceCounts(total: instances, unused: unused)),
            issuer: issuerDisplay.issuer(id: issuer, languages: languages),
            display: display.credential(fallback: format.type, languages: languages),
            configurationId: configurationId, policy: policy, authority: authority)
    }
}

extension CredentialRecord {
    package var members: JSONObject {
        var object: JSONObject = [
            "id": .string(id.value), "format": .string(format.identifier), "type": .string(format.type),
            "configurationId": .string(configurationId), "issuer": .string(issuer),
            "issuerDisplay": issuerDisplay.json, "display": display.json, "claims": .array(claims.map(\.json)),
            "receivedAt": .number(JSONNumber(receivedAt.milliseconds)), "state": .string(state.rawValue),
            "instances": .number(JSONNumber(Int64(instances))), "unused": .number(JSONNumber(Int64(unused))),
            "chain": .array(chain.map { .string(Base64.encode($0)) }), "findings": .array(findings.map(\.record)),
            "policy": [
                "batchSize": .number(JSONNumber(Int64(policy.batchSize))), "use": .string(policy.use.rawValue),
                "whenExhausted": .string(policy.whenExhausted.rawValue),
            ],
            "keyPolicy": [
                "hardware": .string(keyPolicy.hardware.rawValue),
                "userAuthentication": .string(keyPolicy.userAuthentication.rawValue),
                "algorithm": .string(keyPolicy.algorithm.rawValue),
            ],
        ]
        object["from"] = validity.from.map { .number(JSONNumber($0.milliseconds)) }
        object["until"] = validity.until.map { .number(JSONNumber($0.milliseconds)) }
        return object
    }

    package init(members: JSONField) throws(JSONError) {
        func choice<Choice: RawRepresentable<String>>(_ field: JSONField) throws(JSONError) -> Choice {
            guard let choice = Choice(rawValue: try field.string()) else {
                throw JSONError(.type, at: field.location, "an unknown value")
            }
            return choice
        }
        func count(_ name: String) throws(JSONError) -> Int { Int(clamping: try members[name].int64()) }
        func instant(_ name: String) throws(JSONError) -> Instant? {
            members[name].value == nil ? nil : Instant(milliseconds: try members[name].int64())
        }
        id = CredentialId(try members["id"].string())
        let type = try members["type"].string()
        switch try members["format"].string() {
        case "dc+sd-jwt": format = .sdJwtVc(type)
        case "mso_mdoc": format = .msoMdoc(type)
        case let identifier: format = .other(identifier, type: type)
        }
        configurationId = try members["configurationId"].string()
        issuer = try members["issuer"].string()
        issuerDisplay = try DisplaySnapshot(field: members["issuerDisplay"])
        display = try DisplaySnapshot(field: members["display"])
        var claims: [ClaimLabels] = []
        for field in try members["claims"].array() { claims.append(try ClaimLabels(field: field)) }
        self.claims = claims
        receivedAt = Instant(milliseconds: try members["receivedAt"].int64())
        validity = Validity(from: try instant("from"), until: try instant("until"))
        state = try choice(members["state"])
        policy = CredentialPolicy(
            batchSize: Int(clamping: try members["policy"]["batchSize"].int64()),
            use: try choice(members["policy"]["use"]), whenExhausted: try choice(members["policy"]["whenExhausted"]))
        keyPolicy = KeyPolicy(
            hardware: try choice(members["keyPolicy"]["hardware"]),
            userAuthentication: try choice(members["keyPolicy"]["userAuthentication"]),
            algorithm: try choice(members["keyPolicy"]["algorithm"]))
        instances = try count("instances")
        unused = try count("unused")
        var chain: [[UInt8]] = []
        for field in try members["chain"].array() {
            guard let der = Base64.decode(try field.string()) else {
                throw JSONError(.type, at: field.location, "not base64")
            }
            chain.append(der)
        }
        self.chain = chain
        var findings: [Finding] = []
        for field in try members["findings"].array() { findings.append(try Finding(field: field)) }
        self.findings = findings
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
