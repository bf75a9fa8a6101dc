import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardOAuth
import LanyardOpenID4VCI
import LanyardText
import WalletPorts

/// What comes between an authorization and its credentials.
enum AuthorizationReaders {
    static let all = [
        Reader("redirect.fields", 400) { size in
            try redirect((0..<size).map { "x\($0)=%41" }.joined(separator: "&") + "&code=c&state=s")
        },
        Reader("redirect.repeated", 400) { size in
            try redirect(long(size, "a").map { "\($0)=1" }.joined(separator: "&") + "&code=c&state=s")
        },
        Reader("redirect.marks", 4000) { size in
            let url = "https://wallet.example/cb?" + long(size, "\u{301}") + long(size, "#") + long(size, "?")
            return { if AuthorizationResponse.state(in: url) != nil { throw NotRefused() } }
        },
        Reader("redirect.code", 10_000) { size in try redirect("code=\(long(size))&state=s") },
        Reader("par.unknown", 400) { size in
            var response: JSONObject = ["request_uri": .string(long(size)), "expires_in": 60]
            for number in 0..<size { response["x\(number)"] = [1] }
            let answer = HttpResponse.json(.object(response), status: 201)
            return {
                var findings = Findings()
                _ = try PushedAuthorizationResponse(response: answer, findings: &findings)
            }
        },
        Reader("clientAttestation.claims", 200) { size in
            let key = try ECPrivateKey.generate(.p256).publicKey
            var claims: JSONObject = ["sub": "c", "exp": 9_000_000_000, "cnf": ["jwk": JWK(.ec(key)).json]]
            for number in 0..<size { claims["x\(number)"] = "y" }
            let text = jwt(ClientAttestation.type, claims)
            return {
                var findings = Findings()
                _ = try ClientAttestation(
                    text, for: .ec(key), clientId: nil, now: Instant(seconds: 0), algorithms: nil, findings: &findings)
            }
        },
        Reader("keyAttestation.keys", 10) { size in
            let keys = try (0..<size).map { _ in PublicKey.ec(try ECPrivateKey.generate(.p256).publicKey) }
            let text = attestation(keys)
            return {
                var findings = Findings()
                _ = try KeyAttestation(
                    text, of: keys, nonce: nil, requirement: nil, purpose: .alone, now: Instant(seconds: 0),
                    findings: &findings)
            }
        },
        Reader("keyAttestation.otherKeys", 200) { size in
            let key = PublicKey.ec(try ECPrivateKey.generate(.p256).publicKey)
            let text = attestation(Array(repeating: key, count: size))
            return {
                var findings = Findings()
                try refused {
                    _ = try KeyAttestation(
                        text, of: [key], nonce: nil, requirement: nil, purpose: .alone, now: Instant(seconds: 0),
                        findings: &findings)
                }
            }
        },
        Reader("signedMetadata", 100) { size in
            guard let issuer = IssuerIdentifier("https://issuer.example") else { throw NotRefused() }
            let key = try ECPrivateKey.generate(.p256)
            let claims: JSONObject = [
                "sub": "https://issuer.example", "iat": 1, "credential_issuer": "https://issuer.example",
                "credential_endpoint": "https://issuer.example/credential",
                "credential_configurations_supported": MetadataReaders.configurations(size) { _ in [:] },
            ]
            let text = try unsigned(SignedIssuerMetadata.type, claims).signed(with: key)
            return {
                var findings = Findings()
                let signed = try SignedIssuerMetadata(
                    compact: text, issuer: issuer, now: Instant(seconds: 0), findings: &findings)
                _ = try signed.verified(by: .ec(key.publicKey), findings: &findings)
            }
        },
        Reader("encryptedResponse", 2000) { size in try encrypted(size, zip: false) },
        Reader("encryptedResponse.zip", 2000) { size in try encrypted(size, zip: true) },
        Reader("deferredResponse", 400) { size in
            let configuration = try configuration([:])
            var members: JSONObject = ["transaction_id": .string(long(size)), "interval": 5]
            for number in 0..<size { members["x\(number)"] = [1] }
            let response = HttpResponse.json(.object(members), status: 202)
            return {
                var findings = Findings()
                _ = try CredentialResponse(
                    deferred: response, transactionId: long(size), keys: 1, configuration: configuration,
                    findings: &findings)
            }
        },
        Reader("reusePolicy", 200) { size in
            let policy: JSON = [
                "options": .array(Array(repeating: ["details": ["once_only", "x"], "batch_size": 5], count: size))
            ]
            let metadata: JSONObject = [
                "credential_configurations_supported": MetadataReaders.configurations(1) { _ in
                    ["credential_metadata": ["credential_reuse_policy": policy]]
                }
            ]
            return { _ = try MetadataReaders.metadata(metadata) }
        },
        Reader("authorizationSubject", 100) { size in
            let metadata = try MetadataReaders.metadata([
                "credential_configurations_supported": MetadataReaders.configurations(size) {
                    ["scope": .string("s\($0)")]
                }
            ])
            guard let issuer = IssuerIdentifier("https://as.example") else { throw NotRefused() }
            var findings = Findings()
            let server = try AuthorizationServerMetadata(
                json: ["issuer": "https://as.example", "token_endpoint": "https://as.example/token"], issuer: issuer,
                findings: &findings)
            return {
                let subject = try AuthorizationSubject.chosen(
                    configurations: metadata.configurations, issuer: metadata, server: server, findings: Findings())
                guard subject.scopes.count == size else { throw NotRefused() }
            }
        },
        Reader("serverFailure", 400) { size in
            var response = HttpResponse.json(object(size) { ("x\($0)", "y") }, status: 400)
            response.headers.append(HttpHeader("DPoP-Nonce", long(size)))
            response.headers.append(HttpHeader("Date", long(size, " ")))
            let failure = response
            return {
                _ = AuthorizationServerFailure(response: failure, at: Instant(seconds: 0)).step
                _ = NotificationFailure(response: failure, at: Instant(seconds: 0)).step
            }
        },
    ]

