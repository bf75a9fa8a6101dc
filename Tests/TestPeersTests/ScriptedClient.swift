import LanyardCrypto
import LanyardJSON
import LanyardText
import TestPeers
import WalletPorts

/// How a holder says to an authorization server who it is.
actor ScriptedClient {
    enum Way: Hashable {
        case attestation, assertion
    }

    let key: ScriptedKey
    private let way: Way
    private let clientID: String
    private let provider: PeerWalletProvider?
    private let clock: any WalletClock
    private var attestation: String?
    private var challenge: String?

    init(_ way: Way, clientID: String, provider: PeerWalletProvider? = nil, clock: any WalletClock) throws {
        self.way = way
        self.clientID = clientID
        self.provider = provider
        self.clock = clock
        key = try ScriptedKey()
    }

    var publicKey: PublicKeyBytes { PublicKeyBytes(algorithm: .es256, bytes: key.key.publicKey.x963) }

    func take(challenge: String?) { self.challenge = challenge }
    func forgetAttestation() { attestation = nil }

    /// The headers for a request to a server.
    func headers(for server: String) async throws -> [HttpHeader] {
        guard way == .attestation, let provider else { return [] }
        let attestation =
            if let attestation { attestation } else {
                try await provider.clientAttestation(for: publicKey, authorizationServer: server)
            }
        self.attestation = attestation
        var claims = try claims(server, lifetime: nil)
        if let challenge { claims["challenge"] = .string(challenge) }
        let proof = try key.signed(["typ": "oauth-client-attestation-pop+jwt"], claims)
        return [
            HttpHeader("OAuth-Client-Attestation", attestation), HttpHeader("OAuth-Client-Attestation-PoP", proof),
        ]
    }

    /// The fields for a request to a server.
    func fields(for server: String) throws -> [FormEncoding.Field] {
        guard way == .assertion else { return [] }
        var claims = try claims(server, lifetime: 60)
        claims["sub"] = .string(clientID)
        return [
            FormEncoding.Field("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
            FormEncoding.Field("client_assertion", try key.signed([:], claims)),
        ]
    }

    /// The parameters of an authorization request as a signed object.
    func requestObject(_ fields: [FormEncoding.Field], for server: String) throws -> String {
        var claims = try claims(server, lifetime: 60)
        for field in fields { claims[field.name] = .string(field.value) }
        return try key.signed(["typ": "oauth-authz-req+jwt"], claims)
    }

    /// Takes the challenge of a response; whether it asks for the request once more.
    func learn(_ response: HttpResponse) -> Bool {
        if let challenge = response.header("OAuth-Client-Attestation-Challenge") { self.challenge = challenge }
        let error = (try? JSON(parsing: response.body))?["error"]?.string
        if error == "use_fresh_attestation" { attestation = nil }
        return error == "use_attestation_challenge" || error == "use_fresh_attestation"
    }

    private func claims(_ server: String, lifetime: Int64?) throws -> JSONObject {
        var claims: JSONObject = [
            "iss": .string(clientID), "aud": .string(server), "jti": .string(Base64URL.encode(RandomBytes.make(16))),
            "iat": .number(JSONNumber(clock.now.seconds)),
        ]
        if let lifetime { claims["exp"] = .number(JSONNumber(clock.now.seconds + lifetime)) }
        return claims
    }
}
