import LanyardOAuth
import LanyardTestSupport
import Testing
import WalletPorts

struct AuthenticationChallengeTests {
    private func flat(_ field: String) -> [String] {
        AuthenticationChallenge.all(in: field).map { challenge in
            ([challenge.scheme] + challenge.parameters.map { "\($0.name)=\($0.value)" }).joined(separator: " ")
        }
    }

    // RFC 9449 §7.1 and §9; RFC 6750 §3.
    @Test(.row("VCI-DPOP-07")) func `VCI-DPOP-07 keeps the parameters of each scheme apart`() {
        #expect(
            flat(
                #"Bearer error="invalid_token", error_description="expired", DPoP error="use_dpop_nonce", algs="ES256 PS256""#
            )
                == [
                    "bearer error=invalid_token error_description=expired",
                    "dpop error=use_dpop_nonce algs=ES256 PS256",
                ])
        #expect(flat(#"DPoP algs="ES256 PS256""#) == ["dpop algs=ES256 PS256"])
        #expect(flat(#"Bearer, DPoP algs="ES256""#) == ["bearer", "dpop algs=ES256"])
        #expect(flat(#"dpop Error = use_dpop_nonce"#) == ["dpop error=use_dpop_nonce"])
    }

    // RFC 9110 §11.6.1.
    @Test func `reads the example of RFC 9110`() {
        #expect(
            flat(#"Basic realm="simple", Newauth realm="apps", type=1, title="Login to \"apps\"""#)
                == ["basic realm=simple", #"newauth realm=apps type=1 title=Login to "apps""#])
        #expect(flat("Negotiate YWJj==, Bearer") == ["negotiate", "bearer"])
    }

    @Test(arguments: [
        "", ",", " , ,", "=", "\"", "Bearer error=\"open", "Bearer =x", "\u{0}", "Bearer a=\\", "é", "a=b",
    ])
    func `ends at the first character that fits nothing`(_ field: String) {
        #expect(AuthenticationChallenge.all(in: field).count <= 1)
    }

    @Test func `reads every field of a response`() {
        let response = answer(
            "", status: 401,
            headers: [
                HttpHeader("WWW-Authenticate", "Bearer"),
                HttpHeader("www-authenticate", #"DPoP error="use_dpop_nonce""#),
            ])
        let challenges = AuthenticationChallenge.all(in: response)
        #expect(challenges.map(\.scheme) == ["bearer", "dpop"])
        #expect(challenges.last?["ERROR"] == "use_dpop_nonce")
    }
}
