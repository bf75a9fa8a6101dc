import LanyardTestSupport
import LanyardText
import Testing

struct FormEncodingTests {
    @Test func `encodes the example of RFC 6749 Appendix B`() {
        #expect(FormEncoding.encode([.init("a", " %&+£€")]) == "a=+%25%26%2B%C2%A3%E2%82%AC")
    }

    @Test(.row("VCI-TOK-03")) func `VCI-TOK-03 escapes every reserved character of a code and of the grant type`() {
        let body = FormEncoding.encode([
            .init("grant_type", "urn:ietf:params:oauth:grant-type:pre-authorized_code"),
            .init("pre-authorized_code", "a+b&c=d/%"),
        ])
        #expect(
            body == "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Apre-authorized_code"
                + "&pre-authorized_code=a%2Bb%26c%3Dd%2F%25")
    }

    @Test func `keeps a transaction code's leading zeros`() {
        #expect(FormEncoding.encode([.init("tx_code", "00123")]) == "tx_code=00123")
    }

    @Test func `decodes once, with plus as a space`() {
        #expect(
            FormEncoding.decode("a=b+c%2Bd%2526&empty=&bare&&x=1&x=2") == [
                .init("a", "b c+d%26"), .init("empty", ""), .init("bare", ""), .init("x", "1"), .init("x", "2"),
            ])
    }

    @Test func `splits a field at its first equals sign`() {
        #expect(FormEncoding.decode("a=b=c") == [.init("a", "b=c")])
    }

    @Test(arguments: ["a=%", "a=%4", "a=%zz", "%ff=1", "a=%C3%28"])
    func `refuses broken escapes and bytes that are not UTF-8`(_ text: String) {
        #expect(FormEncoding.decode(text) == nil)
    }

    @Test func `reads what it wrote, whatever the characters`() {
        let fields: [FormEncoding.Field] = [.init("ключ", "❤️ +&=%\u{0}\n~*'()"), .init("", "x")]
        #expect(FormEncoding.decode(FormEncoding.encode(fields)) == fields)
    }
}

struct PercentEncodingTests {
    @Test func `keeps unreserved characters only`() {
        #expect(PercentEncoding.encode("AZaz09-._~ +/é") == "AZaz09-._~%20%2B%2F%C3%A9")
    }

    @Test func `leaves a plus sign alone`() {
        #expect(PercentEncoding.decode("a+b%20c") == "a+b c")
    }

    @Test func `refuses an incomplete escape`() {
        #expect(PercentEncoding.decode("100%") == nil)
    }
}
