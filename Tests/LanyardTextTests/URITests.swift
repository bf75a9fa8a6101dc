import LanyardTestSupport
import LanyardText
import Testing

struct URITests {
    // The examples of RFC 3986 §1.1.2.
    @Test(arguments: [
        "ftp://ftp.is.co.za/rfc/rfc1808.txt", "http://www.ietf.org/rfc/rfc2396.txt",
        "ldap://[2001:db8::7]/c=GB?objectClass?one", "mailto:John.Doe@example.com",
        "news:comp.infosystems.www.servers.unix", "tel:+1-816-555-1212", "telnet://192.0.2.16:80/",
        "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
    ])
    func `reads the examples of RFC 3986 and keeps their text`(_ text: String) throws {
        #expect(try #require(URI(text)).text == text)
    }

    @Test func `takes a URI apart`() throws {
        let uri = try #require(URI("foo://me@example.com:8042/over/there?name=ferret#nose"))
        #expect(uri.scheme == "foo")
        #expect(uri.authority == "me@example.com:8042")
        #expect(uri.userInfo == "me")
        #expect(uri.host == "example.com")
        #expect(uri.port == 8042)
        #expect(uri.path == "/over/there")
        #expect(uri.query == "name=ferret")
        #expect(uri.fragment == "nose")
        let literal = try #require(URI("ldap://[2001:db8::7]:389/c=GB?objectClass?one"))
        #expect(literal.host == "[2001:db8::7]")
        #expect(literal.port == 389)
        #expect(literal.query == "objectClass?one")
    }

    @Test func `normalises nothing`() throws {
        let uri = try #require(URI("HTTPS://Example.COM:443/A/../%7eb/"))
        #expect(uri.text == "HTTPS://Example.COM:443/A/../%7eb/")
        #expect(uri.path == "/A/../%7eb/")
        #expect(uri.isHTTPS)
    }

    @Test(arguments: [
        "", "example.com", "/path", "//host/path", "1http://h", ":x", "https://h/a b", "https://h/é", "https://h/%zz",
        "https://h/%4", "https://h:99999/", "https://h:8a/", "https://[::1/", "https://[::1]x/", "https://h/<x>",
        "https://h/\n", "https://h?a#b#c", "https://h/\\x", "https://h\u{0}/", "ht_tp://h", "https://h/{x}",
    ])
    func `refuses what is not a URI`(_ text: String) {
        #expect(URI(text) == nil)
    }

    @Test(arguments: ["http://h/", "https:///p", "https://u:p@h/", "https:h", "urn:x:y"])
    func `takes only https with a host and no credentials as an address`(_ text: String) throws {
        #expect(try !#require(URI(text)).isHTTPS)
    }

    @Test(
        .row("VCI-META-01"),
        arguments: [
            ("https://h", "https://h/.well-known/x"), ("https://h/t", "https://h/.well-known/x/t"),
            ("https://h/a/b", "https://h/.well-known/x/a/b"), ("https://h:8443/t", "https://h:8443/.well-known/x/t"),
            ("https://h/a%20b/%C3%A9", "https://h/.well-known/x/a%20b/%C3%A9"),
            ("https://h/t/", "https://h/.well-known/x/t/"),
            ("https://h/", "https://h/.well-known/x/"),
        ])
    func `VCI-META-01 inserts the well-known name between authority and path`(_ id: String, _ url: String) throws {
        #expect(try #require(URI(id)).insertingWellKnown("x") == url)
    }

    @Test(
        .row("VCI-AS-01"),
        arguments: [
            ("https://h/", "https://h/.well-known/x"), ("https://h/t/", "https://h/.well-known/x/t"),
            ("https://h/t", "https://h/.well-known/x/t"),
        ])
    func `VCI-AS-01 removes a terminating slash first when asked`(_ id: String, _ url: String) throws {
        #expect(try #require(URI(id)).insertingWellKnown("x", strippingSlash: true) == url)
    }

    @Test(arguments: [("https://h/t", "https://h/t/.well-known/x"), ("https://h/", "https://h/.well-known/x")])
    func `appends the well-known name for older servers`(_ id: String, _ url: String) throws {
        #expect(try #require(URI(id)).appendingWellKnown("x") == url)
    }
}
