package import LanyardCrypto
package import LanyardJSON
internal import LanyardText

/// A key that the wallet uses as an OAuth client, for DPoP or for its attestation; no person is asked when it signs.
package struct ClientKey: Sendable {
    package let handle: KeyHandle
    package let bytes: PublicKeyBytes
    package let publicKey: PublicKey
    package let algorithm: SignatureAlgorithm

    package init(handle: KeyHandle, bytes: PublicKeyBytes) throws(Finding) {
        self.handle = handle
        self.bytes = bytes
        publicKey = try PublicKey(bytes)
        algorithm = SignatureAlgorithm(bytes.algorithm)
    }

    package var json: JSON {
        [
            "handle": handle.json, "algorithm": .string(bytes.algorithm.rawValue),
            "public": .string(Base64URL.encode(bytes.bytes)),
        ]
    }

    package init(field: JSONField) throws(JSONError) {
        let text = try field["public"].string()
        guard let algorithm = KeyAlgorithm(rawValue: try field["algorithm"].string()), let key = Base64URL.decode(text),
            let whole = try? ClientKey(
                handle: try KeyHandle(field: field["handle"]), bytes: PublicKeyBytes(algorithm: algorithm, bytes: key))
        else { throw JSONError(.type, at: field.location, "not a public key") }
        self = whole
    }
}

extension SignatureAlgorithm {
    package init(_ algorithm: KeyAlgorithm) {
        self =
            switch algorithm {
            case .es256: .es256
            case .es384: .es384
            case .es512: .es512
            case .edDSA: .edDSA
            }
    }
}
