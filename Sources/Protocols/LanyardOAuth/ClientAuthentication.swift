public import LanyardText
public import WalletPorts

/// How a client authenticates at an endpoint, by its registered name.
public struct ClientAuthenticationMethod: Hashable, Sendable, CustomStringConvertible {
    /// The registered name.
    public let description: String

    /// Names a method.
    public init(_ name: String) { description = name }

    /// Wallet attestation.
    public static let attestation = ClientAuthenticationMethod("attest_jwt_client_auth")
    /// A signed assertion of the client's own, RFC 7523.
    public static let privateKeyJWT = ClientAuthenticationMethod("private_key_jwt")
    /// No authentication: a public client, known by its `client_id`.
    public static let none = ClientAuthenticationMethod("none")

    private static let preference: [ClientAuthenticationMethod] = [.attestation, .privateKeyJWT, .none]

    /// The strongest method that the server offers and the wallet has.
    ///
    /// A server that lists nothing leaves the choice to the wallet. Where authentication is optional, as with the
    /// pre-authorized grant, a list without a common method falls back to `none` and is recorded. High Assurance profiles never choose `none`.
    public static func chosen(
        offered: [String]?, available: Set<ClientAuthenticationMethod>, isOptional: Bool = false,
        findings: inout Findings
    ) throws(Finding) -> ClientAuthenticationMethod {
        let allowed = preference.filter { method in
            available.contains(method) && (offered?.contains(method.description) ?? true)
                && (method != .none || !findings.isHighAssurance)
        }
        if let best = allowed.first { return best }
        let finding = AuthorizationServerMetadata.document.finding(
            "clientAuthentication.none", rows: ["VCI-AS-06", "VCI-CAUTH-02", "VCI-CAUTH-04"],
            clause: "RFC 8414 §2", at: "/token_endpoint_auth_methods_supported",
            expected: "one of \(preference.filter(available.contains).map(\.description).joined(separator: ", "))",
            seen: offered.map { .text($0.joined(separator: " ")) } ?? .absent,
            remedy: "List a method that the wallet has, or configure the wallet for one of the server's.")
        guard isOptional, available.contains(.none), !findings.isHighAssurance else { throw finding }
        try findings.tolerate(finding)
        return .none
    }
}

/// What a client adds to a request to say who it is: form fields and header fields.
///
/// Attestation and assertions are made fresh for each request and carried the same way.
public struct ClientAuthentication: Sendable {
    /// The `client_id` of the request, nil for anonymous access.
    public let clientId: String?
    /// Form fields to append.
    public let fields: [FormEncoding.Field]
    /// Header fields to append.
    public let headers: [HttpHeader]

    /// Makes client authentication of any method.
    public init(clientId: String?, fields: [FormEncoding.Field], headers: [HttpHeader] = []) {
        self.clientId = clientId
        self.fields = fields
        self.headers = headers
    }

    /// Nothing at all, for the pre-authorized grant with anonymous access.
    public static let anonymous = ClientAuthentication(clientId: nil, fields: [])

    /// The method `none`: the `client_id` alone.
    public static func publicClient(_ id: String) -> ClientAuthentication {
        ClientAuthentication(clientId: id, fields: [.init("client_id", id)])
    }
}

extension ClientAuthentication {
    /// Wallet attestation: the attestation and a fresh proof of its key, each in its header field, once.
    ///
    /// `proof` is the signed ``ClientAttestationProof`` of this one request.
    public static func attested(_ attestation: ClientAttestation, proof: String) -> ClientAuthentication {
        ClientAuthentication(
            clientId: attestation.clientId, fields: [.init("client_id", attestation.clientId)],
            headers: [
                HttpHeader("OAuth-Client-Attestation", attestation.text),
                HttpHeader("OAuth-Client-Attestation-PoP", proof),
            ])
    }

    /// A signed ``ClientAssertion`` of this one request, RFC 7523 §2.2.
    public static func assertion(clientId: String, _ jwt: String) -> ClientAuthentication {
        ClientAuthentication(
            clientId: clientId,
            fields: [
                .init("client_id", clientId), .init("client_assertion_type", ClientAssertion.type),
                .init("client_assertion", jwt),
            ])
    }
}
