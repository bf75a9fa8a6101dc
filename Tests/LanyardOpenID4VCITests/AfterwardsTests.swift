import LanyardJSON
import LanyardOAuth
import LanyardOpenID4VCI
import LanyardTestSupport
import Testing
import WalletPorts

struct DeferredCredentialTests {
    // The examples of OpenID4VCI 1.0 §9.1 and §9.2.
    @Test(.row("VCI-DEF-02")) func `VCI-DEF-02 a deferred request names its transaction and nothing else`() throws {
        let token = AccessToken(Secret("czZCaGRSa3F0MzpnWDFmQmF0M2JW"), kind: .bearer)
        let http = try CredentialMessage(DeferredCredentialRequest(transactionId: "8xLOxBtZp8").json).http(
            endpoint: "https://server.example.com/deferred_credential", token: token, encryption: nil)
        #expect(http.method == "POST" && http.url == "https://server.example.com/deferred_credential")
        #expect(http.header("Content-Type") == "application/json")
        #expect(http.header("Authorization") == "Bearer czZCaGRSa3F0MzpnWDFmQmF0M2JW")
        #expect(try JSON(parsing: http.body) == ["transaction_id": "8xLOxBtZp8"])
    }

    private func read(_ body: String, status: Int) throws -> String {
        let configuration = try #require(IssuerDocument.read(IssuerDocument.text()).metadata.configuration("pid"))
        var findings = Findings()
        do throws(Finding) {
            let read = try CredentialResponse(
                deferred: answer(body, status: status), transactionId: "8xLOxBtZp8", keys: 2,
                configuration: configuration, findings: &findings)
            return
                switch read.content
            {
            case .issued(let credentials, let id): "\(credentials.count) \(id ?? "")"
            case .deferred(let id, let interval): "\(id) \(interval)"
            }
        } catch {
            return error.code.description
        }
    }

