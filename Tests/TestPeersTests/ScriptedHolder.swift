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

    /// The documents of an issuer and its server.
    struct Place {
        let issuer: String
        let server: String
        let metadata: JSON
        let serverMetadata: JSON

        func endpoint(_ name: String) -> String {
            metadata["\(name)_endpoint"]?.string ?? serverMetadata["\(name)_endpoint"]?.string ?? ""
        }

        func configuration(_ id: String) -> JSON? { metadata["credential_configurations_supported"]?[id] }
    }

    let http: InProcessTransport
    let clock: any WalletClock
    var clientID = "wallet-dev"
    var keyCount = 2
    var redirectURI = "https://wallet.example/callback?from=issuer"
    /// Whether configurations are asked for by `authorization_details` although they have a scope.
    var asksByDetails = false
    var decision = PeerBrowser.Decision.allow
    /// The key to bind tokens to; nil for bearer tokens.
    var possession: ScriptedPossession?
    /// How it says who it is; nil by its id alone.
    var client: ScriptedClient?
    /// Whether authorization requests are signed.
    var signsRequests = false
    /// How keys are proved.
    var proofStyle = ProofStyle.jwk
    /// Who attests keys.
    var provider: PeerWalletProvider?
    /// Whether encrypted messages are compressed.
    var compresses = false
    /// Whether it waits as long as the issuer says.
    var isPatient = true
    /// The event to notify the issuer of.
    var event: String? = "credential_accepted"

    /// Follows an offer by reference with its pre-authorized code and gives the texts of the credentials of the first
    /// configuration.
    func receive(_ offer: PeerOffer) async throws -> [String] {
        let (place, offer, code) = try await resolve(offer)
        let grant = offer["grants"]?[PeerIssuer.preAuthorizedGrant]
        var form = [
            FormEncoding.Field("grant_type", PeerIssuer.preAuthorizedGrant),
            FormEncoding.Field("pre-authorized_code", grant?["pre-authorized_code"]?.string ?? ""),
        ]
        let isAnonymous = place.serverMetadata["pre-authorized_grant_anonymous_access_supported"]?.bool ?? false
        if !isAnonymous { form.append(FormEncoding.Field("client_id", clientID)) }
        if grant?["tx_code"] != nil { form.append(FormEncoding.Field("tx_code", code ?? "")) }
        let token = try await requestToken(form, at: place)
        let id = offer["credential_configuration_ids"]?[0]?.string ?? ""
        return try await requestCredentials(id, token, at: place, party: isAnonymous ? nil : clientID)
    }

    /// The token request for the pre-authorized code of an offer without a transaction code.
    func redeeming(preAuthorized offer: PeerOffer) -> [FormEncoding.Field] {
        [
            FormEncoding.Field("grant_type", PeerIssuer.preAuthorizedGrant),
            FormEncoding.Field("pre-authorized_code", offer.preAuthorizedCode),
            FormEncoding.Field("client_id", clientID),
        ]
    }

    private func resolve(_ offer: PeerOffer) async throws -> (Place, JSON, String?) {
        let fetched = try await get(offer.reference)
        return (try await place(fetched["credential_issuer"]?.string ?? ""), fetched, offer.transactionCode)
    }

    func place(_ issuer: String) async throws -> Place {
        let metadata = try await get(wellKnown("openid-credential-issuer", issuer))
        let server = metadata["authorization_servers"]?[0]?.string ?? issuer
        let serverMetadata = try await get(wellKnown("oauth-authorization-server", server))
        return Place(issuer: issuer, server: server, metadata: metadata, serverMetadata: serverMetadata)
    }

    func requestToken(_ form: [FormEncoding.Field], at place: Place) async throws -> JSON {
        try await post(form, to: "token", at: place)
    }

    /// Sends a form to an endpoint of the authorization server, and once more after each kind of refusal that asks for it.
    func post(_ form: [FormEncoding.Field], to endpoint: String, at place: Place) async throws -> JSON {
        var answer = HttpResponse(status: 500)
        let challenging = place.serverMetadata["challenge_endpoint"]?.string
        if endpoint != "token" || place.serverMetadata["pushed_authorization_request_endpoint"] == nil, let challenging,
            let client
        {
            let request = HttpRequest("POST", challenging, headers: [HttpHeader("Accept", "application/json")])
            let given = try await read(http.send(request), from: challenging)
            await client.take(challenge: given["attestation_challenge"]?.string)
        }
        for _ in 0..<2 {
            let fields = try await form + (client?.fields(for: place.server) ?? [])
            let request = HttpRequest(
                "POST", place.endpoint(endpoint),
                headers: [HttpHeader("Content-Type", "application/x-www-form-urlencoded")]
                    + (try await client?.headers(for: place.server) ?? []),
                body: Array(FormEncoding.encode(fields).utf8))
            answer = try await send(request, token: nil)
            guard await client?.learn(answer) == true else { break }
        }
        return try read(answer, from: place.endpoint(endpoint))
    }

    func requestCredentials(
        _ id: String, _ token: JSON, at place: Place, party: String?
    ) async throws -> [String] {
        var body = JSONObject()
        if let details = token["authorization_details"]?.array?.first {
            body["credential_identifier"] = details["credential_identifiers"]?[0]
        } else {
            body["credential_configuration_id"] = .string(id)
        }
        if place.configuration(id)?["proof_types_supported"] != nil {
            var nonce = token["c_nonce"]?.string
            if let endpoint = place.metadata["nonce_endpoint"]?.string {
                nonce = try await post(endpoint, nil, [])["c_nonce"]?.string
            }
            body["proofs"] = try await proofs(audience: place.issuer, nonce: nonce, party: party)
        }
        let answer = try await answer(to: body, token, at: place)
        if let event, let id = answer["notification_id"], !place.endpoint("notification").isEmpty {
            try await notify(["notification_id": id, "event": .string(event)], token, at: place)
        }
        if let single = answer["credential"]?.string { return [single] }
        return answer["credentials"]?.array?.compactMap { $0["credential"]?.string } ?? []
    }

    /// The answer of the credential endpoint, or of the deferred endpoint after some polls.
    private func answer(to body: JSONObject, _ token: JSON, at place: Place) async throws -> JSON {
        func ask(_ endpoint: String, _ body: JSONObject) async throws -> JSON {
            let message = try ScriptedEncryption(body, place.metadata, zip: compresses)
            let request = HttpRequest(
                "POST", place.endpoint(endpoint), headers: [HttpHeader("Content-Type", message.type)],
                body: message.body)
            let response = try await send(request, token: token["access_token"]?.string)
            guard (200..<300).contains(response.status) else {
                throw Refused(endpoint: request.url, response: response)
            }
            return try message.read(response)
        }
        var answer = try await ask("credential", body)
        while let transaction = answer["transaction_id"], answer["credentials"] == nil {
            if isPatient { try await clock.sleep(until: clock.now.advanced(by: answer["interval"]?.double ?? 0)) }
            answer = try await ask("deferred_credential", ["transaction_id": transaction])
        }
        return answer
    }

    func notify(_ body: JSONObject, _ token: JSON, at place: Place) async throws {
        let request = HttpRequest(
            "POST", place.endpoint("notification"), headers: [HttpHeader("Content-Type", "application/json")],
            body: JSON.object(body).encoded())
        let response = try await send(request, token: token["access_token"]?.string)
        guard (200..<300).contains(response.status) else { throw Refused(endpoint: request.url, response: response) }
    }

    private func wellKnown(_ name: String, _ identifier: String) -> String {
        URI(identifier)?.insertingWellKnown(name) ?? ""
    }

    func get(_ url: String) async throws -> JSON {
        try read(
            await http.send(
                HttpRequest(
                    "GET", url,
                    headers: [HttpHeader("Accept", "application/json"), HttpHeader("Accept-Language", "de, en;q=0.5")])),
            from: url)
    }

    func post(
        _ url: String, _ type: String?, _ body: [UInt8], token: String? = nil
    ) async throws -> JSON {
        var request = HttpRequest("POST", url, body: body)
        if let type { request.headers.append(HttpHeader("Content-Type", type)) }
        return try read(await send(request, token: token), from: url)
    }

    /// Sends a request with what proves who sends it, and once more when the peer gives a nonce for it.
    private func send(_ request: HttpRequest, token: String?) async throws -> HttpResponse {
        let role =
            request.url.contains("/token") || request.url.contains("/par") ? .server : ScriptedPossession.Role.issuer
        var response = HttpResponse(status: 500)
        for _ in 0..<2 {
            var request = request
            if let possession, token != nil || role == .server {
                let proof = try await possession.proof(for: request, role, token: token)
                request.headers.append(HttpHeader("DPoP", proof))
            }
            if let token {
                request.headers.append(HttpHeader("Authorization", "\(possession == nil ? "Bearer" : "DPoP") \(token)"))
            }
            response = try await http.send(request)
            guard await possession?.learn(response, role) == true else { break }
        }
        return response
    }

    private func read(_ response: HttpResponse, from url: String) throws -> JSON {
        guard (200..<300).contains(response.status) else { throw Refused(endpoint: url, response: response) }
        return try JSON(parsing: response.body)
    }
}
