import LanyardCrypto
import LanyardJSON
public import WalletPorts

/// A wallet provider over HTTP: the two endpoints of Documentation/WalletProvider.md.
public struct WalletProviderPeer: Peer {
    /// The provider behind it.
    public let provider: PeerWalletProvider

    /// Puts the endpoints before a provider.
    public init(_ provider: PeerWalletProvider) {
        self.provider = provider
    }

    /// Answers one request; the end of the path tells which endpoint is meant.
    public func reply(to request: HttpRequest) async -> PeerReply {
        PeerReply(await answer(request))
    }

    private func answer(_ request: HttpRequest) async -> HttpResponse {
        let path = request.url.prefix { $0 != "?" }
        let isForClient = path.hasSuffix("/client-attestation")
        guard isForClient || path.hasSuffix("/key-attestation") else { return HttpResponse(status: 404) }
        guard request.method == "POST", request.mediaType == "application/json",
            let body = (try? JSON(parsing: request.body))?.object
        else { return .error("invalid_request", "the endpoint takes a POST of a JSON object") }
        do throws(WalletAttestationError) {
            return isForClient ? try await attestClient(body) : try await attestKeys(body)
        } catch {
            return error.isRetryable
                ? .error("temporarily_unavailable", error.reason, status: 503)
                : .error("access_denied", error.reason, status: 403)
        }
    }

    private func attestClient(_ body: JSONObject) async throws(WalletAttestationError) -> HttpResponse {
        guard let key = body["public_key"].flatMap(publicKey), let server = body["authorization_server"]?.string else {
            return .error("invalid_request", "public_key is an EC key as JWK, authorization_server an identifier")
        }
        let text = try await provider.clientAttestation(for: key, authorizationServer: server)
        return .json(["client_attestation": .string(text)])
    }

    private func attestKeys(_ body: JSONObject) async throws(WalletAttestationError) -> HttpResponse {
        let jwks = body["public_keys"]?.array ?? []
        let keys = jwks.compactMap(publicKey)
        func levels(_ name: String) -> [String] { body[name]?.array?.compactMap(\.string) ?? [] }
        guard !keys.isEmpty, keys.count == jwks.count else {
            return .error("invalid_request", "public_keys is an array of EC keys as JWKs")
        }
        let text = try await provider.keyAttestation(
            for: keys, nonce: body["nonce"]?.string, keyStorage: levels("key_storage"),
            userAuthentication: levels("user_authentication"))
        return .json(["key_attestation": .string(text)])
    }

    private func publicKey(_ jwk: JSON) -> PublicKeyBytes? {
        guard let key = HolderKey(jwk: jwk)?.key else { return nil }
        let algorithm: KeyAlgorithm =
            switch key.curve {
            case .p256: .es256
            case .p384: .es384
            case .p521: .es512
            }
        return PublicKeyBytes(algorithm: algorithm, bytes: key.x963)
    }
}
