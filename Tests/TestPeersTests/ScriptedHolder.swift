import LanyardCrypto
import LanyardJSON
import LanyardText
import TestPeers
import WalletPorts

/// The least that a holder does to get credentials: no checks, no state, requests written by hand.
struct ScriptedHolder {
    struct Refused: Error {
        let endpoint: String
        let response: HttpResponse

        var error: String? { (try? JSON(parsing: response.body))?["error"]?.string }
    }

    let http: InProcessTransport
    let clock: any WalletClock
    var clientID = "wallet-dev"
    var keyCount = 2

    /// Follows an offer by reference and gives the texts of the credentials of the first configuration.
    func receive(_ offer: PeerOffer) async throws -> [String] {
        let fetched = try await get(offer.reference)
        let issuer = fetched["credential_issuer"]?.string ?? ""
        let metadata = try await get(wellKnown("openid-credential-issuer", issuer))
        let server = metadata["authorization_servers"]?[0]?.string ?? issuer
        let serverMetadata = try await get(wellKnown("oauth-authorization-server", server))

        let grant = fetched["grants"]?[PeerIssuer.preAuthorizedGrant]
        var form = [
            FormEncoding.Field("grant_type", PeerIssuer.preAuthorizedGrant),
            FormEncoding.Field("pre-authorized_code", grant?["pre-authorized_code"]?.string ?? ""),
        ]
        let isAnonymous = serverMetadata["pre-authorized_grant_anonymous_access_supported"]?.bool ?? false
        if !isAnonymous { form.append(FormEncoding.Field("client_id", clientID)) }
        if grant?["tx_code"] != nil { form.append(FormEncoding.Field("tx_code", offer.transactionCode ?? "")) }
        let token = try await post(
            serverMetadata["token_endpoint"]?.string ?? "", "application/x-www-form-urlencoded",
            Array(FormEncoding.encode(form).utf8))

        let id = fetched["credential_configuration_ids"]?[0]?.string ?? ""
        let configuration = metadata["credential_configurations_supported"]?[id]
        var body = JSONObject()
        if let details = token["authorization_details"]?.array?.first {
            body["credential_identifier"] = details["credential_identifiers"]?[0]
        } else {
            body["credential_configuration_id"] = .string(id)
        }
        if configuration?["proof_types_supported"] != nil {
            var nonce = token["c_nonce"]?.string
            if let endpoint = metadata["nonce_endpoint"]?.string {
                nonce = try await post(endpoint, nil, [])["c_nonce"]?.string
            }
            let proofs = try (0..<keyCount).map { _ in
                try proof(audience: issuer, nonce: nonce, party: isAnonymous ? nil : clientID)
            }
            body["proofs"] = ["jwt": .array(proofs.map { .string($0) })]
        }
        let answer = try await post(
            metadata["credential_endpoint"]?.string ?? "", "application/json", JSON.object(body).encoded(),
            token: token["access_token"]?.string)
        if let single = answer["credential"]?.string { return [single] }
        return answer["credentials"]?.array?.compactMap { $0["credential"]?.string } ?? []
    }

    private func wellKnown(_ name: String, _ identifier: String) -> String {
        URI(identifier)?.insertingWellKnown(name) ?? ""
    }

    private func get(_ url: String) async throws -> JSON {
        try read(
            await http.send(
                HttpRequest(
                    "GET", url,
                    headers: [HttpHeader("Accept", "application/json"), HttpHeader("Accept-Language", "de, en;q=0.5")])),
            from: url)
    }

    private func post(_ url: String, _ type: String?, _ body: [UInt8], token: String? = nil) async throws -> JSON {
        var request = HttpRequest("POST", url, body: body)
        if let type { request.headers.append(HttpHeader("Content-Type", type)) }
        if let token { request.headers.append(HttpHeader("Authorization", "Bearer \(token)")) }
        return try read(await http.send(request), from: url)
    }

    private func read(_ response: HttpResponse, from url: String) throws -> JSON {
        guard response.status == 200 else { throw Refused(endpoint: url, response: response) }
        return try JSON(parsing: response.body)
    }

    private func proof(audience: String, nonce: String?, party: String?) throws -> String {
        let key = try ECPrivateKey.generate(.p256)
        let jwk: JSON = [
            "kty": "EC", "crv": "P-256", "x": .string(Base64URL.encode(key.publicKey.x)),
            "y": .string(Base64URL.encode(key.publicKey.y)),
        ]
        let header: JSON = ["alg": "ES256", "typ": "openid4vci-proof+jwt", "jwk": jwk]
        var claims: JSONObject = ["aud": .string(audience), "iat": .number(JSONNumber(clock.now.seconds))]
        if let party { claims["iss"] = .string(party) }
        if let nonce { claims["nonce"] = .string(nonce) }
        let input = [header, .object(claims)].map { Base64URL.encode($0.encoded()) }.joined(separator: ".")
        let signature = try key.signature(for: Array(input.utf8), hash: .sha256)
        return "\(input).\(Base64URL.encode(signature))"
    }
}
