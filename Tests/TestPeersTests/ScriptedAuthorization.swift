import LanyardCrypto
import LanyardJSON
import LanyardText
import TestPeers
import WalletPorts

/// The authorization code flow, from the offer or without one.
extension ScriptedHolder {
    func receiveByCode(_ id: String = "pid", of issuer: String, offer: PeerOffer? = nil) async throws -> [String] {
        let place = try await place(issuer)
        let verifier = Base64URL.encode(RandomBytes.make(32))
        let redirect = try await authorize(id, at: place, verifier: verifier, state: offer?.issuerState)
        let token = try await requestToken(redeeming(redirect, at: place, verifier: verifier), at: place)
        return try await requestCredentials(id, token, at: place, party: clientID)
    }

    /// The redirect after an authorization request.
    func authorize(_ id: String, at place: Place, verifier: String, state: String? = nil) async throws -> String {
        var fields = subject(id, at: place)
        fields += [
            FormEncoding.Field("response_type", "code"), FormEncoding.Field("client_id", clientID),
            FormEncoding.Field("redirect_uri", redirectURI),
            FormEncoding.Field("state", Base64URL.encode(RandomBytes.make(16))),
            FormEncoding.Field("code_challenge", Base64URL.encode(Hash.sha256(verifier.utf8))),
            FormEncoding.Field("code_challenge_method", "S256"),
        ]
        if let state { fields.append(FormEncoding.Field("issuer_state", state)) }
        let pushing = place.endpoint("pushed_authorization_request")
        if !pushing.isEmpty {
            if signsRequests, let client {
                let object = try await client.requestObject(fields, for: place.server)
                fields = [FormEncoding.Field("client_id", clientID), FormEncoding.Field("request", object)]
            }
            let pushed = try await post(fields, to: "pushed_authorization_request", at: place)
            fields = [
                FormEncoding.Field("client_id", clientID),
                FormEncoding.Field("request_uri", pushed["request_uri"]?.string ?? ""),
            ]
        }
        return try await http.browser(decision: decision).visit(url(fields, at: place))
    }

    func url(_ fields: [FormEncoding.Field], at place: Place) -> String {
        let endpoint = place.endpoint("authorization")
        return endpoint + (endpoint.contains("?") ? "&" : "?") + FormEncoding.encode(fields)
    }

    /// The token request for the code in a redirect.
    func redeeming(_ redirect: String, at place: Place, verifier: String) throws -> [FormEncoding.Field] {
        let fields = FormEncoding.decode(redirect.drop { $0 != "?" }.dropFirst()) ?? []
        guard let code = fields.first(where: { $0.name == "code" })?.value else {
            throw Refused(endpoint: redirect, response: HttpResponse(status: 302))
        }
        var form = [
            FormEncoding.Field("grant_type", "authorization_code"), FormEncoding.Field("client_id", clientID),
            FormEncoding.Field("code", code),
            FormEncoding.Field("redirect_uri", redirectURI), FormEncoding.Field("code_verifier", verifier),
        ]
        if !asksByDetails, place.metadata["authorization_servers"] != nil {
            form.append(FormEncoding.Field("resource", place.issuer))
        }
        return form
    }

    private func subject(_ id: String, at place: Place) -> [FormEncoding.Field] {
        let isShared = place.metadata["authorization_servers"] != nil
        if !asksByDetails, let scope = place.configuration(id)?["scope"]?.string {
            return [FormEncoding.Field("scope", scope)]
                + (isShared ? [FormEncoding.Field("resource", place.issuer)] : [])
        }
        var detail: JSONObject = ["type": "openid_credential", "credential_configuration_id": .string(id)]
        if isShared { detail["locations"] = [.string(place.issuer)] }
        return [FormEncoding.Field("authorization_details", JSON.array([.object(detail)]).encodedText())]
    }
}
