import LanyardOAuth
import LanyardTestSupport
import Testing
import WalletPorts

struct AuthorizationResponseTests {
    private func read(
        _ redirect: String, redirectURI: String = "https://client.example/cb", sendsIssuer: Bool = false,
        strictness: Strictness = .tolerant, profile: Profile = .core
    ) throws -> String {
        let issuer = try #require(IssuerIdentifier("https://honest.as.example"))
        let expected = AuthorizationExpectation(
            redirectURI: redirectURI, state: "ZWVlNDBlYzA1NjdkMDNhYjg3ZjUxZjAyNGQzMTM2NzI", issuer: issuer,
            sendsIssuer: sendsIssuer)
        var findings = Findings(strictness: strictness, profile: profile)
        do throws(Finding) {
            let response = try AuthorizationResponse(redirect: redirect, expecting: expected, findings: &findings)
            let outcome =
                switch response {
                case .code(let code): code.reveal()
                case .error(let error): "error \(error.code): \(error.description ?? "")"
                }
            return ([outcome] + findings.list.map(\.code.description)).joined(separator: " ")
        } catch {
            return error.code.description
        }
    }

    // The examples of RFC 9207 §2.1 and §2.2, from which the cases are made.
    private let code = "x1848ZT64p4IirMPT0R-X3141MFPTuBX-VFL_cvaplMH58"
    private let state = "state=ZWVlNDBlYzA1NjdkMDNhYjg3ZjUxZjAyNGQzMTM2NzI"
    private let iss = "iss=https%3A%2F%2Fhonest.as.example"
    private var success: String { "https://client.example/cb?code=\(code)&\(state)&\(iss)" }

