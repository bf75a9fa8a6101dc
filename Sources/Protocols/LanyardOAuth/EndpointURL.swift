import LanyardText

/// The URL of an endpoint that is called with parameters in its query, RFC 6749 §3.1.
enum EndpointURL {
    /// Adds fields behind the query that the endpoint has of its own; a fragment is cut off.
    static func adding(_ fields: [FormEncoding.Field], to endpoint: String) -> String {
        let base = endpoint.prefix { $0 != "#" }
        let separator =
            switch (base.contains("?"), base.last) {
            case (false, _): "?"
            case (true, "?"), (true, "&"): ""
            case (true, _): "&"
            }
        return "\(base)\(separator)\(FormEncoding.encode(fields))"
    }

    /// The URL without query and fragment.
    static func withoutQuery(_ url: String) -> String {
        String(url.prefix { $0 != "?" && $0 != "#" })
    }

    /// Scheme, host and port in lower case, the default port of https included; nil for what is no URL with a host.
    static func origin(of url: String) -> String? {
        guard let uri = URI(withoutQuery(url)), let host = uri.host, !host.isEmpty else { return nil }
        let port = uri.port ?? (uri.hasScheme("https") ? 443 : 80)
        return "\(uri.scheme.lowercased())://\(host.lowercased()):\(port)"
    }
}
