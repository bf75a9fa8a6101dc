import LanyardJSON
import LanyardOAuth
import LanyardOpenID4VCI
import LanyardTestSupport
import Testing
import WalletPorts

struct AuthorizationSubjectTests {
    private static let two = """
        {"scoped":{"format":"dc+sd-jwt","vct":"a","scope":"pid"},"twin":{"format":"dc+sd-jwt","vct":"b","scope":"pid"},\
        "other":{"format":"dc+sd-jwt","vct":"c","scope":"mdl"},"bare":{"format":"dc+sd-jwt","vct":"d"}}
        """

    private func issuer(namesServers: Bool) throws -> CredentialIssuerMetadata {
        let more = namesServers ? #","authorization_servers":["https://as.example.com"]"# : ""
        return try IssuerDocument.read(IssuerDocument.text(more, configurations: Self.two)).metadata
    }

    private func server(_ types: [String]?) throws -> AuthorizationServerMetadata {
        var json: JSONObject = ["issuer": "https://as.example.com", "token_endpoint": "https://as.example.com/token"]
        json["authorization_details_types_supported"] = types.map { .array($0.map(JSON.string)) }
        var findings = Findings()
        let issuer = try #require(IssuerIdentifier("https://as.example.com"))
        return try AuthorizationServerMetadata(json: .object(json), issuer: issuer, findings: &findings)
    }

    private func choose(
        _ ids: [String], types: [String]? = nil, namesServers: Bool = false, prefersDetails: Bool = false,
        profile: Profile = .core
    ) throws -> String {
        let issuer = try issuer(namesServers: namesServers)
        let configurations = try ids.map { try #require(issuer.configuration($0)) }
        let server = try server(types)
        do throws(Finding) {
            let subject = try AuthorizationSubject.chosen(
                configurations: configurations, issuer: issuer, server: server, prefersDetails: prefersDetails,
                findings: Findings(profile: profile))
            return "scopes \(subject.scopes) details \(subject.details.map(\.configurationId)) \(subject.resources)"
        } catch {
            return error.code.description
        }
    }

    @Test(.row("VCI-AUTHZ-02")) func `VCI-AUTHZ-02 a configuration is asked for by its scope, each scope once`() throws
    {
        #expect(try choose(["scoped", "other"]) == #"scopes ["pid", "mdl"] details [] []"#)
        #expect(try choose(["scoped", "twin"]) == #"scopes ["pid"] details [] []"#)
        #expect(try choose(["scoped"], profile: .haip) == #"scopes ["pid"] details [] []"#)
        #expect(try choose(["bare"], profile: .haip) == "issuerMetadata.scope.missing")
        #expect(
            try choose(["scoped"], types: ["openid_credential"], prefersDetails: true, profile: .haip)
                == #"scopes ["pid"] details [] []"#)
    }

    @Test(.row("VCI-AUTHZ-03", "VCI-AS-09")) func `VCI-AUTHZ-03 without a scope it takes details, or it fails early`()
        throws
    {
        #expect(try choose(["bare"]) == #"scopes [] details ["bare"] []"#)
        #expect(try choose(["bare"], types: ["openid_credential"]) == #"scopes [] details ["bare"] []"#)
        #expect(try choose(["bare"], types: ["payment"]) == "authorization.details.unsupported")
        #expect(try choose(["scoped", "bare"]) == #"scopes ["pid"] details ["bare"] []"#)
        #expect(try choose(["scoped"], prefersDetails: true) == #"scopes [] details ["scoped"] []"#)
        #expect(try choose(["scoped"], types: ["payment"], prefersDetails: true) == #"scopes ["pid"] details [] []"#)
    }

    @Test(.row("VCI-AUTHZ-07")) func `VCI-AUTHZ-07 the issuer is the resource beside scopes when it names its servers`()
        throws
    {
        #expect(
            try choose(["scoped"], namesServers: true) == #"scopes ["pid"] details [] ["https://issuer.example.com/T"]"#
        )
        #expect(try choose(["bare"], namesServers: true) == #"scopes [] details ["bare"] []"#)
    }

    // OpenID4VCI 1.0 §5.1.1: the examples, one of them with an authorization server.
    @Test(.row("VCI-AUTHZ-04", "VCI-AUTHZ-05")) func `VCI-AUTHZ-04 details are those of the specification's example`()
        throws
    {
        let example = try JSON(parsing: Vector.bytes("oid4vci/spec-1.0/authorization_details_with_as.json"))
        let entry = try #require(example.array?.first)
        let id = try #require(entry["credential_configuration_id"]?.string)
        let issuer = try #require(entry["locations"]?.array?.first?.string)
        let text = """
            {"credential_issuer":"\(issuer)","credential_endpoint":"\(issuer)/c",\
            "authorization_servers":["https://as.example"],\
            "credential_configurations_supported":{"\(id)":{"format":"dc+sd-jwt","vct":"v"}}}
            """
        let metadata = try IssuerDocument.read(text, id: issuer).metadata
        #expect(AuthorizationDetail(id, of: metadata).json == entry)
    }

    @Test(.row("VCI-AUTHZ-06")) func `VCI-AUTHZ-06 claims are asked for by path, unless they contradict each other`()
        throws
    {
        let issuer = try issuer(namesServers: false)
        func claim(_ json: JSON, mandatory: Bool = false) throws -> AuthorizationDetail.Claim {
            AuthorizationDetail.Claim(try ClaimsPath(json: json, at: ""), isMandatory: mandatory)
        }
        let detail = try AuthorizationDetail(
            "bare", of: issuer, claims: [claim(["given_name"]), claim(["degrees", .null, "type"], mandatory: true)])
        #expect(
            detail.json == [
                "type": "openid_credential", "credential_configuration_id": "bare",
                "claims": [["path": ["given_name"]], ["path": ["degrees", .null, "type"], "mandatory": true]],
            ])
        for conflict in [
            [try claim(["a"]), try claim(["a"])], [try claim(["a", .null]), try claim(["a", 0])],
            [try claim(["a", "b"]), try claim(["a", 0])],
        ] {
            let finding = refusal { () throws(Finding) in
                _ = try AuthorizationDetail("bare", of: issuer, claims: conflict)
            }
            #expect(finding?.code.description == "authorization.claims.conflict")
        }
    }
}
