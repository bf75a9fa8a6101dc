internal import LanyardCrypto
internal import LanyardJOSE
internal import LanyardJSON
internal import LanyardOAuth

/// A wallet provider behind two JSON endpoints, as `Documentation/WalletProvider.md` describes them.
///
/// The provider decides whom it attests; how it knows this wallet instance is between the two (`authorization`).
public struct HttpWalletAttestationProvider: WalletAttestationProvider {
    private let base: String
    private let authorization: Secret<String>?
    private let http: any HttpTransport

    /// Names the service: an https URL without query, such as `https://provider.example/wallet`.
    ///
    /// `authorization` is sent as a bearer token with each request.
    public init(base: String, authorization: Secret<String>? = nil, http: any HttpTransport) {
        self.base = base.hasSuffix("/") ? String(base.dropLast()) : base
        self.authorization = authorization
        self.http = http
    }

    /// Asks the endpoint `client-attestation`.
    public func clientAttestation(
        for key: PublicKeyBytes, authorizationServer: String
    ) async throws(WalletAttestationError) -> String {
        try await ask(
            "client-attestation", ["public_key": try jwk(key), "authorization_server": .string(authorizationServer)],
            for: "client_attestation")
    }

    /// Asks the endpoint `key-attestation`.
    public func keyAttestation(
        for keys: [PublicKeyBytes], nonce: String?, keyStorage: [String], userAuthentication: [String]
    ) async throws(WalletAttestationError) -> String {
        var list: [JSON] = []
        for key in keys { list.append(try jwk(key)) }
        var body: JSONObject = ["public_keys": .array(list)]
        body["nonce"] = nonce.map(JSON.string)
        if !keyStorage.isEmpty { body["key_storage"] = .array(keyStorage.map(JSON.string)) }
        if !userAuthentication.isEmpty { body["user_authentication"] = .array(userAuthentication.map(JSON.string)) }
        return try await ask("key-attestation", body, for: "key_attestation")
    }

    private func jwk(_ key: PublicKeyBytes) throws(WalletAttestationError) -> JSON {
        do {
            return JWK(try PublicKey(key)).json
        } catch {
            throw WalletAttestationError("the key is none: \(error.expected)", isRetryable: false)
        }
    }

    private func ask(
        _ name: String, _ body: JSONObject, for member: String
    ) async throws(WalletAttestationError) -> String {
        var headers = [HttpHeader("Content-Type", "application/json"), HttpHeader("Accept", "application/json")]
        if let authorization { headers.append(HttpHeader("Authorization", "Bearer \(authorization.reveal())")) }
        let response: HttpResponse
        do {
            response = try await http.send(
                HttpRequest("POST", "\(base)/\(name)", headers: headers, body: JSON.object(body).encoded()))
        } catch {
            throw WalletAttestationError("no answer: \(error)", isRetryable: error.isRetryable)
        }
        guard response.status == 200 else {
            let status = UnexpectedStatus(response)
            let told = OAuthError(response: response).map { " (\(Described.text($0.code)))" } ?? ""
            throw WalletAttestationError(
                "it answered \(response.status)\(told)", isRetryable: status.isTemporary)
        }
        guard let text = (try? JSON(parsing: response.body))?[member]?.string else {
            throw WalletAttestationError("its answer has no \"\(member)\"", isRetryable: false)
        }
        return text
    }
}
