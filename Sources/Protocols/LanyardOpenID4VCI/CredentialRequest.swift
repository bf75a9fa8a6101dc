public import LanyardJSON
public import LanyardOAuth
public import WalletPorts

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

        /// Signed `jwt` proofs; nil without any.
        public init?(jwts: [String]) {
            self.init(type: "jwt", values: jwts.map { .string($0) })
        }
    }

    /// What is asked for.
    public let subject: Subject
    /// Proofs of the keys, nil for a credential without key binding.
    public let proofs: Proofs?
    private let draftOf: CredentialConfiguration?

    /// Makes a request; for an issuer of a draft with the configuration that is asked for, and one proof at most.
    public init(_ subject: Subject, proofs: Proofs?, asDraftOf configuration: CredentialConfiguration? = nil) {
        self.subject = subject
        self.proofs = proofs
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

    /// The body.
    public var json: JSON {
        if let draftOf { return draft(of: draftOf) }
        var members: [(name: String, value: JSON)] = []
        switch subject {
        case .identifier(let id): members.append(("credential_identifier", .string(id)))
        case .configuration(let id): members.append(("credential_configuration_id", .string(id)))
        }
        if let proofs {
            members.append(("proofs", .object(JSONObject([(proofs.type, .array(proofs.values))]))))
        }
        return .object(JSONObject(members))
    }

    /// The body of drafts 13 and 14, §7.2: the format and type, or an identifier; `proof` in place of `proofs`.
    private func draft(of configuration: CredentialConfiguration) -> JSON {
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
        return .object(body)
    }

    /// The request as HTTP, unencrypted.
    public func http(endpoint: String, token: AccessToken) -> HttpRequest {
        let headers = [
            token.authorization, HttpHeader("Content-Type", "application/json"),
            HttpHeader("Accept", "application/json"),
        ]
        return HttpRequest("POST", endpoint, headers: headers, body: json.encoded())
    }
}