    @Test(.row("VCI-ARESP-02", "VCI-ARESP-03")) func `VCI-ARESP-02 reads the examples of RFC 9207`() throws {
        #expect(try read(success, sendsIssuer: true, strictness: .strict) == code)
        let denied =
            "https://client.example/cb?error=access_denied&state=N2JjNGJhY2JiZjRhYzA3MGJkMzNmMDE5OWJhZmJhZjA&\(iss)"
        #expect(try read(denied) == "authorizationResponse.state")
        #expect(
            try read("https://client.example/cb?error=access_denied&\(state)&\(iss)", sendsIssuer: true)
                == "error access_denied: ")
    }

    @Test(
        .row("VCI-ARESP-01"),
        arguments: [
            "https://client.example/cb2", "https://client.example/CB", "http://client.example/cb",
            "https://other.example/cb", "https://client.example:8443/cb", "https://client.example/cb/",
            "https://user@client.example/cb",
        ])
    func `VCI-ARESP-01 another redirect URI is refused`(_ base: String) throws {
        #expect(try read("\(base)?code=c&\(state)") == "authorizationResponse.redirectURI")
    }

    @Test(.row("VCI-ARESP-01")) func `VCI-ARESP-01 a redirect URI may be written as browsers write it`() throws {
        #expect(try read("HTTPS://Client.example/cb?code=c&\(state)") == "c")
        #expect(try read("https://client.example/?code=c&\(state)", redirectURI: "https://client.example") == "c")
        #expect(try read("http://127.0.0.1:49152/cb?code=c&\(state)", redirectURI: "http://127.0.0.1:49152/cb") == "c")
        #expect(try read("eudi-wallet://authorize?code=c&\(state)", redirectURI: "eudi-wallet://authorize") == "c")
        #expect(try read("com.example.app:/cb?code=c&\(state)", redirectURI: "com.example.app:/cb") == "c")
        let own = "https://client.example/cb?tenant=1"
        #expect(try read("\(own)&code=c&\(state)", redirectURI: own) == "c")
        #expect(
            try read("https://client.example/cb?tenant=12&code=c&\(state)", redirectURI: own)
                == "authorizationResponse.redirectURI")
        // Characters that browsers leave as they are, though RFC 3986 forbids them.
        #expect(
            try read("https://client.example/cb?error=x&error_description=a|b [c] {d}&\(state)")
                == "error x: a|b [c] {d}")
    }

    @Test(.row("VCI-ARESP-01")) func `VCI-ARESP-01 a state that is missing, repeated or another's is refused`() throws {
        for query in ["code=c", "code=c&state=another", "code=c&state=", "code=c&STATE=x", "code=c&\(state)&\(state)"] {
            #expect(try read("https://client.example/cb?\(query)") == "authorizationResponse.state")
        }
    }

    @Test(.row("VCI-ARESP-01")) func `VCI-ARESP-01 the state finds the session`() {
        #expect(AuthorizationResponse.state(in: success) == "ZWVlNDBlYzA1NjdkMDNhYjg3ZjUxZjAyNGQzMTM2NzI")
        #expect(AuthorizationResponse.state(in: "w://cb?state=a%2Bb&code=c") == "a+b")
        for none in ["w://cb?code=c", "w://cb?state=a&state=a", "w://cb?state=%zz", "no url", "", "w://cb#state=a"] {
            #expect(AuthorizationResponse.state(in: none) == nil)
        }
    }

    @Test(.row("VCI-ARESP-02"))
    func `VCI-ARESP-02 another issuer drops everything, whatever it says`() throws {
        let others = [
            "https%3A%2F%2Fevil.example", "https%3A%2F%2Fhonest.as.example%2F", "https%3A%2F%2FHonest.as.example",
            "https%3A%2F%2Fhonest.as.example%3A443", "", "https%3A%2F%2Fhonest.as.example&\(iss)",
        ]
        for other in others {
            for outcome in ["code=c", "error=access_denied&error_description=Call+us"] {
                let redirect = "https://client.example/cb?\(outcome)&\(state)&iss=\(other)"
                #expect(try read(redirect, sendsIssuer: true) == "authorizationResponse.iss.mismatch")
                #expect(try read(redirect) == "authorizationResponse.iss.mismatch")
            }
        }
    }

    @Test(.row("VCI-ARESP-03")) func `VCI-ARESP-03 iss is demanded where it is promised or the profile says so`() throws
    {
        let without = "https://client.example/cb?code=c&\(state)"
        #expect(try read(without) == "c")
        #expect(try read(without, sendsIssuer: true) == "authorizationResponse.iss.missing")
        #expect(try read(without, profile: .haip) == "authorizationResponse.iss.missing")
        let with = "\(without)&\(iss)"
        #expect(try read(with, sendsIssuer: true) == "c")
        #expect(try read(with) == "c authorizationResponse.iss.unadvertised")
        #expect(try read(with, strictness: .strict) == "authorizationResponse.iss.unadvertised")
    }

    @Test(
        .row("VCI-ARESP-04"),
        arguments: [
            ("code=c&code=c", "authorizationResponse.repeated"), ("code=c&code=d", "authorizationResponse.repeated"),
            ("error=a&error=a", "authorizationResponse.repeated"), ("code=", "authorizationResponse.missing"),
            ("error_description=x", "authorizationResponse.missing"),
            ("access_token=t", "authorizationResponse.missing"),
            ("code=c&error=a", "authorizationResponse.contradiction"), ("code=c&access_token=t&x=1&x=2", "c"),
            ("code=a%2Bb+c", "a+b c"), ("code=%zz", "authorizationResponse.redirectURI"),
        ])
    func `VCI-ARESP-04 there is one code, and what is unknown is ignored`(_ query: String, _ expected: String) throws {
        #expect(try read("https://client.example/cb?\(query)&\(state)") == expected)
    }

    @Test(.row("VCI-ARESP-04")) func `VCI-ARESP-04 an answer in the fragment is refused`() throws {
        for fragment in ["access_token=t&\(state)", "code=c&\(state)", "error=x"] {
            #expect(
                try read("https://client.example/cb?code=c&\(state)#\(fragment)") == "authorizationResponse.fragment")
            #expect(try read("https://client.example/cb#\(fragment)") == "authorizationResponse.fragment")
        }
        #expect(try read("https://client.example/cb?code=c&\(state)#_=_") == "c")
    }

    @Test(
        .row("VCI-ARESP-05"),
        arguments: [
            "access_denied", "invalid_request", "invalid_scope", "unauthorized_client", "server_error",
            "temporarily_unavailable", "invalid_authorization_details", "invalid_target", "new_code",
        ])
    func `VCI-ARESP-05 errors keep their code and text`(_ code: String) throws {
        let query = "error=\(code)&error_description=Unsupported%20response_type%20value&\(state)"
        #expect(try read("https://client.example/cb?\(query)") == "error \(code): Unsupported response_type value")
    }

    @Test func `no finding shows the code or a stranger's text`() throws {
        let issuer = try #require(IssuerIdentifier("https://honest.as.example"))
        let expected = AuthorizationExpectation(
            redirectURI: "https://client.example/cb", state: "s", issuer: issuer, sendsIssuer: true)
        for query in [
            "code=s3cr3t&code=s3cr3t&state=s&\(iss)", "code=s3cr3t&state=t", "error_description=s3cr3t&state=s",
        ] {
            var findings = Findings()
            let finding = refusal { () throws(Finding) in
                _ = try AuthorizationResponse(
                    redirect: "https://client.example/cb?\(query)", expecting: expected, findings: &findings)
            }
            let text = try #require(finding).description
            #expect(!text.contains("s3cr3t"))
        }
    }
}
