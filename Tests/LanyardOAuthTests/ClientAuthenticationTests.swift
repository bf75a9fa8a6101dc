import LanyardOAuth
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

struct ClientAuthenticationTests {
    private typealias Method = ClientAuthenticationMethod

    private func choice(
        _ offered: [String]?, _ available: Set<ClientAuthenticationMethod>, optional: Bool = false,
        profile: Profile = .core
    ) -> String {
        var findings = Findings(profile: profile)
        do {
            let method = try Method.chosen(
                offered: offered, available: available, isOptional: optional, findings: &findings)
            return findings.list.isEmpty ? "\(method)" : "\(method), recorded"
        } catch {
            return "refused"
        }
    }

    @Test(.row("VCI-AS-06")) func `VCI-AS-06 prefers attestation, then an assertion, then none`() {
        let all: Set<ClientAuthenticationMethod> = [.none, .privateKeyJWT, .attestation]
        #expect(choice(["none", "private_key_jwt", "attest_jwt_client_auth"], all) == "attest_jwt_client_auth")
        #expect(choice(["none", "private_key_jwt"], all) == "private_key_jwt")
        #expect(choice(["none", "attest_jwt_client_auth"], [.none]) == "none")
        #expect(choice(nil, [.none]) == "none")
        #expect(choice(["client_secret_basic"], all) == "refused")
    }

    @Test(.row("VCI-CAUTH-02")) func `VCI-CAUTH-02 authentication is optional for the pre-authorized grant`() {
        #expect(choice(["client_secret_basic"], [.none], optional: true) == "none, recorded")
        #expect(choice(["attest_jwt_client_auth"], [.none, .attestation], optional: true) == "attest_jwt_client_auth")
    }

    @Test func `High Assurance never goes without authentication`() {
        #expect(choice(["none"], [.none], optional: true, profile: .haip) == "refused")
        #expect(
            choice(["none", "attest_jwt_client_auth"], [.none, .attestation], profile: .haip)
                == "attest_jwt_client_auth")
    }

    @Test(.row("VCI-CAUTH-01")) func `VCI-CAUTH-01 a public client sends its id and invents no secret`() {
        #expect(ClientAuthentication.publicClient("wallet-dev").fields == [.init("client_id", "wallet-dev")])
        #expect(ClientAuthentication.publicClient("wallet-dev").headers.isEmpty)
        #expect(ClientAuthentication.anonymous.fields.isEmpty && ClientAuthentication.anonymous.clientId == nil)
    }
}

struct PKCETests {
    // RFC 7636 Appendix B.
    @Test func `VCI-AUTHZ-08 agrees with RFC 7636 Appendix B`() throws {
        let octets: [UInt8] = [
            116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214, 191,
            240,
            91, 88, 5, 88, 83, 132, 141, 121,
        ]
        let key = try #require(PKCE(random: octets))
        #expect(key.verifier.reveal() == "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        #expect(key.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test(arguments: [
        "short", String(repeating: "a", count: 129), String(repeating: "ü", count: 50),
        String(repeating: "+", count: 50),
    ])
    func `refuses a verifier that the rule does not allow`(_ verifier: String) {
        #expect(PKCE(verifier: verifier) == nil)
    }
}
