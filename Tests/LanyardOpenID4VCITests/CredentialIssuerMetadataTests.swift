import LanyardJSON
import LanyardOAuth
import LanyardOpenID4VCI
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

/// Metadata of one issuer, with members added.
struct IssuerDocument {
    static let id = "https://issuer.example.com/T"

    static func text(_ more: String = "", configurations: String = #"{"pid":{"format":"dc+sd-jwt","vct":"urn:pid"}}"#)
        -> String
    {
        #"{"credential_issuer":"\#(id)","credential_endpoint":"https://issuer.example.com/credential","credential_configurations_supported":\#(configurations)\#(more)}"#
    }

    static func read(_ text: String, id: String = id, strictness: Strictness = .tolerant) throws
        -> (metadata: CredentialIssuerMetadata, findings: [Finding])
    {
        var findings = Findings(strictness: strictness)
        let issuer = try #require(IssuerIdentifier(id))
        let metadata = try CredentialIssuerMetadata(json: JSON(parsing: text), issuer: issuer, findings: &findings)
        return (metadata, findings.list)
    }

    static func fault(_ text: String, id: String = id, strictness: Strictness = .tolerant) -> String? {
        do {
            _ = try read(text, id: id, strictness: strictness)
            return nil
        } catch {
            return (error as? Finding).map { "\($0.code) \($0.location)" } ?? "\(error)"
        }
    }
}

struct CredentialIssuerMetadataTests {
    @Test(
        .row("VCI-META-01", "VCI-META-02", "LEG-05"),
        arguments: [
            ("https://h", ["https://h/.well-known/openid-credential-issuer"]),
            (
                "https://h/",
                ["https://h/.well-known/openid-credential-issuer", "https://h/.well-known/openid-credential-issuer/"]
            ),
            (
                "https://h/t",
                [
                    "https://h/.well-known/openid-credential-issuer/t",
                    "https://h/t/.well-known/openid-credential-issuer",
                ]
            ),
            (
                "https://h/t/",
                [
                    "https://h/.well-known/openid-credential-issuer/t/",
                    "https://h/.well-known/openid-credential-issuer/t",
                    "https://h/t/.well-known/openid-credential-issuer",
                ]
            ),
            (
                "https://h:8443/a/b%20c",
                [
                    "https://h:8443/.well-known/openid-credential-issuer/a/b%20c",
                    "https://h:8443/a/b%20c/.well-known/openid-credential-issuer",
                ]
            ),
        ])
    func `VCI-META-02 tries the path to the letter, without its slash, then as a prefix`(_ id: String, _ urls: [String])
        throws
    {
        let issuer = try #require(IssuerIdentifier(id))
        let tolerant = MetadataLocation.ofCredentialIssuer(issuer, strictness: .tolerant)
        #expect(tolerant.map(\.url) == urls)
        #expect(
            tolerant.allSatisfy { ($0.deviation != nil) == (issuer.uri.path.count > 1 && $0.url.hasSuffix("issuer")) })
        let strict = MetadataLocation.ofCredentialIssuer(issuer, strictness: .strict)
        #expect(strict.map(\.url) == tolerant.filter { $0.deviation == nil }.map(\.url))
    }

    @Test(.row("VCI-META-03", "VCI-META-06")) func `VCI-META-06 goes by status and media type, whatever was asked for`()
        throws
    {
        let issuer = try #require(IssuerIdentifier(IssuerDocument.id))
        let body = IssuerDocument.text()
        let expected: [(HttpResponse, String?)] = [
            (answer(body), nil), (answer(body, type: "Application/JSON ; charset=utf-8"), nil),
            (answer(body, type: "application/jwt"), "issuerMetadata.signed.unsupported"),
            (answer(body, type: "text/html"), "issuerMetadata.mediaType"),
            (answer(body, status: 404), "issuerMetadata.status"), (answer(body, status: 500), "issuerMetadata.status"),
            (answer(body, status: 302), "issuerMetadata.status"), (answer("<html>"), "issuerMetadata.json"),
        ]
        for (response, code) in expected {
            var findings = Findings()
            let finding = refusal { () throws(Finding) in
                _ = try CredentialIssuerMetadata(response: response, issuer: issuer, findings: &findings)
            }
            #expect(finding?.code.description == code)
        }
    }