    @Test(.row("VCI-DEF-04")) func `VCI-DEF-04 more time is asked for the same transaction only`() throws {
        #expect(try read(#"{"transaction_id":"8xLOxBtZp8","interval":86400}"#, status: 202) == "8xLOxBtZp8 86400.0")
        #expect(try read(#"{"transaction_id":"8xLOxBtZp8","interval":0.5}"#, status: 202) == "8xLOxBtZp8 0.5")
        #expect(
            try read(#"{"transaction_id":"another","interval":9}"#, status: 202) == "credentialResponse.transactionId")
        let issued =
            #"{"credentials":[{"credential":"LUpixVCWJk0eOt4"},{"credential":"YXNkZnNhZGZ"}],"notification_id":"3fwe98js"}"#
        #expect(try read(issued, status: 200) == "2 3fwe98js")
        let three = #"{"credentials":[{"credential":"a"},{"credential":"b"},{"credential":"c"}]}"#
        #expect(try read(three, status: 200) == "credentialResponse.tooMany")
    }

    @Test(.row("VCI-DEF-07", "VCI-CERR-07")) func `VCI-DEF-07 an unknown or denied transaction is the end`() {
        for code in ["invalid_transaction_id", "credential_request_denied"] {
            let failure = CredentialFailure(
                response: answer(#"{"error":"\#(code)"}"#, status: 400), at: Instant(seconds: 0))
            #expect(failure.step(sentNonce: false, hasNonceEndpoint: false) == .stop)
        }
    }
}

struct NotificationFailureTests {
    private func step(_ code: String = "", status: Int = 400, _ headers: [String: String] = [:])
        -> NotificationFailure.Step
    {
        let body = code.isEmpty ? "" : #"{"error":"\#(code)"}"#
        return NotificationFailure(
            response: answer(body, status: status, headers: headers.map { HttpHeader($0.key, $0.value) }),
            at: Instant(seconds: 0)
        ).step
    }

    @Test(.row("VCI-NOTIF-06", "VCI-NOTIF-07"))
    func `VCI-NOTIF-06 what the issuer will not take is dropped, what is temporary is repeated`() {
        #expect(step("invalid_notification_id") == .drop)
        #expect(step("invalid_notification_request") == .drop)
        #expect(step(status: 404) == .drop && step(status: 403) == .drop && step(status: 401) == .drop)
        #expect(step(status: 503, ["Retry-After": "120"]) == .retryLater(seconds: 120))
        for status in [408, 425, 429, 500, 502, 503, 504] { #expect(step(status: status) == .retryLater(seconds: 5)) }
        let expired = ["WWW-Authenticate": #"Bearer error="invalid_token""#]
        #expect(step(status: 401, expired) == .access(.refreshToken))
    }

    @Test(.row("VCI-DPOP-07")) func `VCI-DPOP-07 the notification endpoint may ask for a nonce`() {
        let challenge = ["WWW-Authenticate": #"DPoP error="use_dpop_nonce""#, "DPoP-Nonce": "n"]
        #expect(step(status: 401, challenge) == .access(.useDPoPNonce("n")))
    }
}

struct CredentialReusePolicyTests {
    private func fixture(_ file: String, _ id: String) throws -> CredentialReusePolicy? {
        let json = try JSON(
            parsing: Vector.bytes("oid4vci/issuer-metadata/eudi-kt-credential_issuer_metadata_with_\(file).json"))
        let issuer = try #require(json["credential_issuer"]?.string)
        let metadata = try IssuerDocument.read(json.encodedText(), id: issuer).metadata
        return try #require(metadata.configuration(id)).reusePolicy
    }

    // Metadata of the European reference implementation's tests.
    @Test(
        .row("EUDI-04"),
        arguments: ["reuse_policy_compact", "reuse_policy_expanded", "reuse_policy_duplicates_compact"])
    func `EUDI-04 the first supported method is taken, however it is spelled`(_ file: String) throws {
        let policy = try #require(try fixture(file, "PID_SdJwtVc"))
        let limited = try #require(policy.choice(among: Set(CredentialReusePolicy.Method.allCases)))
        #expect(limited.method == .limitedTime && limited.batchSize == 40)
        #expect(limited.refillAtUnused == 10 && limited.renewAtLifetime == 655_433)
        #expect(policy.choice(among: [.perRelyingParty, .rotatingBatch])?.method == .rotatingBatch)
        #expect(policy.choice(among: [.onceOnly]) == nil)
    }

    @Test(.row("EUDI-04")) func `EUDI-04 a later option is taken when the first ones are not supported`() throws {
        let policy = try #require(try fixture("reuse_policy_both_once_only_limited_time_expanded", "PID_SdJwtVc"))
        #expect(policy.choice(among: [.onceOnly])?.method == .onceOnly)
        #expect(policy.choice(among: [.onceOnly, .limitedTime])?.method == .limitedTime)
        #expect(
            try fixture("reuse_policy_only_per_relying_party", "PID_SdJwtVc")?.choices.map(\.method) == [
                .perRelyingParty
            ])
    }

    private func read(_ text: String) throws -> (policy: CredentialReusePolicy?, findings: [String]) {
        let configurations =
            #"{"c":{"format":"dc+sd-jwt","vct":"v","credential_metadata":{"credential_reuse_policy":\#(text)}}}"#
        let read = try IssuerDocument.read(IssuerDocument.text(configurations: configurations))
        return (try #require(read.metadata.configuration("c")).reusePolicy, read.findings.map(\.code.description))
    }

    @Test(.row("EUDI-04")) func `EUDI-04 an unknown policy is ignored, and a broken one is recorded`() throws {
        #expect(try fixture("unknown_reuse_policy", "PID_msoMdoc") == nil)
        let unknown = try read(#"{"id":"x","options":[{"details":["once_only"]}]}"#)
        #expect(unknown.policy == nil && unknown.findings.isEmpty)
        let spelled = try read(#"{"options":[{"details":["brand-new","Once-Only","limited-time"],"batch_size":-1}]}"#)
        #expect(spelled.policy?.choices.map(\.method) == [.onceOnly, .limitedTime])
        #expect(spelled.policy?.choices.first?.batchSize == nil)
        for broken in ["7", #"{"options":7}"#, #"{"options":[{"details":7}]}"#] {
            let read = try read(broken)
            #expect(read.policy == nil && !read.findings.isEmpty)
        }
        #expect(try read("null").policy == nil)
    }

    @Test(.row("EUDI-07")) func `EUDI-07 periods for which a status should be kept are read where they are positive`()
        throws
    {
        let more = #","preferred_client_status_period":2678400"#
        #expect(try IssuerDocument.read(IssuerDocument.text(more)).metadata.preferredClientStatusPeriod == 2_678_400)
        for wrong in ["0", "-1", "\"1\"", "1.5"] {
            let more = #","preferred_client_status_period":\#(wrong)"#
            #expect(try IssuerDocument.read(IssuerDocument.text(more)).metadata.preferredClientStatusPeriod == nil)
        }
        let requirement = try AttestationVectors.requirement(#"{"preferred_key_storage_status_period":31536000}"#)
        #expect(requirement?.preferredStatusPeriod == 31_536_000)
    }
}
