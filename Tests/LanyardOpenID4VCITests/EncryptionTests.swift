import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardOAuth
import LanyardOpenID4VCI
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

/// Metadata with what an issuer says of encryption.
struct EncryptionDocument {
    static let key =
        #"{"kty":"EC","crv":"P-256","kid":"enc-1","use":"enc","alg":"ECDH-ES","x":"nUWAoAv3XZith8E7i19OdaxOLYFOwM-Z2EuM02TirT4","y":"HskHU8BjUi1U9Xqi7Swmj8gwAK_0xkcDjEW_71SosEY"}"#

    static func request(
        keys: String = key, enc: String = #"["A128GCM","A256GCM"]"#, zip: String = "", required: Bool = false
    ) -> String {
        #","credential_request_encryption":{"jwks":{"keys":[\#(keys)]},"enc_values_supported":\#(enc)\#(zip),"encryption_required":\#(required)}"#
    }

    static func response(
        alg: String = #"["ECDH-ES"]"#, enc: String = #"["A128GCM","A256GCM"]"#, zip: String = "",
        required: Bool = false
    ) -> String {
        #","credential_response_encryption":{"alg_values_supported":\#(alg),"enc_values_supported":\#(enc)\#(zip),"encryption_required":\#(required)}"#
    }

    static let deflate = #","zip_values_supported":["DEF"]"#

    static func metadata(_ more: String) throws -> CredentialIssuerMetadata {
        try IssuerDocument.read(IssuerDocument.text(more)).metadata
    }

    static func chosen(
        _ demand: CredentialEncryptionDemand, _ more: String, compresses: Bool = true, findings: inout Findings
    ) throws -> MessageEncryption? {
        try MessageEncryption.chosen(demand, for: metadata(more), compresses: compresses, findings: &findings)
    }
}

struct MessageEncryptionTests {
    private func outcome(_ demand: CredentialEncryptionDemand, _ more: String) throws -> String {
        var findings = Findings()
        do {
            guard let chosen = try EncryptionDocument.chosen(demand, more, findings: &findings) else {
                return findings.list.isEmpty ? "plain" : "plain, recorded"
            }
            return chosen.response == nil ? "request" : "both"
        } catch let finding as Finding {
            return finding.code.description
        }
    }

