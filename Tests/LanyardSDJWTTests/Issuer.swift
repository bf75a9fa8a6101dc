import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardText
import Testing

@testable import LanyardSDJWT

/// An issuer for tests, with the published demo key of RFC 9901.
enum Issuer {
    static func key() throws -> ECPrivateKey {
        let scalar = try #require(Base64URL.decode("Ur2bNKuBPOrAaxsRnbSH6hIhmNTxSGXshDSUD1a1y7g"))
        return try ECPrivateKey(.p256, scalar: scalar)
    }

    static func publicKey() throws -> PublicKey { .ec(try key().publicKey) }

    /// Signs what a builder hid; further header members are added to alg and typ.
    static func sign(
        _ builder: inout SDJWTBuilder, _ payload: JSONObject, header more: JSONObject = JSONObject(),
        type: String = "dc+sd-jwt"
    ) throws -> String {
        var header = more
        header["alg"] = .string("ES256")
        header["typ"] = .string(type)
        let draft = builder.unsigned(header: header, payload: payload)
        let signature = try key().signature(for: draft.signingInput, hash: .sha256)
        return builder.compact(draft.compact(signature: signature))
    }

    /// An SD-JWT VC without Disclosures.
    static func plain(_ payload: JSONObject, header: JSONObject = JSONObject()) throws -> String {
        var builder = SDJWTBuilder()
        return try sign(&builder, payload, header: header)
    }
}
