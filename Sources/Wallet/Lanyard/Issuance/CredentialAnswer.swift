internal import LanyardJSON
internal import LanyardOAuth
internal import LanyardOpenID4VCI

extension CredentialEncryptionPolicy {
    var demand: CredentialEncryptionDemand {
        switch self {
        case .whenRequired: .whenRequired
        case .preferred: .preferred
        case .required: .required
        }
    }
}

extension Openid4VciClient {
    /// How messages to an issuer are encrypted; nil for plain.
    func encryption(for metadata: CredentialIssuerMetadata) throws(IssuanceError) -> MessageEncryption? {
        var findings = newFindings
        do throws(Finding) {
            let chosen = try MessageEncryption.chosen(
                credentialEncryption.demand, for: metadata, findings: &findings)
            record.note(findings.list)
            return chosen
        } catch {
            throw refused(error, as: .unsupportedConfiguration, metadata.credentialEndpoint)
        }
    }

    /// Reads an answer with credentials or a promise of them, decrypted where the request asked for that.
    func credentials(
        in answer: IssuerAnswer, keys: Int, configuration: CredentialConfiguration, transaction: String? = nil,
        at endpoint: String
    ) throws(IssuanceError) -> CredentialResponse {
        var findings = newFindings
        do throws(Finding) {
            let message =
                if let transaction {
                    try CredentialResponse(
                        deferred: answer.response, transactionId: transaction, keys: keys, configuration: configuration,
                        recipient: answer.recipient, findings: &findings)
                } else {
                    try CredentialResponse(
                        response: answer.response, keys: keys, configuration: configuration,
                        recipient: answer.recipient, findings: &findings)
                }
            record.note(findings.list)
            if case .issued(let credentials, _) = message.content {
                record.passed(
                    "credential response", clause: "OpenID4VCI 1.0 §8.3", rows: ["VCI-CRES-01", "VCI-CRES-03"],
                    "\(credentials.count) of \(keys)")
            }
            return message
        } catch {
            record.note(findings.list)
            throw refused(error, answer: answer.response, from: .credential, endpoint)
        }
    }
}
