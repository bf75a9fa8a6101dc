public import WalletPorts

extension HttpTransportContract {
    /// What a server of the contract does.
    public enum Behaviour: Sendable {
        /// Answers.
        case reply(HttpResponse)
        /// Answers after so many seconds.
        case late(HttpResponse, seconds: Double)
        /// Announces the whole body and ends the connection after so many bytes of it.
        case cut(HttpResponse, after: Int)
        /// Sends the body again and again.
        case endless(HttpResponse)
        /// Sends one byte of the body each so many seconds.
        case drip(HttpResponse, seconds: Double)
        /// Sends these bytes instead of HTTP.
        case raw([UInt8])
        /// Ends the connection without a byte.
        case silence
    }

    /// What a server does with a request; its URL is absolute and raw.
    public static func behaviour(for request: HttpRequest) -> Behaviour {
        let rest = request.url.drop { $0 != "/" }.dropFirst(2)
        let target = String(rest.drop { $0 != "/" })
        switch target.prefix(while: { $0 != "?" }) {
        case "/repeated":
            return .reply(HttpResponse(status: 200, headers: [.init("DPoP-Nonce", "one"), .init("DPoP-Nonce", "two")]))
        case "/unauthorized":
            let challenge = HttpHeader("WWW-Authenticate", "Basic realm=\"x\"")
            return .reply(HttpResponse(status: 401, headers: [challenge], body: Array("no".utf8)))
        case "/cookie": return .reply(HttpResponse(status: 200, headers: [.init("Set-Cookie", "a=b; Path=/")]))
        case "/redirect": return .reply(redirect("/echo?redirected"))
        case "/loop": return .reply(redirect("/loop"))
        case "/downgrade": return .reply(redirect(request.header("X-Redirect-To") ?? "/echo"))
        case "/large": return .reply(HttpResponse(status: 200, body: [UInt8](repeating: 5, count: 300_000)))
        case "/gzip":
            return .reply(HttpResponse(status: 200, headers: [.init("Content-Encoding", "gzip")], body: zeros))
        case "/endless": return .endless(HttpResponse(status: 200, body: [UInt8](repeating: 5, count: 65_536)))
        case "/drip": return .drip(HttpResponse(status: 200, body: [UInt8](repeating: 5, count: 1000)), seconds: 0.1)
        case "/slow": return .late(HttpResponse(status: 200), seconds: 60)
        case "/cut": return .cut(HttpResponse(status: 200, body: [UInt8](repeating: 5, count: 1000)), after: 500)
        case "/silence": return .silence
        case "/trailer": return .raw(trailed(withBody: true))
        case "/empty-trailer": return .raw(trailed(withBody: false))
        case "/interim":
            return .raw(
                Array("HTTP/1.1 103 Early Hints\r\nX-Early: yes\r\n\r\nHTTP/1.1 200 OK\r\nX-Late:  a\r\n b \r\n".utf8)
                    + Array("Connection: close\r\nContent-Length: 2\r\n\r\nok".utf8))
        case "/raw": return .raw(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8))
        default: return .reply(echo(request, target))
        }
    }

    /// A chunked response whose trailer looks like the head of another.
    private static func trailed(withBody: Bool) -> [UInt8] {
        let head = "HTTP/1.1 401 Unauthorized\r\nX-Mine: yes\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
        let trailer = "HTTP/1.1 200 OK: \r\nX-Theirs: yes\r\nContent-Type: application/json\r\n\r\n"
        return Array("\(head)\(withBody ? "2\r\nno\r\n" : "")0\r\n\(trailer)".utf8)
    }

    private static func redirect(_ location: String) -> HttpResponse {
        HttpResponse(status: 302, headers: [HttpHeader("Location", location)], body: Array("moved".utf8))
    }

    private static func echo(_ request: HttpRequest, _ target: String) -> HttpResponse {
        HttpResponse(
            status: 200,
            headers: [
                HttpHeader("X-Method", request.method), HttpHeader("X-Target", target),
                HttpHeader("X-Sent", request.header("X-Sent") ?? "none"),
                HttpHeader("X-Cookie", request.header("Cookie") ?? "none"),
                HttpHeader("X-Content-Type", request.header("Content-Type") ?? "none"),
            ], body: request.body)
    }

    /// 100,000 zero bytes, compressed with gzip.
    private static let zeros: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 237, 193, 49, 1, 0, 0, 0, 194, 160, 245, 79, 109, 13, 15, 160, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128, 87, 3, 125, 149, 17, 212, 160, 134, 1, 0,
    ]
}