    @Test(.row("VCI-META-04", "VCI-META-05"))
    func `VCI-META-05 asks for JSON in the person's languages, without a token`() {
        let location = MetadataLocation("https://h/.well-known/openid-credential-issuer")
        let request = CredentialIssuerMetadata.request(location, languages: ["de-CH", "fr", "en"])
        #expect(request.method == "GET" && request.url == location.url)
        #expect(
            request.headers == [
                HttpHeader("Accept", "application/json"), HttpHeader("Accept-Language", "de-CH, fr, en"),
            ])
        #expect(CredentialIssuerMetadata.request(location, languages: []).header("Accept-Language") == nil)
    }

    // Field failures O03 and O06.
    @Test(
        .row("VCI-META-07"),
        arguments: [
            "https://issuer.example.com/t", "https://issuer.example.com/T/", "https://issuer.example.com:443/T",
            "https://Issuer.example.com/T", "https://evil.example/T",
        ])
    func `VCI-META-07 takes only a document that names the identifier to the letter`(_ id: String) {
        #expect(
            IssuerDocument.fault(IssuerDocument.text(), id: id)
                == "issuerMetadata.issuer.mismatch issuer metadata: /credential_issuer")
    }

    @Test(.row("VCI-META-10")) func `VCI-META-10 endpoints are https and kept to the letter`() throws {
        let more =
            #","nonce_endpoint":"https://issuer.example.com:8443/nonce?x=%20","deferred_credential_endpoint":"https://d.example/a","notification_endpoint":null"#
        let metadata = try IssuerDocument.read(IssuerDocument.text(more)).metadata
        #expect(metadata.credentialEndpoint == "https://issuer.example.com/credential")
        #expect(metadata.nonceEndpoint == "https://issuer.example.com:8443/nonce?x=%20")
        #expect(metadata.deferredCredentialEndpoint == "https://d.example/a")
        #expect(metadata.notificationEndpoint == nil)
        for name in ["nonce_endpoint", "deferred_credential_endpoint", "notification_endpoint"] {
            #expect(
                IssuerDocument.fault(IssuerDocument.text(#","\#(name)":"http://issuer.example.com/x""#))
                    == "issuerMetadata.notHTTPS issuer metadata: /\(name)")
        }
        #expect(
            IssuerDocument.fault(
                #"{"credential_issuer":"\#(IssuerDocument.id)","credential_configurations_supported":{}}"#)
                == "issuerMetadata.missing issuer metadata: /credential_endpoint")
    }

    // Field failure O05.
    @Test(.row("VCI-META-11")) func `VCI-META-11 without authorization servers the issuer is its own`() throws {
        let absent = try IssuerDocument.read(IssuerDocument.text()).metadata
        #expect(absent.authorizationServers.map(\.text) == [IssuerDocument.id] && !absent.namesAuthorizationServers)
        let two = try IssuerDocument.read(
            IssuerDocument.text(#","authorization_servers":["https://a.example","https://b.example/"]"#)
        ).metadata
        #expect(two.authorizationServers.map(\.text) == ["https://a.example", "https://b.example/"])
        for list in ["[]", #""https://a.example""#, #"["http://a.example"]"#, "[1]"] {
            let fault = IssuerDocument.fault(IssuerDocument.text(#","authorization_servers":\#(list)"#))
            #expect(fault?.contains("/authorization_servers") == true)
        }
    }

    @Test(
        .row("VCI-META-15"),
        arguments: [
            ("", 1, false), (#","batch_credential_issuance":{"batch_size":3}"#, 3, false),
            (#","batch_credential_issuance":{"batch_size":1}"#, 1, true),
            (#","batch_credential_issuance":{}"#, 1, true),
            (#","batch_credential_issuance":{"batch_size":"3"}"#, 1, true),
            (#","batch_credential_issuance":{"batch_size":-9223372036854775808}"#, 1, true),
            (#","batch_credential_issuance":{"batch_size":1e300}"#, 1, true),
            (#","batch_credential_issuance":7"#, 1, true),
        ])
    func `VCI-META-15 a batch is an integer of at least 2, else one`(_ more: String, _ size: Int, _ recorded: Bool)
        throws
    {
        let (metadata, findings) = try IssuerDocument.read(IssuerDocument.text(more))
        #expect(metadata.batchSize == size)
        #expect(findings.map(\.code.description) == (recorded ? ["issuerMetadata.batchSize"] : []))
    }

    // Field failure O09.
    @Test(.row("VCI-META-16")) func `VCI-META-16 reads display entries and chooses by language`() throws {
        let display =
            #","display":[{"name":"Bureau","locale":"fr","logo":null},{"name":"Office","logo":{"alt_text":"only"}},{"name":"Amt","locale":"de-DE","logo":{"uri":"https://x/l.png","alt_text":"l"}},7,{"name":["x"]}]"#
        let (metadata, findings) = try IssuerDocument.read(IssuerDocument.text(display))
        #expect(metadata.display.map(\.name) == ["Bureau", "Office", "Amt"])
        #expect(metadata.display.map { $0.logo?.uri } == [nil, nil, "https://x/l.png"])
        #expect(findings.count == 3)
        func best(_ languages: String...) -> String? { DisplayEntry.best(of: metadata.display, for: languages)?.name }
        #expect(best("fr-CH") == "Bureau" && best("de") == "Amt" && best("it") == "Office" && best() == "Office")
    }

    @Test(
        .row("VCI-META-17"),
        arguments: [
            ("https://x/l.png", true), ("data:image/png;base64,AA==", true), ("HTTPS://x", true),
            ("http://x/l.png", false),
            ("file:///etc/passwd", false), ("javascript:x", false), ("", false),
        ])
    func `VCI-META-17 only https and data images are used`(_ uri: String, _ isUsable: Bool) throws {
        let metadata = try IssuerDocument.read(IssuerDocument.text(#","display":[{"logo":{"uri":"\#(uri)"}}]"#))
            .metadata
        #expect(metadata.display.first?.logo?.isUsable == isUsable)
    }

    @Test(.row("VCI-META-13", "LEG-11")) func `VCI-META-13 reads request encryption, and says when it cannot be used`()
        throws
    {
        let key =
            #"{"kty":"EC","kid":"ac","use":"enc","crv":"P-256","alg":"ECDH-ES","x":"YO4epjifD-KWeq1sL2tNmm36BhXnkJ0He-WqMYrp9Fk","y":"Hekpm0zfK7C-YccH5iBjcIXgf6YdUvNUac_0At55Okk"}"#
        func read(_ object: String) throws -> (RequestEncryption?, [String]) {
            let result = try IssuerDocument.read(IssuerDocument.text(#","credential_request_encryption":\#(object)"#))
            return (result.metadata.requestEncryption, result.findings.map(\.code.description))
        }
        let good = try read(
            #"{"jwks":{"keys":[\#(key)]},"enc_values_supported":["A128GCM"],"zip_values_supported":["DEF"],"encryption_required":true}"#
        )
        #expect(good.0?.isUsable == true && good.0?.isRequired == true && good.1.isEmpty)
        #expect(good.0?.encryptions == ["A128GCM"] && good.0?.compressions == ["DEF"])
        let bare = try read(#"{"jwks":[\#(key)],"enc_values_supported":["A128GCM"],"encryption_required":false}"#)
        #expect(bare.0?.isUsable == true && bare.1 == ["issuerMetadata.requestEncryption.bareKeys"])
        let anonymous = key.replacing(#""kid":"ac","#, with: "")
        let noKid = try read(
            #"{"jwks":{"keys":[\#(anonymous)]},"enc_values_supported":["A128GCM"],"encryption_required":false}"#)
        #expect(noKid.0?.isUsable == false && noKid.1.last == "issuerMetadata.requestEncryption.unusable")
        let noEnc = try read(#"{"jwks":{"keys":[\#(key)]},"enc_values_supported":[],"encryption_required":false}"#)
        #expect(noEnc.0?.isUsable == false)
    }

    @Test(.row("VCI-META-14")) func `VCI-META-14 keeps unknown response algorithms`() throws {
        let more =
            #","credential_response_encryption":{"alg_values_supported":["ECDH-ES","X"],"enc_values_supported":["Y"],"encryption_required":false}"#
        let encryption = try IssuerDocument.read(IssuerDocument.text(more)).metadata.responseEncryption
        #expect(encryption?.algorithms == ["ECDH-ES", "X"] && encryption?.encryptions == ["Y"])
        #expect(encryption?.isRequired == false)
        let empty = #","credential_response_encryption":{"encryption_required":false}"#
        #expect(try IssuerDocument.read(IssuerDocument.text(empty)).metadata.responseEncryption?.isUsable == false)
        #expect(
            IssuerDocument.fault(IssuerDocument.text(empty), strictness: .strict)
                == "issuerMetadata.responseEncryption.unusable issuer metadata: /credential_response_encryption")
    }

    @Test func `metadata of earlier drafts is named as such`() {
        #expect(
            IssuerDocument.fault(
                #"{"credential_issuer":"\#(IssuerDocument.id)","credential_endpoint":"https://issuer.example.com/c","credentials_supported":[]}"#
            )
                == "issuerMetadata.draft issuer metadata: /credentials_supported")
    }
}
