public import WalletPorts

/// The rules of `HttpTransport`, for any transport: run them in a test against servers that behave as asked.
///
/// Each server answers a request as `behaviour(for:)` says. All of them listen on this machine.
public struct HttpTransportContract: Sendable {
    /// Origins such as `https://localhost:8443`.
    public struct Servers: Sendable {
        /// A TLS server that the transport trusts.
        public var secure: String
        /// The same with a certificate that the transport does not trust.
        public var untrusted: String
        /// The same with a certificate for another host name.
        public var wrongName: String
        /// The same with nothing above TLS 1.1.
        public var oldTLS: String
        /// A server without TLS.
        public var plain: String

        /// Names the servers.
        public init(secure: String, untrusted: String, wrongName: String, oldTLS: String, plain: String) {
            self.secure = secure
            self.untrusted = untrusted
            self.wrongName = wrongName
            self.oldTLS = oldTLS
            self.plain = plain
        }
    }

    private let servers: Servers
    private let transport: any HttpTransport
    private let guarded: any HttpTransport

    /// Takes a transport that may connect to this machine, and one that may not.
    public init(servers: Servers, transport: any HttpTransport, guarded: any HttpTransport) {
        self.servers = servers
        self.transport = transport
        self.guarded = guarded
    }

    /// Runs every rule.
    public func failures() async -> [ContractFailure] {
        var run = ContractRun()
        await exchanges(&run)
        await redirects(&run)
        await limits(&run)
        await badServers(&run)
        await refusals(&run)
        return run.failures
    }

    private func exchanges(_ run: inout ContractRun) async {
        await run.rule("method, raw target, header and body arrive as given") { rule in
            for method in ["GET", "POST", "PUT", "DELETE"] {
                let body: [UInt8] = method == "POST" || method == "PUT" ? [0, 13, 10, 255] : []
                let response = try await transport.send(
                    HttpRequest(
                        method, servers.secure + "/echo/a%2Fb/../c?x=%20y&x=+", headers: [HttpHeader("X-Sent", "a b")],
                        body: body))
                rule.expect(response.status, is: 200, "the status")
                rule.expect(response.body, is: body, "the body of \(method)")
                rule.expect(response.header("x-method"), is: method, "the method")
                rule.expect(response.header("x-target"), is: "/echo/a%2Fb/../c?x=%20y&x=+", "the target")
                rule.expect(response.header("x-sent"), is: "a b", "the header")
                rule.expect(response.header("x-content-type"), is: "none", "a content type that nobody gave")
            }
        }
        await run.rule("repeated header fields stay apart, in order") { rule in
            let response = try await transport.send(HttpRequest("GET", servers.secure + "/repeated"))
            rule.expect(response.headers("dpop-nonce"), is: ["one", "two"], "the fields")
        }
        await run.rule("an error status is a response with its body, a challenge included") { rule in
            let response = try await transport.send(HttpRequest("POST", servers.secure + "/unauthorized"))
            rule.expect(response.status, is: 401, "the status")
            rule.expect(response.body, is: Array("no".utf8), "the body")
        }
        await run.rule("cookies are forgotten") { rule in
            _ = try await transport.send(HttpRequest("GET", servers.secure + "/cookie"))
            let response = try await transport.send(HttpRequest("GET", servers.secure + "/echo"))
            rule.expect(response.header("x-cookie"), is: "none", "the cookie sent")
        }
        await run.rule("many requests at once each get their own answer") { rule in
            let right = try await withThrowingTaskGroup(of: Bool.self) { group -> Int in
                for index in 0..<40 { group.addTask { try await answersItself(index) } }
                var count = 0
                for try await isRight in group where isRight { count += 1 }
                return count
            }
            rule.expect(right, is: 40, "the count of right answers")
        }
    }

    private func answersItself(_ index: Int) async throws -> Bool {
        let body = [UInt8](repeating: UInt8(index), count: 1000 * index)
        let request = HttpRequest("POST", servers.secure + "/echo?\(index)", body: body)
        let response = try await transport.send(request)
        return response.body == body && response.header("x-target") == "/echo?\(index)"
    }

    private func redirects(_ run: inout ContractRun) async {
        await run.rule("a redirect is a response, unless it was asked to follow") { rule in
            let response = try await transport.send(HttpRequest("GET", servers.secure + "/redirect"))
            rule.expect(response.status, is: 302, "the status")
            rule.expect(response.header("location"), is: "/echo?redirected", "the location")
            let followed = try await transport.send(HttpRequest("GET", servers.secure + "/redirect", redirects: 1))
            rule.expect(followed.status, is: 200, "the status after following")
            rule.expect(followed.header("x-target"), is: "/echo?redirected", "the target after following")
            rule.expect(followed.header("location"), is: nil, "the location after following")
        }
        await run.rule("no more redirects than asked, none to plain http, none of a POST") { rule in
            await rule.expect(HttpError(.redirectRefused, ""), "a loop") {
                _ = try await transport.send(HttpRequest("GET", servers.secure + "/loop", redirects: 3))
            }
            let target = HttpHeader("X-Redirect-To", servers.plain + "/echo")
            await rule.expect(HttpError(.redirectRefused, ""), "a redirect to plain http") {
                _ = try await transport.send(
                    HttpRequest("GET", servers.secure + "/downgrade", headers: [target], redirects: 1))
            }
            await rule.expect(HttpError(.invalidRequest, ""), "a POST that follows redirects") {
                _ = try await transport.send(HttpRequest("POST", servers.secure + "/redirect", redirects: 1))
            }
        }
    }

