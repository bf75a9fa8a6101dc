import LanyardJSON
import LanyardOAuth
import LanyardTestSupport
import Testing
import WalletPorts

struct PushedAuthorizationTests {
    private func read(_ response: HttpResponse, strictness: Strictness = .tolerant) -> String {
        var findings = Findings(strictness: strictness)
        do throws(Finding) {
            let read = try PushedAuthorizationResponse(response: response, findings: &findings)
            return (["\(read.requestURI) \(read.expiresIn)"] + findings.list.map(\.code.description)).joined(
                separator: " ")
        } catch {
            return error.code.description
        }
    }

    // The example of RFC 9126 §2.2.
    private let example =
        #"{"request_uri":"urn:ietf:params:oauth:request_uri:6esc_11ACC5bwc014ltc14eY22c","expires_in":60}"#
    private let uri = "urn:ietf:params:oauth:request_uri:6esc_11ACC5bwc014ltc14eY22c"

    @Test(.row("VCI-PAR-04")) func `VCI-PAR-04 success is 201 with a reference and its lifetime`() {
        #expect(read(answer(example, status: 201), strictness: .strict) == "\(uri) 60")
        #expect(read(answer(example, status: 200)) == "\(uri) 60 par.status.lenient")
        #expect(read(answer(example, status: 200), strictness: .strict) == "par.status.lenient")
        #expect(read(answer(example, status: 202)) == "par.status")
        #expect(read(answer(example, status: 400)) == "par.status")
        #expect(read(answer(example, status: 201, type: "text/html")) == "par.mediaType")
    }

    @Test(arguments: [
        (#"{"expires_in":60}"#, "par.missing"), (#"{"request_uri":"","expires_in":60}"#, "par.type"),
        (#"{"request_uri":"u"}"#, "u 5 par.expiresIn"), (#"{"request_uri":"u","expires_in":0}"#, "u 5 par.expiresIn"),
        (#"{"request_uri":"u","expires_in":-3}"#, "u 5 par.expiresIn"),
        (#"{"request_uri":"u","expires_in":"90"}"#, "u 90 par.expiresIn"), ("[]", "par.type"), ("", "par.empty"),
    ])
    func `VCI-PAR-04 a lifetime may be wrong, the reference may not`(_ body: String, _ expected: String) {
        #expect(read(answer(body, status: 201)) == expected)
    }

    @Test(.row("VCI-PAR-04")) func `VCI-PAR-04 a reference is of no use after its lifetime`() throws {
        var findings = Findings()
        let pushed = try PushedAuthorizationResponse(response: answer(example, status: 201), findings: &findings)
        #expect(pushed.isUsable(after: 59.9) && !pushed.isUsable(after: 60))
    }

    private func endpoint(_ members: String, _ profile: Profile) throws -> String {
        var findings = Findings(profile: profile)
        let issuer = try #require(IssuerIdentifier("https://as.example"))
        let text = #"{"issuer":"https://as.example","token_endpoint":"https://as.example/token"\#(members)}"#
        let metadata = try AuthorizationServerMetadata(
            json: JSON(parsing: text), issuer: issuer, findings: &findings)
        do throws(Finding) {
            return try metadata.pushEndpoint(findings: findings) ?? "front channel"
        } catch {
            return error.code.description
        }
    }

    @Test(.row("VCI-PAR-01", "VCI-AS-09"))
    func `VCI-PAR-01 requests are pushed wherever the server takes them, and where it or the profile demands it`()
        throws
    {
        let offered = #","pushed_authorization_request_endpoint":"https://as.example/par""#
        let required = #","require_pushed_authorization_requests":true"#
        for profile in [Profile.core, .haip, .eu] {
            #expect(try endpoint(offered, profile) == "https://as.example/par")
            #expect(try endpoint(offered + required, profile) == "https://as.example/par")
            #expect(try endpoint(required, profile) == "as.par.missing")
        }
        #expect(try endpoint("", .core) == "front channel")
        #expect(try endpoint("", .haip) == "as.par.missing")
    }
}
