import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import WalletPorts

/// Encrypts one request as the metadata of an issuer asks for it, and opens the answer.
///
/// The envelope is that of another implementation than the issuer's.
struct ScriptedEncryption {
    let type: String
    let body: [UInt8]
    private let recipient: ECPrivateKey
    private let encryption: ContentEncryption

    init(_ object: JSONObject, _ metadata: JSON, zip: Bool) throws {
        var object = object
        let recipient = try ECPrivateKey.generate(.p256)
        let names = (metadata["credential_request_encryption"] ?? metadata["credential_response_encryption"])?[
            "enc_values_supported"]
        let encryption = ContentEncryption.strongest(among: names?.array?.compactMap(\.string) ?? []) ?? .a256GCM
        self.encryption = encryption
        self.recipient = recipient
        let keys = metadata["credential_request_encryption"]?["jwks"]?["keys"]?.array ?? []
        let isAnswerSealed = metadata["credential_response_encryption"] != nil
        guard let key = keys.last else {
            (type, body) = ("application/json", JSON.object(object).encoded())
            return
        }
        if isAnswerSealed {
            let jwk = JWK(.ec(recipient.publicKey), kid: "recipient", alg: "ECDH-ES", use: "enc")
            var parameters: JSONObject = ["jwk": jwk.json, "enc": .string(encryption.rawValue)]
            if zip { parameters["zip"] = "DEF" }
            object["credential_response_encryption"] = .object(parameters)
        }
        type = "application/jwt"
        body = Array(
            try JWE.seal(JSON.object(object).encoded(), to: JWK(json: key), enc: encryption, zip: zip).utf8)
    }

    func read(_ response: HttpResponse) throws -> JSON {
        guard response.mediaType == "application/jwt" else { return try JSON(parsing: response.body) }
        let message = try JWE(compact: String(decoding: response.body, as: UTF8.self))
        let policy = JWEPolicy(encryptions: [encryption], kid: "recipient", allowsCompression: true, party: .issuer)
        return try JSON(parsing: message.opened(with: recipient, policy: policy).plaintext)
    }
}
