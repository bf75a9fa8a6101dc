import WalletPorts

extension JWTProfile {
    /// The uses that issuers, verifiers, wallets and their providers meet in OpenID4VCI and OpenID4VP.
    static let all: [JWTProfile] = [
        keyProof, keyAttestation, clientAttestation, clientAttestationProof, dpopProof, keyBinding,
        signedIssuerMetadata, requestObject, accessToken, entityStatement,
    ]

    static let keyProof = JWTProfile(
        kind: "key-proof", title: "Key proof of a credential request", typ: ["openid4vci-proof+jwt"], party: .wallet,
        clause: "OpenID4VCI 1.0 §F.1", rows: ["VCI-PROOF-02"], keyMembers: ["jwk", "kid", "x5c"],
        claims: [
            Member("aud", .string, rows: ["VCI-PROOF-05"]), Member("iat", .time, rows: ["VCI-PROOF-06"]),
            Member("nonce", .string, required: false, rows: ["VCI-PROOF-07"]),
            Member("iss", .string, required: false, rows: ["VCI-PROOF-08"]),
        ])

    static let keyAttestation = JWTProfile(
        kind: "key-attestation", title: "Key attestation", typ: ["key-attestation+jwt"], party: .walletProvider,
        clause: "OpenID4VCI 1.0 §D.1", rows: ["VCI-KA-01"],
        claims: [
            Member("iat", .time), Member("attested_keys", .array),
            Member("exp", .time, required: false, rows: ["VCI-KA-02"]),
            Member("nonce", .string, required: false, rows: ["VCI-KA-03"]),
            Member("key_storage", .array, required: false, rows: ["VCI-KA-05"]),
            Member("user_authentication", .array, required: false, rows: ["VCI-KA-05"]),
        ])

    static let clientAttestation = JWTProfile(
        kind: "client-attestation", title: "Client attestation", typ: ["oauth-client-attestation+jwt"],
        party: .walletProvider, clause: "Attestation-Based Client Authentication §5.1", rows: ["VCI-WATT-02"],
        claims: [
            Member("sub", .string, rows: ["VCI-WATT-03"]), Member("exp", .time), Member("cnf", .object),
            Member("iss", .string, required: false, rows: ["VCI-WATT-05"]),
        ])

    static let clientAttestationProof = JWTProfile(
        kind: "client-attestation-proof", title: "Proof of a client attestation",
        typ: ["oauth-client-attestation-pop+jwt"], party: .wallet,
        clause: "Attestation-Based Client Authentication §5.2", rows: ["VCI-WATT-04"],
        claims: [
            Member("aud", .stringOrArray), Member("jti", .string), Member("iat", .time),
            Member("iss", .string, required: false, rows: ["VCI-WATT-05"]),
            Member("challenge", .string, required: false, rows: ["VCI-WATT-06"]),
        ])

    static let dpopProof = JWTProfile(
        kind: "dpop-proof", title: "DPoP proof", typ: ["dpop+jwt"], party: .wallet, clause: "RFC 9449 §4.2",
        rows: ["VCI-DPOP-01"], keyMembers: ["jwk"],
        claims: [
            Member("jti", .string, rows: ["VCI-DPOP-02"]), Member("htm", .string, rows: ["VCI-DPOP-02"]),
            Member("htu", .string, rows: ["VCI-DPOP-02"]), Member("iat", .time, rows: ["VCI-DPOP-02"]),
            Member("nonce", .string, required: false, rows: ["VCI-DPOP-06"]),
            Member("ath", .string, required: false, rows: ["VCI-DPOP-03"]),
        ])

    static let keyBinding = JWTProfile(
        kind: "key-binding", title: "Key binding JWT", typ: ["kb+jwt"], party: .wallet, clause: "RFC 9901 §4.3",
        rows: ["SDJWT-15"],
        claims: [
            Member("iat", .time), Member("aud", .string), Member("nonce", .string), Member("sd_hash", .string),
        ])

    static let signedIssuerMetadata = JWTProfile(
        kind: "signed-issuer-metadata", title: "Signed credential issuer metadata",
        typ: ["openidvci-issuer-metadata+jwt"], party: .issuer, clause: "OpenID4VCI 1.0 §12.2.3",
        rows: ["VCI-META-08"],
        claims: [Member("sub", .string), Member("iat", .time), Member("exp", .time, required: false)])

    static let requestObject = JWTProfile(
        kind: "request-object", title: "Presentation request object", typ: ["oauth-authz-req+jwt"], party: .verifier,
        clause: "OpenID4VP 1.0 §5", rows: ["VP-REQ-02"],
        claims: [
            Member("client_id", .string, rows: ["VP-REQ-05"]), Member("response_type", .string, rows: ["VP-REQ-12"]),
            Member("nonce", .string, rows: ["VP-REQ-10"]),
            Member("dcql_query", .object, required: false, rows: ["VP-REQ-09"]),
            Member("aud", .stringOrArray, required: false, rows: ["VP-REQ-06"]),
        ])

    static let accessToken = JWTProfile(
        kind: "access-token", title: "Access token as a JWT", typ: ["at+jwt"], party: .authorizationServer,
        clause: "RFC 9068 §2.2", rows: [],
        claims: [
            Member("iss", .string), Member("exp", .time), Member("aud", .stringOrArray), Member("sub", .string),
            Member("client_id", .string), Member("iat", .time), Member("jti", .string),
        ])

    static let entityStatement = JWTProfile(
        kind: "entity-statement", title: "Entity statement", typ: ["entity-statement+jwt"], party: .issuer,
        clause: "OpenID Federation 1.0 §3", rows: [],
        claims: [Member("iss", .string), Member("sub", .string), Member("iat", .time), Member("exp", .time)])
}
