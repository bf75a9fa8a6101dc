internal import LanyardOAuth
internal import LanyardOpenID4VCI

/// Finds what a credential can be received anew with.
struct Renewal: Sendable {
    let context: WalletContext
    let client: Openid4VciClient
    let keys: SessionKeys

    func record(of id: CredentialId) async throws(IssuanceError) -> CredentialRecord {
        do throws(CredentialError) {
            guard let (record, _) = try await context.store.record(id) else {
                throw CredentialError(
                    .notFound, "no credential has this id", party: .person,
                    remedy: "List the credentials to see their ids.")
            }
            return record
        } catch {
            throw IssuanceError(error)
        }
    }

    /// A client with fresh tokens, by the refresh token that the issuance left; nil where a person has to authorize.
    ///
    /// With `orFail` the reason is thrown in place of nil. The issuer's metadata is read anew.
    func authorized(
        _ record: CredentialRecord, orFail: Bool
    ) async throws(IssuanceError) -> (IssuanceSource, CredentialConfiguration, OAuthClient)? {
        guard record.state != .deferred else {
            throw IssuanceError(
                .notFound, "the credential is not there yet", party: .person,
                remedy: "Wait for it, or resume the deferred issuance.")
        }
        do throws(IssuanceError) {
            guard let stored = try await stored(record), stored.tokens.refresh != nil else {
                throw .authorizationNeeded("the issuer gave no token to renew the credential with")
            }
            let oauth = OAuthClient(resuming: stored, client: client, keys: keys, context: context)
            try await oauth.refresh()
            var findings = client.newFindings
            let metadata = try await client.issuerMetadata(of: stored.issuer, findings: &findings)
            client.record.note(findings.list)
            guard let configuration = metadata.configuration(record.configurationId) else {
                throw IssuanceError(
                    .unsupportedConfiguration, "the issuer no longer issues this credential", party: .issuer,
                    remedy: "Ask the issuer what replaces it.")
            }
            let source = IssuanceSource(
                metadata, [configuration.id], identity: stored.identity, policy: record.policy, renewed: record.id,
                languages: context.environment.languages)
            return (source, configuration, oauth)
        } catch {
            guard error.code == .authorizationNeeded, !orFail else { throw error }
            return nil
        }
    }

    private func stored(_ record: CredentialRecord) async throws(IssuanceError) -> IssuanceContextRecord? {
        guard let id = record.context else { return nil }
        do throws(CredentialError) {
            return try await context.contexts.context(id)?.record
        } catch {
            throw IssuanceError(error)
        }
    }
}
