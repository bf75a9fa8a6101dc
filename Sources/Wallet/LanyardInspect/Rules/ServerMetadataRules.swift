import LanyardJSON
import LanyardOAuth
import WalletPorts

/// The rows VCI-AS-04 to VCI-AS-10: what an authorization server's metadata says by itself.
enum ServerMetadataRules {
    typealias Subject = MetadataDocument<AuthorizationServerMetadata>.Subject
    private typealias Statement = MetadataDocument<AuthorizationServerMetadata>.Statement

    static let document = MetadataDocument<AuthorizationServerMetadata>(
        kind: "authorization-server-metadata", title: "Authorization server metadata", member: "issuer",
        party: .authorizationServer, code: "as",
        identity: Rule(
            "It names the identifier under which it was asked for", clause: "RFC 8414 §3.3", rows: ["VCI-AS-02"]
        ) { .passed($0) },
        rules: rules, mending: Mending(standIns: ["token_endpoint": "https://issuer.invalid/token"]),
        read: { json, issuer, findings throws(Finding) in
            try AuthorizationServerMetadata(json: json, issuer: issuer, findings: &findings)
        },
        settle: { $1 + codeFlowFaults($0) }, statements: { statements($0) })

    /// What stops the authorization code flow, where the server offers it.
    private static func codeFlowFaults(_ subject: Subject) -> [Finding] {
        guard subject.json["grant_types_supported"] != nil, subject.metadata.takesCodes else { return [] }
        do throws(Finding) {
            try subject.metadata.checkAuthorizationCodeFlow()
            return []
        } catch {
            return [error]
        }
    }

    private static func statements(_ metadata: AuthorizationServerMetadata) -> [Statement] {
        [
            Statement("issuer", "issuer", metadata.issuer.text),
            Statement("token_endpoint", "token endpoint", metadata.tokenEndpoint),
            metadata.authorizationEndpoint.map {
                Statement("authorization_endpoint", "authorization endpoint", $0)
            },
            metadata.pushedAuthorizationRequestEndpoint.map {
                Statement("pushed_authorization_request_endpoint", "PAR endpoint", $0)
            },
            Statement("grant_types_supported", "grants", metadata.grantTypes.joined(separator: ", ")),
        ].compactMap { $0 }
    }

    private static let rules: [Rule<Subject>] = [
        Rule(
            "Endpoints are https URLs: token always, authorization for the code grant", clause: "RFC 8414 §2",
            rows: ["VCI-AS-04"]
        ) {
            .passed($0.metadata.authorizationEndpoint == nil ? "token endpoint" : "token and authorization endpoints")
        },
        Rule(
            "Grant types are listed, or their default holds", clause: "RFC 8414 §2", rows: ["VCI-OFFER-09"],
            about: ["grant_types_supported"]
        ) {
            .passed($0.metadata.grantTypes.joined(separator: ", "))
        },
        Rule(
            "Anonymous access with a pre-authorized code", clause: "OpenID4VCI 1.0 §12.3", rows: ["VCI-AS-05"]
        ) {
            .passed(
                $0.metadata.allowsAnonymousPreAuthorizedGrant
                    ? "allowed: no client_id is sent" : "not allowed: a client_id is sent")
        },
        Rule("Client authentication methods are listed", clause: "RFC 8414 §2", rows: ["VCI-AS-06"]) {
            guard let methods = $0.metadata.clientAuthenticationMethods else {
                return .passed("no list, which means client_secret_basic; a wallet tries as a public client")
            }
            let usable = ["attest_jwt_client_auth", "private_key_jwt", "none"].filter(methods.contains)
            return .passed(
                usable.isEmpty
                    ? "\(methods.joined(separator: ", ")): none that a wallet without a secret has"
                    : usable.joined(separator: ", "))
        },
        Rule(
            "PKCE with S256", clause: "RFC 7636 §4.2, HAIP 1.0 §4", rows: ["VCI-AS-07"],
            about: ["grant_types_supported"]
        ) { subject in
            guard subject.metadata.takesCodes else {
                return .notApplicable("the authorization code grant is not offered")
            }
            return subject.metadata.codeChallengeMethods == nil
                ? .passed("no list; S256 is sent all the same") : .passed("S256 is listed")
        },
        Rule("Algorithms of DPoP and client attestation", clause: "RFC 9449 §5.1", rows: ["VCI-AS-08"]) {
            let lists = [
                ("DPoP", $0.metadata.dpopAlgorithms), ("attestation", $0.metadata.clientAttestationAlgorithms),
                ("attestation proof", $0.metadata.clientAttestationProofAlgorithms),
            ]
            let named = lists.compactMap { name, list in list.map { "\(name): \($0.joined(separator: " "))" } }
            return named.isEmpty ? .notApplicable("none is listed") : .passed(named.joined(separator: "; "))
        },
        Rule(
            "Flags: PAR, signed requests, iss in the response, authorization details",
            clause: "RFC 9126 §5, RFC 9101 §10.5, RFC 9207 §3, RFC 9396 §10", rows: ["VCI-AS-09"]
        ) {
            var flags: [String] = []
            if $0.metadata.requiresPushedAuthorizationRequests { flags.append("PAR required") }
            if $0.metadata.requiresSignedRequestObject { flags.append("signed requests required") }
            if $0.metadata.sendsIssuerInResponse { flags.append("iss is sent") }
            if let types = $0.metadata.authorizationDetailsTypes {
                flags.append("details: \(types.joined(separator: " "))")
            }
            return flags.isEmpty ? .notApplicable("none is set") : .passed(flags.joined(separator: ", "))
        },
        Rule(
            "No interactive authorization is demanded; unknown members are ignored",
            clause: "OpenID4VCI 1.0 §12.3, 1.1 draft §6", rows: ["VCI-AS-10"]
        ) { _ in .passed("none is") },
    ]
}

extension AuthorizationServerMetadata {
    fileprivate var takesCodes: Bool { grantTypes.contains("authorization_code") }
}

/// How an authorization server delivered its metadata.
struct ServerDelivery: Sendable {
    let url: String

    static let rules: [Rule<ServerDelivery>] = [
        Rule(
            "It is at the well-known place", clause: "RFC 8414 §3, §3.1", rows: ["VCI-AS-01"],
            codes: ["as.notFound", "as.status", "as.unreachable", "as.mediaType", "as.json"]
        ) { .passed($0.url) },
        Rule(
            "The place is OAuth's, not OpenID Connect's", clause: "RFC 8414 §3", rows: ["VCI-AS-03", "LEG-04"],
            codes: ["as.metadata.openIDConfiguration"]
        ) { _ in .passed("no fallback was needed") },
    ]
}