    private static func redirect(_ query: String) throws -> Reader.Work {
        guard let issuer = IssuerIdentifier("https://as.example") else { throw NotRefused() }
        let expected = AuthorizationExpectation(
            redirectURI: "https://wallet.example/cb", state: "s", issuer: issuer, sendsIssuer: false)
        let url = "https://wallet.example/cb?\(query)"
        return {
            var findings = Findings()
            _ = try AuthorizationResponse(redirect: url, expecting: expected, findings: &findings)
        }
    }

    private static func unsigned(_ type: String, _ claims: JSONObject) -> UnsignedJWS {
        UnsignedJWS(header: ["typ": .string(type), "alg": "ES256"], claims: claims)
    }

    private static func jwt(_ type: String, _ claims: JSONObject) -> String {
        unsigned(type, claims).compact(signature: [1])
    }

    private static func attestation(_ keys: [PublicKey]) -> String {
        jwt(KeyAttestation.type, ["iat": 1, "attested_keys": .array(keys.map { JWK($0).json })])
    }

    private static func configuration(_ more: JSONObject) throws -> CredentialConfiguration {
        var members = more
        members["credential_configurations_supported"] = MetadataReaders.configurations(1) { _ in [:] }
        guard let configuration = try MetadataReaders.metadata(members).configurations.first else { throw NotRefused() }
        return configuration
    }

    private static func encrypted(_ size: Int, zip: Bool) throws -> Reader.Work {
        var members: JSONObject = [
            "credential_response_encryption": [
                "alg_values_supported": ["ECDH-ES"], "enc_values_supported": ["A256GCM"],
                "zip_values_supported": ["DEF"], "encryption_required": true,
            ]
        ]
        let configuration = try configuration(members)
        members["credential_configurations_supported"] = [:]
        let metadata = try MetadataReaders.metadata(members)
        guard let offered = MessageEncryption.draftResponse(for: metadata) else { throw NotRefused() }
        let recipient = try JweRecipientKey(for: offered)
        guard let key = recipient.parameters["jwk"] else { throw NotRefused() }
        let body: JSON = ["credentials": [["credential": .string(long(size))]]]
        let text = try JWE.seal(body.encoded(), to: JWK(json: key), enc: .a256GCM, zip: zip)
        let response = HttpResponse(
            status: 200, headers: [HttpHeader("Content-Type", "application/jwt")], body: Array(text.utf8))
        return {
            var findings = Findings()
            _ = try CredentialResponse(
                response: response, keys: 1, configuration: configuration, recipient: recipient, findings: &findings)
        }
    }
}
