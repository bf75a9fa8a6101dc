import LanyardCrypto
import LanyardJSON
import LanyardLock
import LanyardText
import WalletPorts

extension RequestMutation {
    /// Wallets that break one row each of encrypted messages.
    ///
    /// For an offer of `pid` at an issuer that wants both directions encrypted, lists no `zip`, and defers once.
    public static let encryptionTable: [RequestMutation] = [
        header("VCI-ENC-03", path: "/credential", "Content-Type", "application/json"),
        header("VCI-ENC-03", path: "/deferred", "Content-Type", "text/plain"),
        RequestMutation("VCI-ENC-03", "no JWE", path: "/credential") {
            $0.body = Array("eyJhbGciOiJFQ0RILUVTIn0".utf8)
        },
        sealed("VCI-ENC-02", "no parameters") { $0["credential_response_encryption"] = nil },
        RequestMutation("VCI-ENC-02", "a plain request", path: "/credential") { request in
            request.body = Array("{\"credential_configuration_id\":\"pid\"}".utf8)
            request.headers.removeAll { $0.name == "Content-Type" }
            request.headers.append(HttpHeader("Content-Type", "application/json"))
        },
        body("VCI-ENC-01", "parameters in the clear") { body in
            body["credential_response_encryption"] = ["jwk": ["kty": "EC"], "enc": "A256GCM"]
        }.under { $0.encryption = .init(responses: .offered) },
        envelope("VCI-ENC-04", "no kid") { $0.header["kid"] = nil },
        envelope("VCI-ENC-04", "another kid") { $0.header["kid"] = "x" },
        envelope("VCI-ENC-04", "another alg") { $0.header["alg"] = "ECDH-ES+A128KW" },
        envelope("VCI-ENC-04", "an enc that is not listed") { $0.header["enc"] = "A128CBC-HS256" },
        envelope("VCI-ENC-07", "a weaker enc") { $0.header["enc"] = "A128GCM" },
        envelope("VCI-ENC-05", "a zip that is not listed") { $0.header["zip"] = "DEF" },
        envelope("VCI-ENC-08", "an epk off the curve") {
            $0.header["epk"] = ["kty": "EC", "crv": "P-256", "x": "AA", "y": "AA"]
        },
        envelope("VCI-ENC-08", "an encrypted key") { $0.encryptedKey = [1, 2, 3] },
        envelope("VCI-ENC-08", "a short tag") { $0.tag.removeLast() },
        envelope("VCI-ENC-08", "a flipped bit") { message in
            if let last = message.tag.indices.last { message.tag[last] ^= 1 }
        },
        parameter("VCI-ENC-06", "the old sibling alg") { $0["alg"] = "ECDH-ES" },
        parameter("VCI-ENC-06", "an enc that is not listed") { $0["enc"] = "A128CBC-HS256" },
        parameter("VCI-ENC-06", "no jwk") { $0["jwk"] = nil },
        parameter("VCI-ENC-06", "no alg in the key") { changeKey(&$0, "alg", nil) },
        parameter("VCI-ENC-06", "no kid in the key") { changeKey(&$0, "kid", nil) },
        parameter("VCI-ENC-06", "no use in the key") { changeKey(&$0, "use", nil) },
        parameter("VCI-ENC-06", "a private member") { changeKey(&$0, "d", "AAAA") },
        parameter("VCI-ENC-07", "a weaker enc") { $0["enc"] = "A128GCM" },
        parameter("VCI-ENC-05", "a zip that is not listed") { $0["zip"] = "DEF" },
        sealed("VCI-ENC-11", "no parameters", path: "/deferred") { $0["credential_response_encryption"] = nil },
        sealed("VCI-ENC-11", "one key for all polls", path: "/deferred") { body in
            guard var parameters = body["credential_response_encryption"]?.object else { return }
            // The key of RFC 7517 Appendix A.1, which is nobody's here.
            changeKey(&parameters, "x", "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4")
            changeKey(&parameters, "y", "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM")
            body["credential_response_encryption"] = .object(parameters)
        }.under { $0.faults = [.plainAnswer] },
        sealed("VCI-CREQ-05", "format") { $0["format"] = "dc+sd-jwt" },
        sealed("VCI-DEF-02", "proofs", path: "/deferred") { $0["proofs"] = ["jwt": ["x"]] },
    ]

    /// Changes the object in an encrypted request, and encrypts it anew.
    private static func sealed(
        _ row: String, _ name: String, path: String = "/credential",
        _ change: @escaping @Sendable (inout JSONObject) -> Void
    ) -> RequestMutation {
        RequestMutation(row, "\(name) (sealed)", path: path) { request, issuer in
            guard let issuer, let message = PeerJWE(String(decoding: request.body, as: UTF8.self)) else { return }
            let key = issuer.ledger.withLock { $0.encryptionKeys.current }
            guard var body = try JSON(parsing: message.opened(with: key)).object else { return }
            change(&body)
            let changed = try PeerJWE(
                sealing: JSON.object(body).encoded(), to: HolderKey(key.publicKey), header: message.header)
            request.body = Array(changed.text.utf8)
        }
    }

    /// Changes the parameters for the answer in an encrypted request.
    private static func parameter(
        _ row: String, _ name: String, _ change: @escaping @Sendable (inout JSONObject) -> Void
    ) -> RequestMutation {
        sealed(row, name) { body in
            guard var parameters = body["credential_response_encryption"]?.object else { return }
            change(&parameters)
            body["credential_response_encryption"] = .object(parameters)
        }
    }

    /// Changes the JWE around a request without the key to encrypt it anew.
    private static func envelope(
        _ row: String, _ name: String, _ change: @escaping @Sendable (inout PeerJWE) -> Void
    ) -> RequestMutation {
        RequestMutation(row, name, path: "/credential") { request in
            guard var message = PeerJWE(String(decoding: request.body, as: UTF8.self)) else { return }
            change(&message)
            message.rewriteHeader()
            request.body = Array(message.text.utf8)
        }
    }

    private static func changeKey(_ parameters: inout JSONObject, _ name: String, _ value: String?) {
        guard var jwk = parameters["jwk"]?.object else { return }
        jwk[name] = value.map { .string($0) }
        parameters["jwk"] = .object(jwk)
    }
}
