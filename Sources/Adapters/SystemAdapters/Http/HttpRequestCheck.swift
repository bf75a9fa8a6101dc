import WalletPorts

/// What a transport refuses before it opens a connection.
enum HttpRequestCheck {
    /// The parts of an address that decide whether it may be called.
    struct Target: Equatable {
        let isSecure: Bool
        let host: String

        /// Whether the host is this machine by name or number.
        var isLoopback: Bool {
            host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" || host.hasPrefix("127.")
        }
    }

    /// Checks method, URL, header fields and limits.
    ///
    /// Throws `.invalidRequest`. Redirects are for GET: anything else would be sent again to somebody unknown.
    static func target(of request: HttpRequest, allowsPlainHttpToLoopback: Bool) throws(HttpError) -> Target {
        guard !request.method.isEmpty, request.method.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            throw HttpError(.invalidRequest, "the method is not a word in capitals")
        }
        guard request.timeout > 0, request.timeout < 86_400, request.maximumBody >= 0, request.redirects >= 0 else {
            throw HttpError(.invalidRequest, "a limit is out of range")
        }
        guard request.redirects == 0 || request.method == "GET" else {
            throw HttpError(.invalidRequest, "redirects are followed for GET only")
        }
        for header in request.headers {
            guard !header.name.isEmpty, header.name.utf8.allSatisfy(isTokenByte),
                header.value.utf8.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) })
            else { throw HttpError(.invalidRequest, "a header field has a character that is not allowed") }
        }
        let target = try target(of: request.url)
        guard target.isSecure || (allowsPlainHttpToLoopback && target.isLoopback) else {
            throw HttpError(.invalidRequest, "the URL is not https")
        }
        return target
    }

    private static func target(of url: String) throws(HttpError) -> Target {
        guard url.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x5C }) else {
            throw HttpError(.invalidRequest, "the URL has a character that is not allowed")
        }
        let lower = url.lowercased()
        let isSecure = lower.hasPrefix("https://")
        guard isSecure || lower.hasPrefix("http://") else {
            throw HttpError(.invalidRequest, "the URL is not absolute http or https")
        }
        let authority = lower.dropFirst(isSecure ? 8 : 7).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard !authority.isEmpty, !authority.contains("@") else {
            throw HttpError(.invalidRequest, "the URL has no host, or has a user name in it")
        }
        let host = authority.first == "[" ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
        return Target(isSecure: isSecure, host: String(host))
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
        default: false
        }
    }
}
