import LanyardDeflate
import LanyardOAuth
import LanyardText
import WalletPorts

/// Encodings, links and header fields.
enum TextReaders {
    static let all = [
        Reader("base64url.decode", 40_000) { size in
            let text = long(size / 4 * 4)
            return { guard Base64URL.decode(text) != nil else { throw NotRefused() } }
        },
        Reader("base64url.encode", 40_000) { size in
            let bytes = [UInt8](repeating: 0xA7, count: size)
            return { _ = Base64URL.encode(bytes) }
        },
        Reader("base64.padding", 40_000) { size in
            let text = long(size, "=")
            return { guard Base64.decode(text) == nil else { throw NotRefused() } }
        },
        Reader("percent.escapes", 1000) { size in
            let text = String(repeating: "%C3%A9", count: size)
            return { guard PercentEncoding.decode(text) != nil else { throw NotRefused() } }
        },
        Reader("form.fields", 200) { size in
            let text = String(repeating: "a=%20+&", count: size)
            return { guard FormEncoding.decode(text)?.count == size else { throw NotRefused() } }
        },
        Reader("form.separators", 2000) { size in
            let text = long(size, "&") + long(size, "=")
            return { guard FormEncoding.decode(text) != nil else { throw NotRefused() } }
        },
        Reader("uri.escapes", 2000) { size in
            let text = "https://host/" + String(repeating: "%41/", count: size) + "?" + long(size, "?")
            return { guard URI(text) != nil else { throw NotRefused() } }
        },
        Reader("uri.marks", 4000) { size in
            let text = "https://" + long(size, "@") + long(size, ":") + "/"
            return { guard URI(text) == nil else { throw NotRefused() } }
        },
        Reader("outsideText.marks", 1000) { size in
            let text = String(repeating: "\u{202E}e\u{301}", count: size)
            return { _ = OutsideText.cleaned(text, limit: size * 4) }
        },
        Reader("languageTags", 400) { size in
            let offered = (0..<size).map { "x\($0)-Latn-CH" }
            return { _ = LanguageTags.best(of: offered, for: ["fr-Latn-CH", "de"]) }
        },
        Reader("languageTags.subtags", 1000) { size in
            let offered = ["de" + String(repeating: "-a", count: size)]
            return { _ = LanguageTags.best(of: offered, for: ["fr-Latn-CH", "de"]) }
        },
        Reader("inflate", 100_000) { size in
            let bytes = try Deflate.raw([UInt8](repeating: 0, count: size))
            return { _ = try Inflate.raw(bytes, limit: size) }
        },
        Reader("inflate.incompressible", 40_000) { size in
            var state: UInt32 = 1
            let noise = (0..<size).map { _ in
                state = state &* 1_664_525 &+ 1_013_904_223
                return UInt8(truncatingIfNeeded: state >> 24)
            }
            let bytes = try Deflate.zlib(noise)
            return { _ = try Inflate.zlib(bytes, limit: size) }
        },
        Reader("challenge.many", 400) { challenges(String(repeating: "Bearer a=\"b\", DPoP c=d, ", count: $0)) },
        Reader("challenge.words", 2000) { challenges(String(repeating: "a ", count: $0)) },
        Reader("challenge.token68", 4000) { challenges("Bearer " + long($0) + long($0, "=") + "!") },
        Reader("challenge.separators", 4000) { challenges("Bearer " + String(repeating: " ,", count: $0) + "a") },
        Reader("challenge.escapes", 4000) { challenges("Bearer a=\"" + String(repeating: "\\\"", count: $0)) },
        Reader("challenge.fields", 400) { size in
            let fields = (0..<size).map { HttpHeader($0 % 2 == 0 ? "WWW-Authenticate" : "X-\($0)", "Bearer a=b") }
            let response = HttpResponse(status: 401, headers: fields)
            return { _ = AuthenticationChallenge.all(in: response) }
        },
    ]

    private static func challenges(_ field: String) -> Reader.Work {
        { _ = AuthenticationChallenge.all(in: field) }
    }
}
