/// An absolute URI, read strictly and kept as it was written, RFC 3986.
///
/// Nothing is normalised: identifiers of issuers and servers are compared character by character, so case, default
/// ports, dot segments and escapes stay. The components are raw text, still percent-encoded.
public struct URI: Hashable, Sendable, CustomStringConvertible {
    /// The whole URI as it was written.
    public let text: String
    /// The scheme as written; compare it without case, or use `hasScheme`.
    public let scheme: String
    /// What stands between `//` and the path, or nil without `//`.
    public let authority: String?
    /// What stands before `@` in the authority.
    public let userInfo: String?
    /// The host as written, with the brackets of an IP literal; nil without an authority.
    public let host: String?
    /// The port, if one is written.
    public let port: Int?
    /// The path; empty if there is none.
    public let path: String
    /// What follows `?`, or nil.
    public let query: String?
    /// What follows `#`, or nil.
    public let fragment: String?

    /// Reads a URI; nil for a relative reference or any character that RFC 3986 does not allow in its place.
    public init?(_ text: String) {
        var rest = text[...]
        guard let scheme = URI.takeScheme(from: &rest) else { return nil }
        self.text = text
        self.scheme = String(scheme)

        fragment = URI.cut(&rest, at: "#").map(String.init)
        query = URI.cut(&rest, at: "?").map(String.init)
        if rest.utf8.starts(with: "//".utf8) {
            let tail = rest.dropFirst(2)
            let end = tail.utf8.firstIndex(of: UInt8(ascii: "/")) ?? tail.endIndex
            guard let parts = Authority(tail[..<end]) else { return nil }
            authority = String(tail[..<end])
            (userInfo, host, port) = (parts.userInfo, parts.host, parts.port)
            path = String(tail[end...])
        } else {
            (authority, userInfo, host, port) = (nil, nil, nil, nil)
            path = String(rest)
        }

        guard URI.areAllowed(path.utf8, also: "/:@"), URI.areAllowed((query ?? "").utf8, also: "/:@?"),
            URI.areAllowed((fragment ?? "").utf8, also: "/:@?")
        else { return nil }
    }

    /// Whether the scheme is this one, compared without case.
    public func hasScheme(_ name: String) -> Bool {
        scheme.lowercased() == name.lowercased()
    }

    /// Whether this is a usable address on the web over TLS: https, a host, no user name or password in it.
    public var isHTTPS: Bool {
        hasScheme("https") && host?.isEmpty == false && userInfo == nil
    }

    /// Inserts `/.well-known/NAME` between authority and path and drops query and fragment, RFC 8615, RFC 8414 §3.1.
    ///
    /// `strippingSlash` removes one terminating `/` of the path first; otherwise the path is kept to the letter.
    public func insertingWellKnown(_ name: String, strippingSlash: Bool = false) -> String {
        "\(scheme)://\(authority ?? "")/.well-known/\(name)\(path(strippingSlash: strippingSlash))"
    }

    /// Appends `/.well-known/NAME` to the path, the older place that some servers keep.
    public func appendingWellKnown(_ name: String) -> String {
        "\(scheme)://\(authority ?? "")\(path(strippingSlash: true))/.well-known/\(name)"
    }

    /// The URI as it was written.
    public var description: String { text }

    private func path(strippingSlash: Bool) -> String {
        strippingSlash && path.utf8.last == UInt8(ascii: "/") ? String(path.dropLast()) : path
    }
}

extension URI {
    private struct Authority {
        var userInfo: String?
        var host: String
        var port: Int?

        init?(_ text: Substring) {
            var rest = text
            if let at = rest.utf8.lastIndex(of: UInt8(ascii: "@")) {
                guard areAllowed(rest[..<at].utf8, also: ":") else { return nil }
                userInfo = String(rest[..<at])
                rest = rest[rest.utf8.index(after: at)...]
            }
            if rest.utf8.first == UInt8(ascii: "[") {
                guard let end = rest.utf8.firstIndex(of: UInt8(ascii: "]")),
                    areAllowed(rest[..<end].utf8.dropFirst(), also: ":")
                else { return nil }
                host = String(rest[...end])
                rest = rest[rest.utf8.index(after: end)...]
                guard rest.isEmpty || rest.utf8.first == UInt8(ascii: ":") else { return nil }
            } else {
                let end = rest.utf8.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
                guard areAllowed(rest[..<end].utf8, also: "") else { return nil }
                host = String(rest[..<end])
                rest = rest[end...]
            }
            let digits = rest.utf8.dropFirst()
            guard !digits.isEmpty else { return }
            guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
                let number = UInt16(String(decoding: digits, as: UTF8.self))
            else { return nil }
            port = Int(number)
        }
    }

    private static func takeScheme(from rest: inout Substring) -> Substring? {
        guard let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = rest[..<colon]
        guard isScheme(scheme) else { return nil }
        rest = rest[rest.utf8.index(after: colon)...]
        return scheme
    }

    /// Whether a text is a scheme by its grammar: a letter, then letters, digits, `+`, `-` and `.`.
    public static func isScheme(_ text: some StringProtocol) -> Bool {
        guard let first = text.unicodeScalars.first, first.isASCII, first.properties.isAlphabetic else { return false }
        return text.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "+")
                || PercentEncoding.isUnreserved(byte) && byte != UInt8(ascii: "_") && byte != UInt8(ascii: "~")
        }
    }

    private static func cut(_ rest: inout Substring, at mark: Unicode.Scalar) -> Substring? {
        guard let index = rest.utf8.firstIndex(of: UInt8(ascii: mark)) else { return nil }
        defer { rest = rest[..<index] }
        return rest[rest.utf8.index(after: index)...]
    }

    /// Unreserved characters, sub-delimiters, whole escapes, and what else the place allows.
    private static func areAllowed(_ bytes: some Sequence<UInt8>, also more: StaticString) -> Bool {
        var bytes = bytes.makeIterator()
        while let byte = bytes.next() {
            if byte == UInt8(ascii: "%") {
                guard let first = bytes.next(), let second = bytes.next(), Hex.value(first) != nil,
                    Hex.value(second) != nil
                else { return false }
            } else if !PercentEncoding.isUnreserved(byte) && !"!$&'()*+,;=".utf8.contains(byte)
                && !more.description.utf8.contains(byte)
            {
                return false
            }
        }
        return true
    }
}
