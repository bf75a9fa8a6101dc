public import LanyardJSON

/// A request for one dataset of one configuration, OpenID4VCI 1.0 §8.2.
///
/// It holds what 1.0 defines and nothing else: no format, no type, no claims. Only for an issuer that is known to follow drafts 13
/// and 14 it is made as those had it, and holds nothing of 1.0 then.
public struct CredentialRequest: Sendable {
    /// How the credential is named; the token response decides which.
    public enum Subject: Hashable, Sendable {
        /// A dataset that the token response named.
        case identifier(String)
        /// A configuration, when the token response named no dataset.
        case configuration(String)
    }

    /// The proofs of one type.
    public struct Proofs: Hashable, Sendable {
        /// The name of the proof type.
        public let type: String
        /// The proofs, at least one.
        public let values: [JSON]

        /// Puts proofs together; nil without any.
        public init?(type: String, values: [JSON]) {
            guard !values.isEmpty else { return nil }
            self.type = type
            self.values = values
        }

        /// A key attestation alone: the array holds exactly one, OpenID4VCI 1.0 Appendix F.3.
        public init(attestation: KeyAttestation) {
            type = "attestation"
            values = [.string(attestation.text)]
        }

        /// Signed `jwt` proofs; nil without any.
        public init?(jwts: [String]) {
            self.init(type: "jwt", values: jwts.map { .string($0) })
        }
    }

    /// What is asked for.
    public let subject: Subject
    /// Proofs of the keys, nil for a credential without key binding.
    public let proofs: Proofs?
    /// The key for the response, `credential_response_encryption`; nil for a plain one.
    public let responseEncryption: JSON?
    private let draftOf: CredentialConfiguration?

    /// Makes a request; for an issuer of a draft with the configuration that is asked for, and one proof at most.
    public init(
        _ subject: Subject, proofs: Proofs?, responseEncryption: JSON? = nil,
        asDraftOf configuration: CredentialConfiguration? = nil
    ) {
        self.subject = subject
        self.proofs = proofs
        self.responseEncryption = responseEncryption
        draftOf = configuration
    }

    /// The subjects to ask for one configuration: each granted identifier, or the configuration when none were granted.
    ///
    /// Empty when the server granted identifiers, but none for this configuration. One request is made for each.
    public static func subjects(of configurationId: String, granted: [GrantedCredential]?) -> [Subject] {
        guard let granted else { return [.configuration(configurationId)] }
        return granted.filter { $0.configurationId == configurationId }.flatMap(\.credentialIdentifiers)
            .map { .identifier($0) }
    }

    /// The body, for a ``CredentialMessage``.
    public var json: JSON {
        var body = draftOf.map { draft(of: $0) } ?? members
        body["credential_response_encryption"] = responseEncryption
        return .object(body)
    }

    private var members: JSONObject {
        var members: [(name: String, value: JSON)] = []
        switch subject {
        case .identifier(let id): members.append(("credential_identifier", .string(id)))
        case .configuration(let id): members.append(("credential_configuration_id", .string(id)))
        }
        if let proofs {
            members.append(("proofs", .object(JSONObject([(proofs.type, .array(proofs.values))]))))
        }
        return JSONObject(members)
    }

    /// The body of drafts 13 and 14, §7.2: the format and type, or an identifier; `proof` in place of `proofs`.
    private func draft(of configuration: CredentialConfiguration) -> JSONObject {
        var body = JSONObject()
        if case .identifier(let id) = subject {
            body["credential_identifier"] = .string(id)
        } else {
            body["format"] = .string(configuration.formatName)
            switch configuration.format {
            case .sdJwtVc(let vct): body["vct"] = .string(vct)
            case .msoMdoc(let doctype): body["doctype"] = .string(doctype)
            case .other: break
            }
        }
        if let proofs, let value = proofs.values.first {
            body["proof"] = .object(JSONObject([("proof_type", .string(proofs.type)), (proofs.type, value)]))
        }
        return body
    }
}