    private func limits(_ run: inout ContractRun) async {
        await run.rule("the body limit is exact and counts decoded bytes; the next request is clean") { rule in
            for (path, size) in [("/large", 300_000), ("/gzip", 100_000)] {
                let whole = try await transport.send(
                    HttpRequest("GET", servers.secure + path, maximumBody: size))
                rule.expect(whole.body.count, is: size, "the size of \(path)")
                await rule.expect(HttpError(.tooLarge, ""), "\(path) with a limit one byte lower") {
                    _ = try await transport.send(HttpRequest("GET", servers.secure + path, maximumBody: size - 1))
                }
            }
            await rule.expect(HttpError(.tooLarge, ""), "an endless body") {
                _ = try await transport.send(HttpRequest("GET", servers.secure + "/endless", maximumBody: 200_000))
            }
            rule.expect(try await answersItself(3), "the request after a body that was too large is wrong")
        }
        await run.rule("the timeout is for the whole exchange") { rule in
            for path in ["/drip", "/slow"] {
                let start = ContinuousClock.now
                await rule.expect(HttpError(.timeout, ""), path) {
                    _ = try await transport.send(HttpRequest("GET", servers.secure + path, timeout: 0.5))
                }
                rule.expect(start.duration(to: .now) < .seconds(20), "\(path) was waited for after its time was up")
            }
        }
        await run.rule("cancelling the task ends the request at once") { rule in
            let start = ContinuousClock.now
            let task = Task { try await transport.send(HttpRequest("GET", servers.secure + "/slow")) }
            try await Task.sleep(for: .milliseconds(100))
            task.cancel()
            await rule.expect(HttpError(.cancelled, ""), "the cancelled request") { _ = try await task.value }
            rule.expect(start.duration(to: .now) < .seconds(20), "the cancelled request was waited for")
        }
    }

    private func badServers(_ run: inout ContractRun) async {
        await run.rule("a response that is cut, silent or no HTTP is an error, never half a body") { rule in
            for (path, code) in [("/cut", HttpError.Code.cut), ("/silence", .cut), ("/raw", .notHttp)] {
                await rule.expect(HttpError(code, ""), path) {
                    _ = try await transport.send(HttpRequest("GET", servers.secure + path))
                }
            }
        }
        await run.rule("a trailer changes nothing of the response, whatever it looks like") { rule in
            for (path, body) in [("/trailer", "no"), ("/empty-trailer", "")] {
                // A transport may refuse such a response as well.
                guard let response = try? await transport.send(HttpRequest("GET", servers.secure + path)) else {
                    continue
                }
                rule.expect(response.status, is: 401, "the status of \(path)")
                rule.expect(response.header("x-mine"), is: "yes", "the header of \(path)")
                rule.expect(response.header("x-theirs"), is: nil, "a trailer field of \(path)")
                rule.expect(response.body, is: Array(body.utf8), "the body of \(path)")
            }
        }
        await run.rule("an interim response leaves nothing behind, and a folded field is one") { rule in
            let response = try await transport.send(HttpRequest("GET", servers.secure + "/interim"))
            rule.expect(response.status, is: 200, "the status")
            rule.expect(response.header("x-early"), is: nil, "the field of the interim response")
            rule.expect(response.header("x-late"), is: "a b", "the folded field")
            rule.expect(response.body, is: Array("ok".utf8), "the body")
        }
        await run.rule("a certificate that is foreign or for another host, or old TLS, is refused") { rule in
            for origin in [servers.untrusted, servers.wrongName, servers.oldTLS] {
                await rule.expect(HttpError(.tls, ""), origin) {
                    _ = try await transport.send(HttpRequest("GET", origin + "/echo"))
                }
            }
        }
    }

    private func refusals(_ run: inout ContractRun) async {
        await run.rule("this machine is not connected to unless it is allowed, by name or number") { rule in
            let port = servers.secure.split(separator: ":").last ?? ""
            for host in ["localhost", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "0x7f.1"] {
                await rule.expect(HttpError(.addressRefused, ""), host) {
                    _ = try await guarded.send(HttpRequest("GET", "https://\(host):\(port)/echo", timeout: 5))
                }
            }
        }
        await run.rule("requests that could mislead are refused before anything is sent") { rule in
            let wrong = [
                HttpRequest("GET", servers.plain + "/echo"), HttpRequest("GET", "ftp://localhost/"),
                HttpRequest("GET", "https://user@localhost/"), HttpRequest("GET", "/echo"),
                HttpRequest("GET", "https://"),
                HttpRequest("GET", "https://localhost/a b"), HttpRequest("get", "https://localhost/"),
                HttpRequest("GET", "https://localhost/", headers: [HttpHeader("X-A", "b\r\nX-C: d")]),
                HttpRequest("GET", "https://localhost/", headers: [HttpHeader("X A", "b")]),
                HttpRequest("GET", "file:///etc/passwd"),
            ]
            for request in wrong {
                await rule.expect(HttpError(.invalidRequest, ""), "\(request.method) \(request.url)") {
                    _ = try await guarded.send(request)
                }
            }
        }
    }
}
