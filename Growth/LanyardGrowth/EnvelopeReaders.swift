import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardText
import WalletPorts

/// Signed and encrypted objects, and sets of keys.
enum EnvelopeReaders {
    static let all = [
        Reader("jws.payload", 10_000) { size in
            let text = jws(header: ["alg": "ES256"], payload: Array(long(size).utf8))
            return { _ = try JWS(compact: text) }
        },
        Reader("jws.header", 400) { size in
            let more = object(size) { ("m\($0)", .string("x")) }.object ?? [:]
            var header: JSONObject = ["alg": "ES256"]
            for member in more.members { header[member.name] = member.value }
            let text = jws(header: header, payload: [])
            return { _ = try JWS(compact: text) }
        },
        Reader("jws.dots", 10_000) { size in
            let text = long(size, ".")
            return { try refused { _ = try JWS(compact: text) } }
        },
        Reader("jws.x5c", 40) { size in
            let entry = JSON.string(Base64.encode(CertificateReaders.sketch()))
            let text = jws(header: ["alg": "ES256", "x5c": .array(Array(repeating: entry, count: size))], payload: [])
            return { _ = try JWS(compact: text) }
        },
        Reader("jws.json.signatures", 200) { size in
            let value = general(signatures: size, payload: 12)
            return { _ = try JWSJSON(json: value) }
        },
        // Half of the input is the payload that each signature is over.
        Reader("jws.json.signaturesAndPayload", 100) { size in
            let value = general(signatures: size, payload: size * 100)
            return { _ = try JWSJSON(json: value) }
        },
        Reader("jwe.ciphertext", 10_000) { size in
            let recipient = try ECPrivateKey.generate(.p256)
            let text = try JWE.seal(Array(long(size).utf8), to: JWK(.ec(recipient.publicKey)), enc: .a256GCM)
            let policy = JWEPolicy(party: .issuer)
            return { _ = try JWE(compact: text).opened(with: recipient, policy: policy) }
        },
        Reader("jwe.zip", 40_000) { size in
            let recipient = try ECPrivateKey.generate(.p256)
            let text = try JWE.seal(
                Array(long(size).utf8), to: JWK(.ec(recipient.publicKey)), enc: .a256GCM, zip: true)
            let policy = JWEPolicy(allowsCompression: true, party: .issuer)
            return { _ = try JWE(compact: text).opened(with: recipient, policy: policy) }
        },
        Reader("jwks.keys", 10) { size in
            let key = JWK(.ec(try ECPrivateKey.generate(.p256).publicKey)).json
            let set: JSON = ["keys": .array(Array(repeating: key, count: size))]
            return { guard try JWKSet(json: set).keys.count == size else { throw NotRefused() } }
        },
        Reader("jwks.unusable", 60) { size in
            let set: JSON = ["keys": .array((0..<size).map { ["kty": "AKP", "kid": .string("\($0)")] })]
            return { guard try JWKSet(json: set).skipped.count == size else { throw NotRefused() } }
        },
    ]

    private static func general(signatures: Int, payload: Int) -> JSON {
        let entry: JSON = [
            "protected": .string(Base64URL.encode(Array("{\"alg\":\"ES256\"}".utf8))), "signature": "AA",
        ]
        return [
            "payload": .string(long(payload)), "signatures": .array(Array(repeating: entry, count: signatures)),
        ]
    }

    static func jws(header: JSONObject, payload: [UInt8]) -> String {
        UnsignedJWS(header: header, payload: payload).compact(signature: [0])
    }
}
