internal import LanyardCrypto
internal import LanyardJOSE
internal import LanyardJSON
internal import LanyardOAuth
internal import LanyardOpenID4VCI
internal import WalletPorts

/// The keys and identifiers that the seeds are about.
struct Parties {
    let server: IssuerIdentifier
    private let issuer: IssuerIdentifier
    private let configuration: CredentialConfiguration
    private let instanceKey: PublicKey
    private let holderKeys: [PublicKey]
    private let recipient: JweRecipientKey
    private let now = Instant(seconds: 1_800_000_000)

    struct Broken: Error {}

    init() throws {
        guard let server = IssuerIdentifier("https://as.example"),
            let issuer = IssuerIdentifier("https://issuer.example/tenant")
        else { throw Broken() }
        var findings = Findings()
        let metadata = try CredentialIssuerMetadata(
            json: Self.metadata, issuer: issuer, findings: &findings)
        guard let configuration = metadata.configuration("pid"),
            let response = MessageEncryption.draftResponse(for: metadata)
        else { throw Broken() }
        self.server = server
        self.issuer = issuer
        self.configuration = configuration
        instanceKey = try Self.key(
            "Pdg-QNQVjkIEbQxN6hUxSff0x61hiDtp6niuJfTGqM8", "NBzYFXZFKHmJB4cU1S0aVH-VZXvTv7kRQsHBL1l-XiI")
        holderKeys = [
            try Self.key("Yl2tM5j7EDGdLdybN2Hu6kE8NCuy66XVDihY6k6rbaE", "YnO7TX6t7Y7ycHMfSD5Nc_y5BuVHjsKyI2kUKe2hWQU"),
            try Self.key("YjTigqxtg3svrMwNZE8uimfSw3329Wdv_eH9ggg5z30", "_JPMyiZPK8Y9S_JSpPzpk0cS4_mu636cMHspHm7QDRY"),
        ]
        recipient = JweRecipientKey(
            try ECPrivateKey.reading(jwk: [
                "kty": "EC", "crv": "P-256", "x": "n-7tqQPYPQH4hZ1cEXHXL_nOX_IhtICkYGjZfj1A3p4",
                "y": "zYRdgSl5HCSFMpkbRirp476jVPKnrLxuDW4VeDubAvs", "d": "Zl0GmNvI-5Wvwlw6TZzygNh6WFt5mSQ8pgCP0DJYl18",
            ]),
            for: response)
    }

    private static func key(_ x: String, _ y: String) throws -> PublicKey {
        try JWK(json: ["kty": "EC", "crv": "P-256", "x": .string(x), "y": .string(y)]).key
    }

    private static let metadata: JSON = [
        "credential_issuer": "https://issuer.example/tenant", "credential_endpoint": "https://issuer.example/c",
        "credential_configurations_supported": ["pid": ["format": "dc+sd-jwt", "vct": "urn:eudi:pid:1"]],
        "credential_response_encryption": [
            "alg_values_supported": ["ECDH-ES"], "enc_values_supported": ["A256GCM"], "zip_values_supported": ["DEF"],
            "encryption_required": true,
        ],
    ]
}

extension Parties {
    func readJWTs(_ text: String) {
        var findings = Findings()
        let client = try? ClientAttestation(
            text, for: instanceKey, clientId: nil, now: now, algorithms: nil, findings: &findings)
        if let client, client.expiresAt <= now || client.clientId.isEmpty { fatalError("an attestation that ended") }
        let keys = try? KeyAttestation(
            text, of: holderKeys, nonce: nil, requirement: nil, purpose: .jwtProof, now: now, findings: &findings)
        if let keys, Set(keys.keys) != Set(holderKeys) { fatalError("other keys than were sent") }
        let signed = try? SignedIssuerMetadata(compact: text, issuer: issuer, now: now, findings: &findings)
        if let signed, (try? signed.verified(by: instanceKey, findings: &findings)) != nil {
            fatalError("metadata that nobody signed")
        }
    }

    func readEncrypted(_ body: [UInt8]) {
        let response = HttpResponse(
            status: 200, headers: [HttpHeader("Content-Type", "application/jwt")], body: body)
        readCredentials(response, recipient)
    }

    func readAnswers(_ body: [UInt8]) {
        let response = HttpResponse(status: 200, headers: [], body: body)
        var findings = Findings()
        let pushed = try? PushedAuthorizationResponse(response: response, findings: &findings)
        if let pushed, pushed.expiresIn <= 0 || pushed.requestURI.isEmpty { fatalError("a reference of no use") }
        let client = try? RegisteredClient(response: response, findings: &findings)
        if client?.clientId.isEmpty == true { fatalError("an empty client id") }
        let challenge = try? AttestationChallenge.value(in: response, findings: &findings)
        if challenge?.isEmpty == true { fatalError("an empty challenge") }
        readCredentials(response, nil)
        let failure = HttpResponse(status: 400, headers: [], body: body)
        sink &+= AuthorizationServerFailure(response: failure, at: now).step.hashValue & 1
        sink &+= NotificationFailure(response: failure, at: now).step.hashValue & 1
        guard let json = try? JSON(parsing: body), let nonces = try? DPoPNonces(json: json) else { return }
        if (try? DPoPNonces(json: nonces.json)) != nonces { fatalError("nonces that do not come back") }
    }

    private func readCredentials(_ response: HttpResponse, _ recipient: JweRecipientKey?) {
        var findings = Findings()
        let read = try? CredentialResponse(
            deferred: response, transactionId: "8xLOxBtZp8", keys: 2, configuration: configuration,
            recipient: recipient, findings: &findings)
        if case .deferred(let id, let interval)? = read?.content, id != "8xLOxBtZp8" || interval <= 0 {
            fatalError("another transaction, or no interval")
        }
    }
}