    // Three policies by four kinds of metadata, each where it demands and where it does not.
    @Test(
        .row("VCI-ENC-01", "VCI-ENC-02"),
        arguments: [
            ("", "plain", "plain", "encryption.response.none"),
            (EncryptionDocument.request(), "plain", "request", "encryption.response.none"),
            (EncryptionDocument.request(required: true), "request", "request", "encryption.response.none"),
            (EncryptionDocument.response(), "plain", "plain, recorded", "encryption.request.none"),
            (
                EncryptionDocument.response(required: true), "encryption.request.none", "encryption.request.none",
                "encryption.request.none"
            ),
            (EncryptionDocument.request() + EncryptionDocument.response(), "plain", "both", "both"),
            (
                EncryptionDocument.request(required: true) + EncryptionDocument.response(), "request", "both", "both"
            ),
            (
                EncryptionDocument.request() + EncryptionDocument.response(required: true), "both", "both", "both"
            ),
            (
                EncryptionDocument.request(required: true) + EncryptionDocument.response(required: true), "both",
                "both", "both"
            ),
            (
                EncryptionDocument.request(enc: #"["A128CBC-HS256"]"#, required: true), "encryption.request.none",
                "encryption.request.none", "encryption.response.none"
            ),
            (
                EncryptionDocument.request() + EncryptionDocument.response(alg: #"["RSA-OAEP-256"]"#, required: true),
                "encryption.response.none", "encryption.response.none", "encryption.response.none"
            ),
        ])
    func `VCI-ENC-02 the issuer's demand and the policy decide, and a response never goes without its request`(
        _ more: String, _ whenRequired: String, _ preferred: String, _ required: String
    ) throws {
        #expect(try outcome(.whenRequired, more) == whenRequired)
        #expect(try outcome(.preferred, more) == preferred)
        #expect(try outcome(.required, more) == required)
    }

    @Test(.row("VCI-ENC-04", "VCI-META-13")) func `VCI-ENC-04 a key is chosen that can be encrypted to`() throws {
        let point =
            #""x":"nUWAoAv3XZith8E7i19OdaxOLYFOwM-Z2EuM02TirT4","y":"HskHU8BjUi1U9Xqi7Swmj8gwAK_0xkcDjEW_71SosEY""#
        let unusable = [
            #"{"kty":"EC","crv":"P-256","kid":"sig","use":"sig","alg":"ES256",\#(point)}"#,
            #"{"kty":"EC","crv":"P-256","kid":"signs","use":"sig","alg":"ECDH-ES",\#(point)}"#,
            #"{"kty":"EC","crv":"P-256","kid":"bare","use":"enc",\#(point)}"#,
            #"{"kty":"EC","crv":"P-256","kid":"ops","alg":"ECDH-ES","key_ops":["verify"],\#(point)}"#,
            #"{"kty":"XYZ","kid":"unknown","alg":"ECDH-ES"}"#,
            #"{"kty":"OKP","crv":"X25519","kid":"x","alg":"ECDH-ES","x":"3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08"}"#,
            #"{"kty":"EC","crv":"P-256","kid":"wrap","use":"enc","alg":"ECDH-ES+A128KW",\#(point)}"#,
        ]
        var findings = Findings()
        for count in unusable.indices {
            let keys = (unusable[...count] + [EncryptionDocument.key]).joined(separator: ",")
            let chosen = try EncryptionDocument.chosen(
                .preferred, EncryptionDocument.request(keys: keys), findings: &findings)
            #expect(chosen?.request.key.kid == "enc-1")
        }
        let none = EncryptionDocument.request(keys: unusable.joined(separator: ","), required: true)
        #expect(try outcome(.whenRequired, none) == "encryption.request.none")
    }

    @Test(.row("VCI-ENC-05", "VCI-ENC-07"))
    func `VCI-ENC-07 the strongest common algorithm, and compression where listed`() throws {
        var findings = Findings()
        let strong = try #require(
            try EncryptionDocument.chosen(
                .required,
                EncryptionDocument.request(zip: EncryptionDocument.deflate)
                    + EncryptionDocument.response(enc: #"["A128GCM","A192GCM","XC20P"]"#), findings: &findings))
        #expect(strong.request.enc == .a256GCM && strong.request.zip)
        #expect(strong.response?.enc == .a192GCM && strong.response?.zip == false)
        #expect(strong.response?.alg == "ECDH-ES")
        let unwanted = try EncryptionDocument.chosen(
            .preferred, EncryptionDocument.request(zip: EncryptionDocument.deflate), compresses: false,
            findings: &findings)
        #expect(unwanted?.request.zip == false)
    }

    @Test(.row("LEG-10")) func `LEG-10 a response to a plain request is asked for of a draft's issuer alone`() throws {
        let metadata = try EncryptionDocument.metadata(EncryptionDocument.response(required: true))
        let response = try #require(MessageEncryption.draftResponse(for: metadata))
        let recipient = try JweRecipientKey(for: response)
        #expect(recipient.draftParameters["alg"] == "ECDH-ES" && recipient.parameters["alg"] == nil)
        let request = CredentialRequest(
            .configuration("c"), proofs: nil, responseEncryption: recipient.draftParameters)
        let token = AccessToken(Secret("t"), kind: .bearer)
        let draft = try CredentialMessage(request.json, asDraft: true).http(
            endpoint: "https://h/", token: token, encryption: nil)
        #expect(try JSON(parsing: draft.body)["credential_response_encryption"]?["alg"] == "ECDH-ES")
        let finding = refusal { () throws(Finding) in
            _ = try CredentialMessage(request.json).http(endpoint: "https://h/", token: token, encryption: nil)
        }
        #expect(finding?.code.description == "encryption.unpaired")
    }
}

struct CredentialMessageEncryptionTests {
    private let token = AccessToken(Secret("t"), kind: .dpop)

    /// Encryption to the issuer of the vectors, whose private key is there.
    private func parties(_ more: String = EncryptionDocument.response(), zip: String = "") throws -> (
        encryption: MessageEncryption, key: ECPrivateKey
    ) {
        let vectors = try JSON(parsing: Vector.bytes("oid4vci/encryption/independent.json"))
        let json = try #require(vectors["issuerKey"])
        let key = try ECPrivateKey.reading(jwk: json)
        let text = EncryptionDocument.request(keys: json.encodedText(), zip: zip) + more
        var findings = Findings()
        let chosen = try EncryptionDocument.chosen(.preferred, text, findings: &findings)
        return (try #require(chosen), key)
    }

    @Test(.row("VCI-ENC-03", "VCI-ENC-04", "VCI-ENC-05"), arguments: ["", EncryptionDocument.deflate])
    func `VCI-ENC-03 a request is a JWE to the issuer's key over the same JSON`(_ zip: String) throws {
        let (encryption, key) = try parties(zip: zip)
        let recipient = try JweRecipientKey(for: try #require(encryption.response))
        let request = CredentialRequest(
            .configuration("pid"), proofs: .init(jwts: ["a", "b"]), responseEncryption: recipient.parameters)
        let http = try CredentialMessage(request.json).http(
            endpoint: "https://h/credential?x=1", token: token, encryption: encryption)
        #expect(http.method == "POST" && http.url == "https://h/credential?x=1")
        #expect(http.header("Content-Type") == "application/jwt" && http.header("Authorization") == "DPoP t")
        #expect(http.header("Accept") == "application/jwt, application/json")
        let jwe = try JWE(compact: String(decoding: http.body, as: UTF8.self))
        #expect(jwe.header.kid == "enc-1" && jwe.header.alg == "ECDH-ES" && jwe.header.json["enc"] == "A256GCM")
        #expect(jwe.header.json["zip"] == (zip.isEmpty ? nil : "DEF"))
        let policy = JWEPolicy(allowsCompression: true, party: .wallet)
        #expect(try JSON(parsing: jwe.opened(with: key, policy: policy).plaintext) == request.json)
    }

    @Test(.row("VCI-ENC-01"))
    func `VCI-ENC-01 no message brings a response key without being encrypted, or the other way round`() throws {
        let both = try parties().encryption
        let requestOnly = try parties("").encryption
        #expect(both.response != nil && requestOnly.response == nil)
        let parameters = try JweRecipientKey(for: try #require(both.response)).parameters
        for bodies in [
            { (key: JSON?) in CredentialRequest(.identifier("i"), proofs: nil, responseEncryption: key).json },
            { (key: JSON?) in DeferredCredentialRequest(transactionId: "t", responseEncryption: key).json },
        ] {
            for (key, encryption, isFine) in [
                (nil, nil, true), (nil, requestOnly, true), (parameters, both, true), (parameters, nil, false),
                (parameters, requestOnly, false), (nil, both, false),
            ] as [(JSON?, MessageEncryption?, Bool)] {
                let finding = refusal { () throws(Finding) in
                    let http = try CredentialMessage(bodies(key)).http(
                        endpoint: "https://h/", token: token, encryption: encryption)
                    #expect((http.header("Content-Type") == "application/jwt") == (encryption != nil))
                }
                #expect(finding?.code.description == (isFine ? nil : "encryption.unpaired"))
            }
        }
    }

    @Test(.row("VCI-ENC-06", "VCI-ENC-11"))
    func `VCI-ENC-06 each request brings a new key with its algorithm, and no alg beside it`() throws {
        let response = try #require(
            try parties(EncryptionDocument.response(zip: EncryptionDocument.deflate)).encryption.response)
        let one = try JweRecipientKey(for: response).parameters
        let other = try JweRecipientKey(for: response).parameters
        #expect(one.object?.keys == ["jwk", "enc", "zip"])
        #expect(one["enc"] == "A256GCM" && one["zip"] == "DEF")
        let jwk = try JWK(json: #require(one["jwk"]), refusingPrivate: true)
        #expect(jwk.alg == "ECDH-ES" && jwk.use == "enc" && jwk.kid == jwk.thumbprint())
        #expect(one["jwk"]?["crv"] == "P-256")
        #expect(one["jwk"]?["x"] != other["jwk"]?["x"])
        let deferred = DeferredCredentialRequest(transactionId: "8xLOxBtZp8", responseEncryption: one)
        #expect(deferred.json.object?.keys == ["transaction_id", "credential_response_encryption"])
    }
}
