public import LanyardJSON
public import LanyardOAuth
public import WalletPorts

/// What a credential issuer says about itself and what it issues, OpenID4VCI 1.0 §12.2.4.
///
/// The document as a whole must hold; a configuration that does not is dropped alone and remembered with its finding.
/// Unknown members are ignored. Display data never decides whether something can be issued.
public struct CredentialIssuerMetadata: Sendable {
    /// The identifier, equal to the one that was asked for.
    public let credentialIssuer: IssuerIdentifier
    /// The authorization servers; the issuer's own identifier if the document names none.
    public let authorizationServers: [IssuerIdentifier]
    /// Whether the document names its authorization servers, on which `locations` and `resource` depend.
    public let namesAuthorizationServers: Bool
    /// Where credentials are requested.
    public let credentialEndpoint: String
    /// Where nonces for key proofs are fetched; with it every proof carries one.
    public let nonceEndpoint: String?
    /// Where deferred credentials are fetched.
    public let deferredCredentialEndpoint: String?
    /// Where the outcome is reported.
    public let notificationEndpoint: String?
    /// How requests can be encrypted.
    public let requestEncryption: RequestEncryption?
    /// How responses can be encrypted.
    public let responseEncryption: ResponseEncryption?
    /// The most keys that one request may bring; 1 unless the issuer offers batches.
    public let batchSize: Int
    /// Seconds for which the status of a client attestation should still be kept, if the issuer says; European wallet TS3 §2.4.
    public let preferredClientStatusPeriod: Int64?
    /// Names and logos of the issuer by language.
    public let display: [DisplayEntry]
    /// The configurations that hold, in the document's order.
    public let configurations: [CredentialConfiguration]
    /// What was wrong with each configuration that does not hold, by its id.
    public let droppedConfigurations: [String: Finding]
    private let places: [String: Int]
    private let document: JSONObject

    /// The configuration of an id, if it holds.
    public func configuration(_ id: String) -> CredentialConfiguration? {
        places[id].map { configurations[$0] }
    }

    /// The document as it was read, with these configurations alone.
    public func snapshot(of ids: [String]) -> JSON {
        var snapshot = document
        let name = "credential_configurations_supported"
        let kept = document[name]?.object?.members.filter { ids.contains($0.name) } ?? []
        snapshot[name] = .object(JSONObject(kept.map { ($0.name, $0.value) }))
        return .object(snapshot)
    }

    /// Reads the document that was found for an issuer.
    ///
    /// Throws a finding that names the wrong member; `issuerMetadata.issuer.mismatch` if it is another issuer's document.
    public init(json: JSON, issuer: IssuerIdentifier, findings: inout Findings) throws(Finding) {
        let root = Self.document.root(json)
        guard case .object(let document) = json else { throw root.finding("type", expected: "an object") }
        self.document = document
        let named = try root["credential_issuer"].string(rows: ["VCI-META-07"])
        guard named == issuer.text else {
            throw root["credential_issuer"].finding(
                "issuer.mismatch", rows: ["VCI-META-07"], expected: "\"\(issuer.text)\" to the letter",
                seen: .text(named), remedy: "Make `credential_issuer` equal to the identifier in the offer.")
        }
        credentialIssuer = issuer
        authorizationServers = try Self.authorizationServers(root["authorization_servers"], issuer: issuer)
        namesAuthorizationServers = !root["authorization_servers"].isAbsent

        let rows = ["VCI-META-10"]
        credentialEndpoint = try root["credential_endpoint"].endpoint(rows: rows)
        nonceEndpoint = try root["nonce_endpoint"].optionalEndpoint(rows: rows)
        deferredCredentialEndpoint = try root["deferred_credential_endpoint"].optionalEndpoint(rows: rows)
        notificationEndpoint = try root["notification_endpoint"].optionalEndpoint(rows: rows)

        requestEncryption = try RequestEncryption(root["credential_request_encryption"], findings: &findings)
        responseEncryption = try ResponseEncryption(root["credential_response_encryption"], findings: &findings)
        batchSize = try Self.batchSize(root["batch_credential_issuance"], findings: &findings)
        preferredClientStatusPeriod = root["preferred_client_status_period"].positiveInteger
        display = DisplayEntry.list(root["display"], needsName: false, findings: &findings)

        let supported = root["credential_configurations_supported"]
        guard !supported.isAbsent || root["credentials_supported"].isAbsent else {
            throw root["credentials_supported"].finding(
                "draft", rows: ["VCI-META-18"], expected: "credential_configurations_supported",
                remedy: "Publish the metadata of OpenID4VCI 1.0.")
        }
        var configurations: [CredentialConfiguration] = []
        var dropped: [String: Finding] = [:]
        let described = try supported.object(rows: ["VCI-META-18"])
        guard described.count <= Self.mostConfigurations else {
            throw supported.finding(
                "configurations.tooMany", rows: ["VCI-META-18"],
                expected: "at most \(Self.mostConfigurations) configurations")
        }
        for (id, member) in described {
            do {
                configurations.append(try CredentialConfiguration(id: id, member, findings: &findings))
            } catch {
                var finding = error
                finding.severity = .warning
                findings.note(finding)
                dropped[id] = error
            }
        }
        self.configurations = configurations
        droppedConfigurations = dropped
        places = Dictionary(configurations.enumerated().map { ($1.id, $0) }) { first, _ in first }
    }

