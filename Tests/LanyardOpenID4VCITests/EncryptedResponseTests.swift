import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardOpenID4VCI
import LanyardTestSupport
import Testing
import WalletPorts

struct EncryptedResponseTests {
    private struct Vectors {
        let jwes: JSON
        let key: ECPrivateKey

        init() throws {
            let json = try JSON(parsing: Vector.bytes("oid4vci/encryption/independent.json"))
            jwes = try #require(json["jwes"])
            key = try ECPrivateKey.reading(jwk: #require(json["recipientKey"]))
        }
    }

    private func read(
        _ name: String?, body: String = "", status: Int = 200, type: String? = "application/jwt", zip: String = "",
        deferred: String? = nil, strictness: Strictness = .tolerant
    ) throws -> String {
        let vectors = try Vectors()
        var findings = Findings(strictness: strictness)
        let more = EncryptionDocument.request() + EncryptionDocument.response(zip: zip)
        let chosen = try #require(try EncryptionDocument.chosen(.required, more, findings: &findings))
        let recipient = JweRecipientKey(vectors.key, for: try #require(chosen.response))
        let text = try name.map { try #require(vectors.jwes[$0]?.string) } ?? body
        let response = answer(text, status: status, type: type)
        let configuration = try #require(EncryptionDocument.metadata("").configuration("pid"))
        do throws(Finding) {
            let read =
                if let deferred {
                    try CredentialResponse(
                        deferred: response, transactionId: deferred, keys: 1, configuration: configuration,
                        recipient: recipient, findings: &findings)
                } else {
                    try CredentialResponse(
                        response: response, keys: 1, configuration: configuration, recipient: recipient,
                        findings: &findings)
                }
            let outcome =
                switch read.content {
                case .issued(let credentials, let id): "\(credentials.count) \(id ?? "")"
                case .deferred(let id, let interval): "\(id) \(interval)"
                }
            return ([outcome] + findings.list.map(\.code.description)).joined(separator: " ")
        } catch {
            return error.code.description
        }
    }

    @Test(.row("VCI-ENC-06", "VCI-ENC-08", "VCI-CRES-07"))
    func `VCI-ENC-08 opens what another implementation encrypted`() throws {
        #expect(try read("valid", strictness: .strict) == "1 3fwe98js")
        #expect(try read("zipped", zip: EncryptionDocument.deflate, strictness: .strict) == "1 3fwe98js")
    }

    @Test(
        .row("VCI-ENC-09"),
        arguments: [
            ("a128", "jwe.enc.notAllowed"), ("cbc", "jwe.enc.notAllowed"), ("keyWrap", "jwe.alg.notAllowed"),
            ("otherKid", "jwe.kid.wrong"), ("otherKey", "jwe.decryption.failed"), ("zipped", "jwe.zip.notAllowed"),
            ("notJSON", "credentialResponse.json"),
        ])
    func `VCI-ENC-09 refuses what was not offered`(_ name: String, _ code: String) throws {
        #expect(try read(name) == code)
    }

    @Test(.row("VCI-ENC-09", "VCI-CRES-07")) func `VCI-ENC-09 a plain answer to an encrypted request is refused`()
        throws
    {
        let plain = #"{"credentials":[{"credential":"c"}]}"#
        #expect(try read(nil, body: plain, type: "application/json") == "credentialResponse.encryption.plain")
        #expect(try read(nil, body: plain, type: nil) == "jwe.malformed")
        #expect(
            try read(nil, body: #"{"transaction_id":"t","interval":1}"#, status: 202, type: "application/json")
                == "credentialResponse.encryption.plain")
        #expect(try read("valid", type: nil) == "1 3fwe98js credentialResponse.encryption.mediaType")
        #expect(try read("valid", type: nil, strictness: .strict) == "credentialResponse.encryption.mediaType")
        #expect(try read("withoutKid") == "1 3fwe98js credentialResponse.encryption.kid.missing")
        #expect(try read("withoutKid", strictness: .strict) == "credentialResponse.encryption.kid.missing")
    }

    @Test(.row("VCI-ENC-10")) func `VCI-ENC-10 a promise comes encrypted as well, an error never does`() throws {
        #expect(try read("deferred", status: 202) == "8xLOxBtZp8 3600.0")
        let failure = CredentialFailure(
            response: answer(#"{"error":"credential_request_denied"}"#, status: 400), at: Instant(seconds: 0))
        #expect(failure.code == "credential_request_denied")
    }

    @Test(.row("VCI-ENC-12")) func `VCI-ENC-12 what inflates beyond the limit is refused`() throws {
        #expect(try read("bomb", zip: EncryptionDocument.deflate) == "jwe.inflate.failed")
    }

    @Test(.row("VCI-DEF-04", "VCI-ENC-11"))
    func `VCI-DEF-04 a deferred answer is of the same transaction, encrypted or not`() throws {
        #expect(try read("deferred", status: 202, deferred: "8xLOxBtZp8") == "8xLOxBtZp8 3600.0")
        #expect(try read("deferred", status: 202, deferred: "other") == "credentialResponse.transactionId")
        #expect(try read("valid", deferred: "8xLOxBtZp8") == "1 3fwe98js")
    }
}
