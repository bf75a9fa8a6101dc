package import LanyardJSON
internal import LanyardOAuth
internal import LanyardOpenID4VCI

/// The client id that a server gave when the wallet registered itself.
package struct RegistrationRecord: Record {
    package static let collection = "registration"

    package let server: String
    package let redirectURI: String
    package let clientId: String

    package var name: String { server }

    package var members: JSONObject {
        ["server": .string(server), "redirect": .string(redirectURI), "clientId": .string(clientId)]
    }
}

extension RegistrationRecord {
    package init(members: JSONField) throws(JSONError) {
        server = try members["server"].string()
        redirectURI = try members["redirect"].string()
        clientId = try members["clientId"].string()
    }
}

/// Registers the wallet with an authorization server, once, where the configuration wants that (RFC 7591).
struct Registration: Sendable {
    let context: WalletContext
    let client: Openid4VciClient

    /// The identity that a registration gives, in place of a public client's; any other identity stays as it is.
    func identity(_ identity: ClientIdentity, at server: AuthorizationServerMetadata) async throws(IssuanceError)
        -> ClientIdentity
    {
        guard case .publicClient = identity, context.config.issuance.registration == .whenOffered,
            let endpoint = server.registrationEndpoint
        else { return identity }
        let redirectURI = context.config.issuance.redirectUri
        let key = RegistrationRecord.key(server.issuer.text)
        if let known = try await stored(key), known.redirectURI == redirectURI { return .publicClient(known.clientId) }
        let registered = try await register(at: endpoint, redirectURI)
        let record = RegistrationRecord(
            server: server.issuer.text, redirectURI: redirectURI, clientId: registered.clientId)
        var batch = StorageBatch()
        batch.put(key, record.encoded())
        do {
            try await context.environment.storage.commit(batch)
        } catch {
            throw IssuanceError(error)
        }
        return .publicClient(record.clientId)
    }

    /// One that cannot be read is made anew.
    private func stored(_ key: StorageKey) async throws(IssuanceError) -> RegistrationRecord? {
        do {
            guard case .record(let stored)? = try await context.environment.storage.readings(of: [key]).first else {
                return nil
            }
            return try? RegistrationRecord(stored)
        } catch {
            throw IssuanceError(error)
        }
    }

    private func register(at endpoint: String, _ redirectURI: String) async throws(IssuanceError) -> RegisteredClient {
        let registration = ClientRegistration(
            endpoint: endpoint, redirectURIs: [redirectURI],
            grantTypes: ["authorization_code", "refresh_token", TokenGrant.preAuthorizedCode])
        let response = try await client.exchange.send(registration.http, to: .registration)
        guard (200...299).contains(response.status) else {
            throw IssuanceError(response, at: endpoint, context.environment.clock.now, client.record)
        }
        var findings = client.newFindings
        do throws(Finding) {
            let registered = try RegisteredClient(response: response, findings: &findings)
            client.record.note(findings.list)
            client.record.passed("client registration", clause: "RFC 7591 §3.2.1", rows: ["VCI-CAUTH-06"])
            return registered
        } catch {
            throw client.refused(error, answer: response, from: .registration, endpoint)
        }
    }
}
