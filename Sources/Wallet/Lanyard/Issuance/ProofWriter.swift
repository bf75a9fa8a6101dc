internal import LanyardCrypto
internal import LanyardJOSE
internal import LanyardJSON
internal import LanyardOAuth
internal import LanyardOpenID4VCI

/// Makes the keys of a credential and proves them, as the issuer's metadata wants it.
struct ProofWriter: Sendable {
    let source: IssuanceSource
    let choice: ProofChoice
    let client: Openid4VciClient
    let keys: SessionKeys
    let context: WalletContext

    init(
        for configuration: CredentialConfiguration, of source: IssuanceSource, client: Openid4VciClient,
        keys: SessionKeys,
        context: WalletContext
    ) throws(IssuanceError) {
        self.source = source
        self.client = client
        self.keys = keys
        self.context = context
        do {
            choice = try ProofChoice(for: configuration, abilities: context.proofAbilities)
        } catch {
            throw client.refused(error, as: .unsupportedConfiguration, source.metadata.credentialEndpoint)
        }
    }

    /// Makes so many keys in one call; none where the credential is bound to none.
    func makeKeys(_ number: Int, policy: KeyPolicy) async throws(IssuanceError) -> [NewKey] {
        var policy = policy
        switch choice {
        case .none: return []
        case .jwt(let algorithm, _): policy.algorithm = KeyAlgorithm(rawValue: algorithm.rawValue) ?? policy.algorithm
        case .added, .attestation: break
        }
        return try await keys.make(number, policy: policy)
    }

    /// Proofs of the keys over a nonce, fresh for each request.
    func proofs(of made: [NewKey], nonce: String?) async throws(IssuanceError) -> CredentialRequest.Proofs? {
        switch choice {
        case .none: return nil
        case .jwt(let algorithm, nil):
            return CredentialRequest.Proofs(jwts: try await jwts(of: made, algorithm, nonce, attestation: nil))
        case .jwt(let algorithm, let requirement?):
            // One proof, by the first of the attested keys, stands for all of them (OpenID4VCI 1.0 §F.1).
            let attestation = try await attestation(of: made, nonce, requirement, algorithms: nil, .jwtProof)
            return CredentialRequest.Proofs(
                jwts: try await jwts(of: Array(made.prefix(1)), algorithm, nonce, attestation: attestation))
        case .attestation(let requirement, let algorithms):
            return CredentialRequest.Proofs(
                attestation: try await attestation(of: made, nonce, requirement, algorithms: algorithms, .alone))
        case .added(let name, let algorithms):
            return try await added(name, algorithms, made, nonce)
        }
    }

    private var action: UserAction {
        UserAction(source.renewed == nil ? .receive : .renew, with: source.issuer.name)
    }

    private func jwts(
        of made: [NewKey], _ algorithm: SignatureAlgorithm, _ nonce: String?, attestation: KeyAttestation?
    ) async throws(IssuanceError) -> [String] {
        var drafts: [UnsignedJWS] = []
        for key in made {
            do throws(Finding) {
                let proof = try KeyProof(
                    of: PublicKey(key.publicKey), algorithm: algorithm, audience: source.metadata.credentialIssuer,
                    issuedAt: context.environment.clock.now, nonce: nonce, clientId: source.identity.clientId,
                    keyAttestation: attestation)
                drafts.append(proof.unsigned)
            } catch {
                throw client.refused(error, as: .keys, source.metadata.credentialEndpoint)
            }
        }
        let requests = zip(made, drafts).map { SigningRequest(key: $0.handle, message: $1.signingInput) }
        let signatures = try await keys.sign(requests, for: action)
        return zip(drafts, signatures).map { $0.compact(signature: $1) }
    }

    /// Has the keys attested by the wallet's provider, and checks what it made before it is sent.
    private func attestation(
        of made: [NewKey], _ nonce: String?, _ requirement: ProofType.KeyAttestationRequirement?,
        algorithms: [String]?, _ purpose: KeyAttestation.Purpose
    ) async throws(IssuanceError) -> KeyAttestation {
        guard let provider = context.environment.attestation else {
            throw IssuanceError(
                .attestation, "the issuer wants attested keys", party: .wallet,
                remedy: "Give the wallet's environment an attestation provider.")
        }
        let text: String
        do {
            text = try await provider.keyAttestation(
                for: made.map(\.publicKey), nonce: nonce, keyStorage: requirement?.keyStorage ?? [],
                userAuthentication: requirement?.userAuthentication ?? [])
        } catch {
            throw IssuanceError(error, of: "key attestation")
        }
        client.record.protect(text)
        var findings = client.newFindings
        do throws(Finding) {
            let attestation = try KeyAttestation(
                text, of: made.map { key throws(Finding) in try PublicKey(key.publicKey) }, nonce: nonce,
                requirement: requirement, purpose: purpose, algorithms: algorithms,
                now: context.environment.clock.now, findings: &findings)
            client.record.note(findings.list)
            client.record.passed("key attestation", clause: "OpenID4VCI 1.0 §D.1", rows: ["VCI-KA-01", "VCI-KA-03"])
            return attestation
        } catch {
            throw client.refused(error, as: .attestation, source.metadata.credentialEndpoint)
        }
    }

    /// Proofs of a type that the app added.
    private func added(
        _ name: String, _ algorithms: [String], _ made: [NewKey], _ nonce: String?
    ) async throws(IssuanceError) -> CredentialRequest.Proofs? {
        let request = KeyProofRequest(
            keys: made, algorithms: algorithms, audience: source.credentialIssuer, nonce: nonce,
            clientId: source.identity.clientId, now: context.environment.clock.now)
        let action = action
        do {
            guard let handler = context.config.proofTypes.first(where: { $0.proofType == name }) else { return nil }
            let keys = keys
            let texts = try await handler.proofs(for: request) { try await keys.sign($0, for: action) }
            return CredentialRequest.Proofs(type: name, values: try texts.map { try JSON(parsing: $0) })
        } catch let error as IssuanceError {
            throw error
        } catch {
            throw IssuanceError(
                .keys, "no proof of the type \(client.record.cleaned(name, limit: 40)) was made", party: .wallet,
                remedy: "Mend the handler of this proof type.", underlying: error)
        }
    }
}

extension WalletContext {
    /// What the wallet can do to prove its keys.
    var proofAbilities: ProofChoice.Abilities {
        ProofChoice.Abilities(
            algorithms: clientAlgorithms, attestsKeys: environment.attestation != nil,
            addedTypes: config.proofTypes.map(\.proofType))
    }
}
