/// Sends one HTTP request and gives one response.
///
/// TLS 1.2 or later with host name check; no cookies, no cache, no redirects unless asked; refuses loopback, link-local
/// and private addresses, checked on the connected address, unless it was made to allow them.
public protocol HttpTransport: Sendable {
    /// Sends a request and reads the whole response, within the request's limits.
    func send(_ request: HttpRequest) async throws(HttpError) -> HttpResponse
}

/// A header field; names compare without case.
public struct HttpHeader: Hashable, Sendable {
    /// The name as written.
    public let name: String
    /// The value.
    public let value: String

    /// Makes a field.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// What to send, and within which limits.
public struct HttpRequest: Hashable, Sendable {
    /// The method, upper case.
    public var method: String
    /// The absolute URL, https unless the transport allows more.
    public var url: String
    /// Header fields, in order.
    public var headers: [HttpHeader]
    /// The body; empty for none.
    public var body: [UInt8]
    /// Seconds for the whole exchange.
    public var timeout: Double
    /// Bytes of body to accept, after content decoding.
    public var maximumBody: Int
    /// Redirects to follow, https to https only.
    public var redirects: Int

    /// Makes a request with the default limits: 30 seconds, 5 MiB, no redirects.
    public init(
        _ method: String, _ url: String, headers: [HttpHeader] = [], body: [UInt8] = [], timeout: Double = 30,
        maximumBody: Int = 5 << 20, redirects: Int = 0
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.maximumBody = maximumBody
        self.redirects = redirects
    }

    /// The value of the first field of a name.
    public func header(_ name: String) -> String? { headers.first(name) }
}

/// What came back.
public struct HttpResponse: Hashable, Sendable {
    /// The status code.
    public var status: Int
    /// Header fields in order; repeated fields stay apart.
    public var headers: [HttpHeader]
    /// The body, after content decoding.
    public var body: [UInt8]

    /// Makes a response.
    public init(status: Int, headers: [HttpHeader] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The value of the first field of a name.
    public func header(_ name: String) -> String? { headers.first(name) }

    /// The values of all fields of a name, in order.
    public func headers(_ name: String) -> [String] { headers.all(name) }

    /// The media type without parameters, in lower case, or nil without a `Content-Type`.
    public var mediaType: String? {
        guard let value = header("Content-Type") else { return nil }
        let type = value.prefix { $0 != ";" }
        return String(type.filter { $0 != " " && $0 != "\t" }).lowercased()
    }
}

extension [HttpHeader] {
    /// The value of the first field of a name, compared without case.
    public func first(_ name: String) -> String? {
        let wanted = name.lowercased()
        return first { $0.name.lowercased() == wanted }?.value
    }

    /// The values of all fields of a name, compared without case.
    public func all(_ name: String) -> [String] {
        let wanted = name.lowercased()
        return filter { $0.name.lowercased() == wanted }.map(\.value)
    }
}

/// Why there was no response.
public struct HttpError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        /// Makes a code of an adapter's own.
        public init(_ name: String) { description = name }

        /// The URL or a header is not allowed.
        public static let invalidRequest = Code("invalidRequest")
        /// The connected address is loopback, link-local or private.
        public static let addressRefused = Code("addressRefused")
        /// No connection could be made.
        public static let noConnection = Code("noConnection")
        /// The server's certificate or TLS version was not accepted.
        public static let tls = Code("tls")
        /// The time for the exchange was used up.
        public static let timeout = Code("timeout")
        /// The body or the headers exceed the limit.
        public static let tooLarge = Code("tooLarge")
        /// The connection ended before the response was complete.
        public static let cut = Code("cut")
        /// What came was not HTTP.
        public static let notHttp = Code("notHttp")
        /// A redirect that may not be followed.
        public static let redirectRefused = Code("redirectRefused")
        /// The work was cancelled.
        public static let cancelled = Code("cancelled")
        /// The transport is offline by design.
        public static let offline = Code("offline")
    }

    /// The kind of failure.
    public let code: Code
    /// What happened, for a developer; nothing secret.
    public let reason: String

    /// Makes an error.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// Whether the same request may succeed later.
    public var isRetryable: Bool { code == .noConnection || code == .timeout || code == .cut }

    /// Whether an answer came that no wallet can take: the server is at fault, not the network.
    package var isServersFault: Bool { code == .tooLarge || code == .notHttp || code == .redirectRefused }

    /// The code and the reason.
    public var description: String { "\(code): \(reason)" }

    /// Equal by code.
    public static func == (left: HttpError, right: HttpError) -> Bool { left.code == right.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