    /// Reads a response of a metadata location; other than 200 and JSON is an error.
    ///
    /// A signed document, `application/jwt`, is refused here; ``ReceivedIssuerMetadata`` takes both.
    public init(response: HttpResponse, issuer: IssuerIdentifier, findings: inout Findings) throws(Finding) {
        if response.status == 200, response.mediaType == "application/jwt" {
            throw Self.document.finding(
                "signed.unsupported", rows: ["VCI-META-06"], clause: "OpenID4VCI 1.0 §12.2.2",
                expected: "application/json",
                seen: .text("application/jwt"), remedy: "Answer with application/json when it is asked for.")
        }
        let json = try Self.document.json(of: response, rows: ["VCI-META-03", "VCI-META-06"], findings: &findings)
        try self.init(json: json, issuer: issuer, findings: &findings)
    }

    /// The request for a metadata document: a GET without a token that says which languages a person reads.
    ///
    /// `acceptsSigned` where the wallet can tell whether to trust a signer: then signed metadata is asked for first.
    public static func request(
        _ location: MetadataLocation, languages: [String], acceptsSigned: Bool = false
    ) -> HttpRequest {
        let accept = acceptsSigned ? "application/jwt, application/json;q=0.9" : "application/json"
        var headers = [HttpHeader("Accept", accept)]
        if !languages.isEmpty { headers.append(HttpHeader("Accept-Language", languages.joined(separator: ", "))) }
        return HttpRequest("GET", location.url, headers: headers)
    }

    private static func authorizationServers(
        _ member: OutsideMember, issuer: IssuerIdentifier
    ) throws(Finding) -> [IssuerIdentifier] {
        guard !member.isAbsent else { return [issuer] }
        return try member.strings(rows: ["VCI-META-11"]).map { text throws(Finding) in
            guard let identifier = IssuerIdentifier(text) else {
                throw member.finding(
                    "authorizationServer", rows: ["VCI-META-11"], clause: "RFC 8414 §2",
                    expected: "https URLs without query and fragment", seen: .text(text))
            }
            return identifier
        }
    }

    private static func batchSize(_ member: OutsideMember, findings: inout Findings) throws(Finding) -> Int {
        guard !member.isAbsent else { return 1 }
        if let size = member["batch_size"].value?.int64, size >= 2 { return Int(clamping: size) }
        try findings.tolerate(
            member["batch_size"].finding(
                "batchSize", rows: ["VCI-META-15"], expected: "an integer of at least 2",
                remedy: "Leave `batch_credential_issuance` out if there are no batches."))
        return 1
    }

    private static let mostConfigurations = 2000

    static let document = OutsideDocument(
        "issuer metadata", code: "issuerMetadata", party: .issuer, clause: "OpenID4VCI 1.0 §12.2.4",
        rows: ["VCI-META-22"],
        absence: "Check the issuer identifier, and serve the metadata at /.well-known/openid-credential-issuer.")
}
