import LanyardText

/// A URL to which a browser was redirected: the part before the query, and the parameters.
///
/// Browsers leave characters in a query that RFC 3986 forbids there, so only the part before it is read as a URI.
struct RedirectURL {
    private let base: URI
    private let query: Substring
    private let fields: [String: [String]]
    private let fragment: Substring

    /// Cuts a URL apart; nil for what is no URL, and for parameters that cannot be decoded.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        let (head, fragment) = Self.cut(text[...], at: "#")
        let (base, query) = Self.cut(head, at: "?")
        guard let uri = URI(String(base)), let decoded = FormEncoding.decode(query) else { return nil }
        self.base = uri
        self.query = query
        self.fragment = fragment
        fields = Dictionary(grouping: decoded, by: \.name).mapValues { $0.map(\.value) }
    }

    /// Every value of a name.
    func all(_ name: String) -> [String] { fields[name] ?? [] }

    /// The value of a name that stands there once.
    func one(_ name: String) -> String? {
        let values = all(name)
        return values.count == 1 ? values.first : nil
    }

    /// Whether this is the redirect URI with parameters added behind its own query.
    ///
    /// Scheme and authority compare without case and an empty path equals `/`, since browsers write them so; all else counts
    /// to the letter.
    func continues(_ redirectURI: String) -> Bool {
        let (head, query) = Self.cut(redirectURI[...], at: "?")
        guard let expected = URI(String(head)) else { return false }
        return base.hasScheme(expected.scheme) && base.authority?.lowercased() == expected.authority?.lowercased()
            && Self.path(base) == Self.path(expected)
            && (query.isEmpty || self.query == query || self.query.hasPrefix("\(query)&"))
    }

    /// Whether the fragment holds what belongs into the query.
    var hasParametersInFragment: Bool {
        let names = (FormEncoding.decode(fragment) ?? []).map(\.name)
        return names.contains { ["access_token", "id_token", "code", "error", "state"].contains($0) }
    }

    private static func path(_ uri: URI) -> String {
        uri.path.isEmpty && uri.authority != nil ? "/" : uri.path
    }

    private static func cut(_ text: Substring, at mark: Unicode.Scalar) -> (head: Substring, tail: Substring) {
        guard let index = text.unicodeScalars.firstIndex(of: mark) else { return (text, "") }
        return (text[..<index], text[text.unicodeScalars.index(after: index)...])
    }

    private static let longest = 64 << 10
}
