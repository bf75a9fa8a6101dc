public import LanyardJSON
public import WalletPorts

/// The error that a server named in a JSON body, RFC 6749 §5.2.
public struct OAuthError: Hashable, Sendable {
    /// The code as the server wrote it, known or not.
    public let code: String
    /// The server's text for developers; never shown as it is.
    public let description: String?
    /// A page about the error.
    public let uri: String?
    /// The other members of the body.
    public let more: JSONObject

    /// Describes an error that came outside a JSON body.
    public init(_ code: String, description: String? = nil, uri: String? = nil) {
        self.code = code
        self.description = description
        self.uri = uri
        more = JSONObject()
    }

    /// Whether the code has the characters that RFC 6749 §5.2 allows alone: printable ASCII, no quote, no backslash.
    package var isWellFormed: Bool {
        code.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }

    /// Reads the body of a response; nil unless it is a JSON object with an `error`.
    ///
    /// The media type is not looked at: an error that can be read is worth more than one that cannot.
    public init?(response: HttpResponse) {
        guard let json = try? JSON(parsing: response.body) else { return nil }
        self.init(json: json)
    }

    /// Reads a JSON value; nil unless it is an object with an `error`.
    public init?(json: JSON) {
        guard let object = json.object, let code = object["error"]?.string, !code.isEmpty else { return nil }
        self.code = code
        description = object["error_description"]?.string
        uri = object["error_uri"]?.string
        more = object
    }
}

extension HttpResponse {
    /// Seconds to wait by `Retry-After`, if it is given as a number; a date is not read.
    public var retryAfter: Double? {
        header("Retry-After").flatMap { Int64($0) }.flatMap { $0 >= 0 ? Double($0) : nil }
    }
}
