import LanyardOAuth
import LanyardTestSupport
import Testing
import WalletPorts

struct AuthorizationServerFailureTests {
    // 2026-01-01T00:00:00Z; from `date -d`.
    private let now = Instant(seconds: 1_767_225_600)

    private func step(_ code: String?, status: Int = 400, _ headers: [String: String] = [:])
        -> AuthorizationServerFailure.Step
    {
        let body = code.map { #"{"error":"\#($0)"}"# } ?? "<html>"
        let response = answer(body, status: status, headers: headers.map { HttpHeader($0.key, $0.value) })
        return AuthorizationServerFailure(response: response, at: now).step
    }

    // RFC 9449 §8.
    @Test(.row("VCI-DPOP-06", "VCI-PAR-07")) func `VCI-DPOP-06 a nonce in its field is used, and none is the end`() {
        let nonce = "eyJ7S_zG.eyJH0-Z.HX4w-7v"
        #expect(step("use_dpop_nonce", ["DPoP-Nonce": nonce]) == .useDPoPNonce(nonce))
        #expect(step("use_dpop_nonce") == .stop)
        #expect(step("use_dpop_nonce", ["DPoP-Nonce": ""]) == .stop)
        #expect(step("use_dpop_nonce", ["DPoP-Nonce": "a b"]) == .stop)
        #expect(
            step(nil, status: 401, ["WWW-Authenticate": #"DPoP error="use_dpop_nonce""#, "DPoP-Nonce": nonce])
                == .useDPoPNonce(nonce))
        #expect(step("invalid_request", ["DPoP-Nonce": nonce]) == .stop)
    }

    @Test(.row("VCI-WATT-08", "VCI-PAR-07", "VCI-CAUTH-05"))
    func `VCI-WATT-08 attested clients take the challenge, renew the attestation, or stop`() {
        let challenge = ["OAuth-Client-Attestation-Challenge": "c"]
        #expect(step("use_attestation_challenge", challenge) == .useAttestationChallenge("c"))
        #expect(step("use_attestation_challenge") == .stop)
        #expect(step("use_fresh_attestation", challenge) == .useFreshAttestation)
        #expect(step("invalid_client_attestation", challenge) == .stop)
        #expect(step("invalid_client", status: 401, challenge) == .stop)
        #expect(step("invalid_client", challenge) == .stop)
    }

    @Test(.row("VCI-DPOP-11")) func `VCI-DPOP-11 a proof is dated anew only when the clocks differ`() {
        let later = Instant(seconds: 1_767_225_600 + 300)
        #expect(step("invalid_dpop_proof", ["Date": "Thu, 01 Jan 2026 00:05:00 GMT"]) == .correctClock(later))
        #expect(
            step("invalid_dpop_proof", ["Date": "Wed, 31 Dec 2025 23:55:00 GMT"])
                == .correctClock(Instant(seconds: 1_767_225_300)))
        #expect(step("invalid_dpop_proof", ["Date": "Thu, 01 Jan 2026 00:00:03 GMT"]) == .stop)
        #expect(step("invalid_dpop_proof") == .stop)
        #expect(step("invalid_dpop_proof", ["Date": "soon"]) == .stop)
        #expect(step("invalid_token", ["Date": "Thu, 01 Jan 2026 00:05:00 GMT"]) == .stop)
    }

    @Test(.row("VCI-PAR-06", "VCI-TOK-10")) func `VCI-PAR-06 each status and code leads to its step`() {
        for code in [
            "invalid_request", "invalid_grant", "invalid_client", "invalid_scope", "unauthorized_client",
            "unsupported_grant_type", "invalid_authorization_details", "x",
        ] {
            #expect(step(code) == .stop)
        }
        #expect(step(nil, status: 405) == .stop && step(nil, status: 413) == .stop)
        #expect(step(nil, status: 429, ["Retry-After": "30"]) == .retryLater(seconds: 30))
        #expect(step("x", status: 503) == .retryLater(seconds: 5))
        #expect(step("temporarily_unavailable") == .retryLater(seconds: 5))
    }

    @Test(.row("LEG-12")) func `LEG-12 codes of earlier drafts wait`() {
        #expect(step("authorization_pending") == .retryLater(seconds: 5))
        #expect(step("slow_down", ["Retry-After": "9"]) == .retryLater(seconds: 9))
    }
}

struct ProtectedResourceFailureTests {
    private func step(_ challenge: String, _ headers: [HttpHeader] = [], status: Int = 401)
        -> ProtectedResourceFailure.Step?
    {
        let response = answer("", status: status, headers: [HttpHeader("WWW-Authenticate", challenge)] + headers)
        return ProtectedResourceFailure(response: response, at: Instant(seconds: 1_767_225_600)).step
    }

    // RFC 9449 §7.1 and §9, Figures 15 and 23.
    @Test(.row("VCI-DPOP-07", "VCI-DPOP-11"))
    func `VCI-DPOP-07 the challenge of DPoP decides, whichever others stand beside it`() {
        let nonce = [
            HttpHeader("DPoP-Nonce", "eyJ7S_zG.eyJbYu3.xS6xJEOwqH9uw"), HttpHeader("Cache-Control", "no-store"),
        ]
        let use = ProtectedResourceFailure.Step.useDPoPNonce("eyJ7S_zG.eyJbYu3.xS6xJEOwqH9uw")
        #expect(
            step(
                #"DPoP error="use_dpop_nonce", error_description="Resource server requires nonce in DPoP proof""#, nonce
            )
                == use)
        #expect(step(#"Bearer, DPoP algs="ES256 PS256""#, nonce) == nil)
        #expect(step(#"Bearer error="invalid_token", DPoP error="use_dpop_nonce", algs="ES256""#, nonce) == use)
        #expect(step(#"DPoP error="use_dpop_nonce""#) == nil)
        #expect(
            step(#"DPoP error="invalid_token", error_description="Invalid DPoP key binding", algs="ES256""#)
                == .refreshToken)
        let date = HttpHeader("Date", "Thu, 01 Jan 2026 01:00:00 GMT")
        #expect(step(#"DPoP error="invalid_dpop_proof""#, [date]) == .correctClock(Instant(seconds: 1_767_229_200)))
        #expect(step(#"DPoP error="invalid_dpop_proof""#) == nil)
        #expect(step(#"Bearer error="insufficient_scope""#, status: 403) == nil)
    }
}

struct HttpDateTests {
    // Seconds from Python's email.utils.parsedate_to_datetime.
    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Mon, 01 Mar 2100 00:00:00 GMT", 4_107_542_400),
        ("Wed, 31 Dec 2025 23:55:00 GMT", 1_767_225_300),
    ])
    func `reads the date of HTTP`(_ text: String, _ seconds: Int64) {
        #expect(answer("", headers: [HttpHeader("Date", text)]).date == Instant(seconds: seconds))
    }

    @Test(arguments: [
        "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 32 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 08:49:37 CET",
        "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
        "Sun, 06 Nov 99999999999999999999 08:49:37 GMT",
    ])
    func `reads nothing else`(_ text: String) {
        #expect(answer("", headers: [HttpHeader("Date", text)]).date == nil)
    }
}
