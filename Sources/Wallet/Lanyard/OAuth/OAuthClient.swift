internal import LanyardCrypto
internal import LanyardJOSE
package import LanyardOAuth
internal import LanyardOpenID4VCI
internal import LanyardText

/// The wallet as a client of one authorization server and of the issuer that it protects.
///
/// Holds what one authorization needs: the identity, the DPoP key, the tokens, and what the servers said in passing (nonces,
/// challenges, the time). Every request is made anew for each attempt, with fresh proofs, and repeated once for a cause.
package actor OAuthClient {
    package let serverId: IssuerIdentifier
    package let identity: ClientIdentity
    /// The key that tokens are bound to; nil without DPoP.
    package private(set) var dpopKey: ClientKey?
    package private(set) var tokens: TokenSet?

    let context: WalletContext
    let client: Openid4VciClient
    let keys: SessionKeys
    private var server: AuthorizationServerMetadata?
    private var instance: ClientInstance?
    private(set) var nonces = DPoPNonces()
    /// The nonces that the record keeps.
    private(set) var storedNonces = DPoPNonces()
    private var challenge: String?
    /// Seconds that the servers' clocks are ahead, as far as one of them complained.
    private var clockCorrection: Double = 0
    /// The record that keeps the tokens, once there is one.
    private var contextId: String?

    /// Becomes a client that has no token yet.
    package init(
        of server: AuthorizationServerMetadata, as identity: ClientIdentity, client: Openid4VciClient,
        keys: SessionKeys, context: WalletContext
    ) {
        serverId = server.issuer
        self.server = server
        self.identity = identity
        self.client = client
        self.keys = keys
        self.context = context
    }

    /// Goes on with an authorization that was stored.
    package init(
        resuming authorization: IssuanceContextRecord, client: Openid4VciClient, keys: SessionKeys,
        context: WalletContext
    ) {
        serverId = authorization.authorizationServer
        identity = authorization.identity
        dpopKey = authorization.dpopKey
        tokens = authorization.tokens
        contextId = authorization.id
        nonces = authorization.nonces
        storedNonces = authorization.nonces
        self.client = client
        self.keys = keys
        self.context = context
        client.record.protect(authorization.tokens)
    }

    package var now: Instant { context.environment.clock.now }

    /// The server's metadata; read again where the authorization comes from a record.
    package func metadata() async throws(IssuanceError) -> AuthorizationServerMetadata {
        if let server { return server }
        var findings = client.newFindings
        let read = try await client.authorizationServerMetadata(of: serverId, findings: &findings)
        client.record.note(findings.list)
        server = read
        return read
    }

    /// Goes on with a DPoP key that a record keeps, and with what the servers said to it last.
    package func resumeDPoP(with key: ClientKey, _ nonces: DPoPNonces) {
        dpopKey = key
        self.nonces = nonces
    }

    /// Makes the DPoP key of this authorization, unless DPoP is off.
    package func prepareDPoP() async throws(IssuanceError) {
        guard context.config.issuance.dpop != .off, dpopKey == nil else { return }
        let server = try await metadata()
        let algorithm: SignatureAlgorithm
        do throws(Finding) {
            algorithm = try server.commonAlgorithm(\.dpopAlgorithms, of: context.clientAlgorithms)
        } catch {
            throw client.refused(error, as: .unsupportedConfiguration, server.tokenEndpoint)
        }
        dpopKey = try await keys.makeClientKey(KeyAlgorithm(rawValue: algorithm.rawValue) ?? .es256)
    }

    /// The thumbprint that binds an authorization code to the DPoP key, RFC 9449 §10.
    package var dpopThumbprint: String? { dpopKey.map { JWK($0.publicKey).thumbprint() } }

    package func take(_ tokens: TokenSet) {
        client.record.protect(tokens)
        self.tokens = tokens
    }

    /// From now on refreshed tokens go into this record.
    package func keep(in record: String) {
        contextId = record
    }

    package var storedContext: String? { contextId }

    // MARK: What servers say in passing

    /// Remembers the nonces and the challenge of a response.
    package func learn(from response: HttpResponse, as role: DPoPNonces.Role, url: String) {
        nonces.learn(from: response, role: role, url: url)
        guard role == .authorizationServer else { return }
        if let rotated = AttestationChallenge.rotated(in: response) { challenge = rotated }
    }

    func correctClock(to time: Instant) {
        clockCorrection = now.distance(to: time)
    }

    // MARK: Proofs

    /// A fresh DPoP proof for one request, as a header field; nil without DPoP.
    func dpop(
        _ method: String, _ url: String, role: DPoPNonces.Role, token: AccessToken? = nil
    ) async throws(IssuanceError) -> HttpHeader? {
        guard let dpopKey, token?.kind != .bearer else { return nil }
        let proof: DPoPProof
        do throws(Finding) {
            proof = try DPoPProof(
                of: dpopKey.publicKey, algorithm: dpopKey.algorithm, method: method, url: url, id: randomId(),
                issuedAt: now.advanced(by: clockCorrection), nonce: nonces.nonce(for: role, url: url),
                accessToken: token?.value)
        } catch {
            throw client.refused(error, as: .keys, url)
        }
        return DPoPProof.header(try await signed(proof.unsigned, with: dpopKey))
    }

    /// What says who the wallet is in one request to the authorization server: fresh proofs, each time.
    func authentication(renewing: Bool = false) async throws(IssuanceError) -> ClientAuthentication {
        switch identity {
        case .anonymous: return .anonymous
        case .publicClient(let id): return .publicClient(id)
        case .assertion(let id): return try await assertion(id)
        case .attested: return try await attested(renewing: renewing)
        }
    }

    private func assertion(_ id: String) async throws(IssuanceError) -> ClientAuthentication {
        guard let key = context.config.issuance.assertionKey else {
            throw IssuanceError(
                .keys, "there is no key for client assertions", party: .wallet,
                remedy: "Set IssuanceConfig.assertionKey.")
        }
        let assertion = ClientAssertion(
            clientId: id, audience: serverId, algorithm: SignatureAlgorithm(key.publicKey.algorithm), kid: key.keyId,
            id: randomId(), issuedAt: now)
        let signature = try await keys.sign(
            [SigningRequest(key: key.handle, message: assertion.unsigned.signingInput)],
            for: UserAction(.background, with: serverId.text))
        return .assertion(clientId: id, assertion.unsigned.compact(signature: signature.first ?? []))
    }

    private func attested(renewing: Bool) async throws(IssuanceError) -> ClientAuthentication {
        let server = try await metadata()
        if renewing { instance = nil }
        let instance: ClientInstance
        if let known = self.instance, known.isUsable(at: now) {
            instance = known
        } else {
            instance = try await ClientInstances(context: context, client: client, keys: keys)
                .instance(at: server, clientId: identity.clientId, renewing: renewing)
            self.instance = instance
        }
        if challenge == nil, let endpoint = server.challengeEndpoint { challenge = try await newChallenge(endpoint) }
        let algorithm: SignatureAlgorithm
        do throws(Finding) {
            algorithm = try server.commonAlgorithm(\.clientAttestationProofAlgorithms, of: [instance.key.algorithm])
        } catch {
            throw client.refused(error, as: .unsupportedConfiguration, server.tokenEndpoint)
        }
        let proof = ClientAttestationProof(
            clientId: instance.attestation.clientId, audience: serverId, algorithm: algorithm, id: randomId(),
            issuedAt: now, challenge: challenge)
        return .attested(instance.attestation, proof: try await signed(proof.unsigned, with: instance.key))
    }

    private func newChallenge(_ endpoint: String) async throws(IssuanceError) -> String {
        let response = try await client.exchange.send(AttestationChallenge.request(endpoint), to: .challenge)
        learn(from: response, as: .authorizationServer, url: endpoint)
        var findings = client.newFindings
        do throws(Finding) {
            let value = try AttestationChallenge.value(in: response, findings: &findings)
            client.record.note(findings.list)
            client.record.protect(value)
            return value
        } catch {
            throw client.refused(error, answer: response, from: .challenge, endpoint)
        }
    }

    func signed(_ unsigned: UnsignedJWS, with key: ClientKey) async throws(IssuanceError) -> String {
        let signatures = try await keys.sign(
            [SigningRequest(key: key.handle, message: unsigned.signingInput)],
            for: UserAction(.background, with: serverId.text))
        guard let signature = signatures.first else {
            throw IssuanceError(
                .keys, "the secure area of the key is not in this environment", party: .environment,
                remedy: "Give the wallet the secure area that made the key.")
        }
        return unsigned.compact(signature: signature)
    }

    func randomId() -> String { Base64URL.encode(context.environment.rng.bytes(16)) }
}

extension SessionRecord {
    /// Keeps tokens out of everything that is recorded from now on.
    func protect(_ tokens: TokenSet) {
        protect(tokens.access.value.reveal())
        if let refresh = tokens.refresh { protect(refresh.reveal()) }
    }
}
