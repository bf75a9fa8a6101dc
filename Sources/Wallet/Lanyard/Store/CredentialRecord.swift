package import LanyardJSON

/// What a list shows of a logical credential; what is only shown when it is opened is in its ``DetailsRecord``.
package struct CredentialRecord: Record {
    package static let collection = "credential"

    package enum State: String, Sendable {
        case issued
        case keyLost
        /// The issuer has promised it.
        case deferred
    }

    package var id: CredentialId
    package var format: CredentialFormat
    package var configurationId: String
    package var issuer: String
    package var issuerDisplay: DisplaySnapshot
    package var display: DisplaySnapshot
    package var receivedAt: Instant
    package var validity: Validity
    package var state: State
    package var policy: CredentialPolicy
    package var instances: Int
    package var unused: Int
    /// Names the issuer's certificate chain: what has the same digest has the same chain.
    package var chainDigest: String
    /// The issuance that it came from, where that left something to go on with.
    package var context: String?
    /// When the issuer is asked again, for a deferred one.
    package var nextPoll: Instant?
    /// Before this it is not renewed again in the background: an attempt failed.
    package var renewAfter: Instant?

    package var name: String { id.value }

    /// No credential has more instances than this, whatever its record says.
    package static let mostInstances = 10_000
    /// The numbers of the instances are below this.
    package var instanceLimit: Int { max(0, min(instances, Self.mostInstances)) }

    package func summary(languages: [String], authority: Authority) -> CredentialSummary {
        CredentialSummary(
            id: id, format: format,
            lifecycle: lifecycle,
            issuer: issuerDisplay.issuer(id: issuer, languages: languages),
            display: display.credential(fallback: format.type, languages: languages),
            configurationId: configurationId, policy: policy, authority: authority)
    }
}

extension CredentialRecord {
    package var lifecycle: CredentialLifecycle {
        switch state {
        case .keyLost: .unusable(.keyLost)
        case .deferred: .deferred(nextPoll: nextPoll ?? receivedAt)
        case .issued:
            .issued(at: receivedAt, validity: validity, instances: InstanceCounts(total: instances, unused: unused))
        }
    }

    package var members: JSONObject {
        var object: JSONObject = [
            "id": .string(id.value), "format": .string(format.identifier), "type": .string(format.type),
            "configurationId": .string(configurationId), "issuer": .string(issuer),
            "issuerDisplay": issuerDisplay.json, "display": display.json,
            "receivedAt": .number(JSONNumber(receivedAt.milliseconds)), "state": .string(state.rawValue),
            "instances": .number(JSONNumber(Int64(instances))), "unused": .number(JSONNumber(Int64(unused))),
            "chainDigest": .string(chainDigest), "policy": policy.json,
        ]
        object["context"] = context.map(JSON.string)
        object["nextPoll"] = nextPoll.map { .number(JSONNumber($0.milliseconds)) }
        object["renewAfter"] = renewAfter.map { .number(JSONNumber($0.milliseconds)) }
        object["from"] = validity.from.map { .number(JSONNumber($0.milliseconds)) }
        object["until"] = validity.until.map { .number(JSONNumber($0.milliseconds)) }
        return object
    }

    package init(members: JSONField) throws(JSONError) {
        func count(_ name: String) throws(JSONError) -> Int { Int(clamping: try members[name].int64()) }
        func instant(_ name: String) throws(JSONError) -> Instant? {
            try members[name].optionalInt64().map { Instant(milliseconds: $0) }
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
        receivedAt = Instant(milliseconds: try members["receivedAt"].int64())
        validity = Validity(from: try instant("from"), until: try instant("until"))
        state = try members["state"].choice()
        policy = try CredentialPolicy(field: members["policy"])
        context = try members["context"].optionalString()
        nextPoll = try instant("nextPoll")
        renewAfter = try instant("renewAfter")
        instances = try count("instances")
        unused = try count("unused")
        chainDigest = try members["chainDigest"].string()
    }
}

extension JSONField {
    /// The text of one of a few values.
    func choice<Choice: RawRepresentable<String>>() throws(JSONError) -> Choice {
        guard let choice = Choice(rawValue: try string()) else { throw error(.type, "an unknown value") }
        return choice
    }
}
