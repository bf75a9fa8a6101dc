import LanyardCrypto
import LanyardJSON
import LanyardText
import WalletPorts

/// A DPoP key with the nonces of each role.
actor ScriptedPossession {
    enum Role: Hashable {
        case server, issuer
    }

    let key: ScriptedKey
    private let clock: any WalletClock
    private var nonces: [Role: String] = [:]
    /// Seconds to add to the clock.
    private var correction = 0.0

    init(clock: any WalletClock) throws {
        self.clock = clock
        key = try ScriptedKey()
    }

    func correct(by seconds: Double) { correction = seconds }

    func proof(for request: HttpRequest, _ role: Role, token: String?) throws -> String {
        var claims: JSONObject = [
            "jti": .string(Base64URL.encode(RandomBytes.make(16))), "htm": .string(request.method),
            "htu": .string(String(request.url.prefix { $0 != "?" })),
            "iat": .number(JSONNumber(clock.now.advanced(by: correction).seconds)),
        ]
        if let token { claims["ath"] = .string(Base64URL.encode(Hash.sha256(token.utf8))) }
        if let nonce = nonces[role] { claims["nonce"] = .string(nonce) }
        return try key.signed(["typ": "dpop+jwt", "jwk": key.jwk], claims)
    }

    /// Takes the nonce of a response; whether it asks for the request once more.
    func learn(_ response: HttpResponse, _ role: Role) -> Bool {
        guard let nonce = response.header("DPoP-Nonce") else { return false }
        nonces[role] = nonce
        let challenge = response.header("WWW-Authenticate") ?? ""
        let error = (try? JSON(parsing: response.body))?["error"]?.string
        return error == "use_dpop_nonce" || challenge.contains("error=\"use_dpop_nonce\"")
    }
}
