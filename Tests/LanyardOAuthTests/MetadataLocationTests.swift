import LanyardOAuth
import LanyardTestSupport
import Testing
import WalletPorts

struct MetadataLocationTests {
    @Test(
        .row("VCI-AS-01"),
        arguments: [
            ("https://h", ["https://h/.well-known/oauth-authorization-server"]),
            (
                "https://h/",
                [
                    "https://h/.well-known/oauth-authorization-server",
                    "https://h/.well-known/oauth-authorization-server/",
                ]
            ),
            ("https://h/t", ["https://h/.well-known/oauth-authorization-server/t"]),
            (
                "https://h:8443/realms/x/",
                [
                    "https://h:8443/.well-known/oauth-authorization-server/realms/x",
                    "https://h:8443/.well-known/oauth-authorization-server/realms/x/",
                ]
            ),
            ("https://h/a%20b", ["https://h/.well-known/oauth-authorization-server/a%20b"]),
        ])
    func `VCI-AS-01 tries the stripped path first, then the path as it is`(_ id: String, _ urls: [String]) throws {
        let issuer = try #require(IssuerIdentifier(id))
        #expect(MetadataLocation.ofAuthorizationServer(issuer, strictness: .strict).map(\.url) == urls)
    }

    @Test func `the order can be turned for identifiers that end in a slash`() throws {
        let issuer = try #require(IssuerIdentifier("https://h/t/"))
        let urls = MetadataLocation.ofAuthorizationServer(issuer, strictness: .strict, verbatimFirst: true).map(\.url)
        #expect(
            urls == [
                "https://h/.well-known/oauth-authorization-server/t/",
                "https://h/.well-known/oauth-authorization-server/t",
            ])
    }

    @Test(.row("VCI-AS-03", "LEG-04")) func `VCI-AS-03 falls back to OpenID documents and records it`() throws {
        let issuer = try #require(IssuerIdentifier("https://h/t"))
        let locations = MetadataLocation.ofAuthorizationServer(issuer, strictness: .tolerant)
        #expect(
            locations.map(\.url) == [
                "https://h/.well-known/oauth-authorization-server/t", "https://h/t/.well-known/openid-configuration",
                "https://h/.well-known/openid-configuration/t",
            ])
        #expect(
            locations.map { $0.deviation?.code.description } == [
                nil, "as.metadata.openIDConfiguration", "as.metadata.openIDConfiguration",
            ])
    }

    @Test(arguments: [
        "http://h", "https://h?x=1", "https://h#f", "https://u@h", "h", "", "https://", "https://h?", "https://h#",
        "https://h/ü",
    ])
    func `an identifier is an https URL without query and fragment`(_ text: String) {
        #expect(IssuerIdentifier(text) == nil)
    }
}
