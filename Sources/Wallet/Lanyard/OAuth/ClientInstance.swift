internal import LanyardCrypto
package import LanyardJSON
package import LanyardOAuth

/// This wallet towards one authorization server: a key that its provider attested.
///
/// Each authorization server gets a key and an attestation of its own, so that two of them cannot recognise the wallet
/// (HAIP 1.0 §4.4.1).
package struct ClientInstance: Sendable {
    package let key: ClientKey
    package let attestation: ClientAttestation

    /// Seconds before its end at which an attestation is renewed.
    private static let margin: Double = 30

    package func isUsable(at now: Instant) -> Bool {
        now.advanced(by: Self.margin) < attestation.expiresAt
    }
}

/// What is kept of a client instance: the key stays when the attestation is renewed, since refresh tokens hang on it.
package struct ClientInstanceRecord: Record {
    package static let collection = "client"

    package let server: String
    package let key: ClientKey
    package var attestation: String?

    package var name: String { server }

    package init(server: String, key: ClientKey, attestation: String?) {
        self.server = server
        self.key = key
        self.attestation = attestation
    }

    package var members: JSONObject {
        var object: JSONObject = ["server": .string(server), "key": key.json]
        object["attestation"] = attestation.map(JSON.string)
        return object
    }

    package init(members: JSONField) throws(JSONError) {
        server = try members["server"].string()
        key = try ClientKey(field: members["key"])
        attestation = try members["attestation"].optionalString()
    }
}

/// Gets client instances: from the store while their attestation holds, else from the wallet's provider.
struct ClientInstances: Sendable {
    let context: WalletContext
    let client: Openid4VciClient
    let keys: SessionKeys

    /// The instance for a server; `renewing` asks the provider for a new attestation of the same key.
    func instance(
        at server: AuthorizationServerMetadata, clientId: String?, renewing: Bool
    ) async throws(IssuanceError) -> ClientInstance {
        let stored = try await stored(for: server.issuer.text)
        if let stored, !renewing, let text = stored.record.attestation,
            let instance = try? checked(text, stored.record.key, server, clientId),
            instance.isUsable(at: context.environment.clock.now)
        {
            return instance
        }
        let key = if let stored { stored.record.key } else { try await newKey(at: server) }
        let text = try await attestation(of: key, at: server.issuer.text)
        let instance: ClientInstance
        do {
            instance = try checked(text, key, server, clientId)
        } catch {
            throw client.refused(error, as: .attestation, server.tokenEndpoint)
        }
        try await keep(
            ClientInstanceRecord(server: server.issuer.text, key: key, attestation: text), over: stored?.version)
        return instance
    }

    private func checked(
        _ text: String, _ key: ClientKey, _ server: AuthorizationServerMetadata, _ clientId: String?
    ) throws(Finding) -> ClientInstance {
        var findings = client.newFindings
        let attestation = try ClientAttestation(
            text, for: key.publicKey, clientId: clientId, now: context.environment.clock.now,
            algorithms: server.clientAttestationAlgorithms, findings: &findings)
        client.record.note(findings.list)
        client.record.protect(text)
        return ClientInstance(key: key, attestation: attestation)
    }

    private func newKey(at server: AuthorizationServerMetadata) async throws(IssuanceError) -> ClientKey {
        let algorithm: SignatureAlgorithm
        do throws(Finding) {
            algorithm = try server.commonAlgorithm(\.clientAttestationProofAlgorithms, of: context.clientAlgorithms)
        } catch {
            throw client.refused(error, as: .unsupportedConfiguration, server.tokenEndpoint)
        }
        return try await keys.makeClientKey(KeyAlgorithm(rawValue: algorithm.rawValue) ?? .es256)
    }

    private func attestation(of key: ClientKey, at server: String) async throws(IssuanceError) -> String {
        guard let provider = context.environment.attestation else {
            throw IssuanceError(
                .attestation, "the wallet has no provider of attestations", party: .wallet,
                remedy: "Give the wallet's environment an attestation provider.")
        }
        do {
            return try await provider.clientAttestation(for: key.bytes, authorizationServer: server)
        } catch {
            throw IssuanceError(error, of: "client attestation")
        }
    }

    private func stored(
        for server: String
    ) async throws(IssuanceError) -> (record: ClientInstanceRecord, version: UInt64)? {
        do throws(StorageError) {
            let reading = try await context.environment.storage.readings(of: [ClientInstanceRecord.key(server)]).first
            // One that cannot be read is made anew: only a refresh token that hangs on its key is lost with it.
            guard case .record(let stored)? = reading, let record = try? ClientInstanceRecord(stored) else {
                return nil
            }
            return (record, stored.version)
        } catch {
            throw IssuanceError(error)
        }
    }

    /// Two sessions may attest at once: the one that comes second keeps its instance to itself.
    private func keep(_ record: ClientInstanceRecord, over version: UInt64?) async throws(IssuanceError) {
        var batch = StorageBatch()
        batch.put(record.key, record.encoded(), expect: version.map { .version($0) })
        for pending in await keys.pendingRecords(of: [record.key.handle]) { batch.delete(pending) }
        do throws(StorageError) {
            try await context.environment.storage.commit(batch)
            await keys.stored([record.key.handle])
        } catch {
            guard error.code == .conflict else { throw IssuanceError(error) }
        }
    }
}

extension IssuanceError {
    /// The wallet's provider gave no attestation.
    init(_ error: WalletAttestationError, of what: String) {
        self.init(
            .attestation, "the wallet's provider gave no \(what): \(error.reason)", party: .walletProvider,
            remedy: error.isRetryable
                ? "Try again when the provider's service can be reached."
                : "Ask the wallet's provider why it attests nothing.",
            underlying: error, isRetryable: error.isRetryable)
    }
}
