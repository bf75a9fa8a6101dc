internal import LanyardCertificates
package import LanyardJSON
internal import LanyardText

/// What matching reads of a credential, without opening it.
package struct MatchIndexRecord: Record {
    package static let collection = "index"

    package var credential: CredentialId
    package var format: String
    package var type: String
    /// JSON pointers to every claim.
    package var paths: [String]
    /// Key identifiers of the authorities in the chain, in hexadecimal.
    package var authorities: [String]
    package var validity: Validity

    package var name: String { credential.value }

    /// Derives the index of a credential from its records and its content.
    package init(of record: CredentialRecord, _ details: DetailsRecord, content: ClaimValue) {
        credential = record.id
        format = record.format.identifier
        type = record.format.type
        paths = content.pointers
        // For `trusted_authorities`; a certificate without an authority key identifier adds none.
        authorities = details.chain.compactMap { der in
            guard let certificate = try? Certificate(der: der) else { return nil }
            return certificate.authorityKeyIdentifier?.keyIdentifier.map { Hex.encode($0) }
        }
        validity = record.validity
    }

    package var members: JSONObject {
        var object: JSONObject = [
            "credential": .string(credential.value), "format": .string(format), "type": .string(type),
            "paths": .array(paths.map(JSON.string)), "authorities": .array(authorities.map(JSON.string)),
        ]
        object["from"] = validity.from.map { .number(JSONNumber($0.milliseconds)) }
        object["until"] = validity.until.map { .number(JSONNumber($0.milliseconds)) }
        return object
    }

    package init(members: JSONField) throws(JSONError) {
        credential = CredentialId(try members["credential"].string())
        format = try members["format"].string()
        type = try members["type"].string()
        paths = try members["paths"].strings()
        authorities = try members["authorities"].strings()
        validity = Validity(
            from: try members["from"].optionalInt64().map { Instant(milliseconds: $0) },
            until: try members["until"].optionalInt64().map { Instant(milliseconds: $0) })
    }
}
