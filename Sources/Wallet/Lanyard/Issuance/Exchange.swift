internal import LanyardJSON
internal import LanyardLock
internal import LanyardText

/// Which members of an endpoint's messages are public and may be recorded; all else is kind and length.
package struct Endpoint: Sendable, Equatable {
    package let name: String
    /// Whose endpoint it is.
    package let party: Finding.Party
    /// The kind of failure when its answer cannot be used.
    package let fault: IssuanceError.Code
    fileprivate let request: Set<String>
    fileprivate let response: Set<String>
    /// Whether the whole answer is public.
    fileprivate let isDocument: Bool

    private init(
        _ name: String, of party: Finding.Party = .issuer, fault: IssuanceError.Code = .invalidResponse,
        request: Set<String> = [], response: Set<String> = [], isDocument: Bool = false
    ) {
        self.name = name
        self.party = party
        self.fault = fault
        self.request = request
        self.response = response
        self.isDocument = isDocument
    }

    package static let offer = Endpoint(
        "credential offer", fault: .invalidOffer,
        response: ["credential_issuer", "credential_configuration_ids", "error", "error_description"])
    package static let issuerMetadata = Endpoint("issuer metadata", fault: .invalidMetadata, isDocument: true)
    package static let authorizationServerMetadata = Endpoint(
        "authorization server metadata", of: .authorizationServer, fault: .invalidMetadata, isDocument: true)
    package static let issuerKeys = Endpoint("issuer keys", fault: .invalidMetadata, isDocument: true)
    package static let token = Endpoint(
        "token", of: .authorizationServer,
        request: ["grant_type", "client_id", "authorization_details", "resource"],
        response: ["token_type", "expires_in", "scope", "error", "error_description"])
    package static let pushedAuthorization = Endpoint(
        "pushed authorization request", of: .authorizationServer,
        request: ["response_type", "client_id", "redirect_uri", "scope", "authorization_details", "resource"],
        response: ["expires_in", "error", "error_description"])
    package static let challenge = Endpoint(
        "attestation challenge", of: .authorizationServer, response: ["error", "error_description"])
    package static let registration = Endpoint(
        "client registration", of: .authorizationServer, request: ["redirect_uris", "client_name"],
        response: ["client_id", "error", "error_description"])
    package static let nonce = Endpoint("nonce", response: ["error", "error_description"])
    package static let credential = Endpoint(
        "credential", request: ["credential_configuration_id"],
        response: ["error", "error_description", "interval", "format"])
    package static let deferredCredential = Endpoint(
        "deferred credential", response: ["error", "error_description", "interval"])
    package static let notification = Endpoint(
        "notification", request: ["event"], response: ["error", "error_description"])
    package static let typeMetadata = Endpoint("type metadata", fault: .invalidMetadata, isDocument: true)
}

/// Sends requests within a session's time and keeps what is public of each exchange in its record.
package final class Exchange: Sendable {
    private let http: any HttpTransport
    private let clock: any WalletClock
    private let record: SessionRecord
    private let seconds: Mutex<Double>

    package init(http: any HttpTransport, clock: any WalletClock, record: SessionRecord, activeTime: Double) {
        self.http = http
        self.clock = clock
        self.record = record
        seconds = Mutex(activeTime)
    }

    package var now: Instant { clock.now }

    package func send(_ request: HttpRequest, to endpoint: Endpoint) async throws(IssuanceError) -> HttpResponse {
        var request = request
        let left = seconds.withLock { $0 }
        guard left > 0 else {
            throw IssuanceError(
                .timedOut, "the session's time was used up before the \(endpoint.name) request", party: .environment,
                remedy: "Start again; if it happens again, the issuer answers too slowly.")
        }
        request.timeout = min(request.timeout, left)
        let start = clock.now
        let outcome: Result<HttpResponse, HttpError>
        do throws(HttpError) {
            outcome = .success(try await http.send(request))
        } catch {
            outcome = .failure(error)
        }
        let took = max(0, start.distance(to: clock.now))
        seconds.withLock { $0 -= took }
        record.add(entry(request, outcome, endpoint, took))
        switch outcome {
        case .success(let response): return response
        case .failure(let error): throw IssuanceError(error, from: endpoint, at: Self.publicURL(request.url))
        }
    }

    private func entry(
        _ request: HttpRequest, _ outcome: Result<HttpResponse, HttpError>, _ endpoint: Endpoint, _ took: Double
    ) -> HttpExchange {
        let sent = members(of: request.body, mediaType: request.header("Content-Type"), public: endpoint.request)
        var status: Int?
        var received: [HttpExchange.Member] = []
        var body: String?
        var failure: String?
        switch outcome {
        case .failure(let error):
            failure = "\(error)"
        case .success(let response):
            status = response.status
            if endpoint.isDocument {
                body = record.cleaned(String(decoding: response.body.prefix(64 << 10), as: UTF8.self), limit: 64 << 10)
            } else {
                received = members(of: response.body, mediaType: response.mediaType, public: endpoint.response)
            }
        }
        return HttpExchange(
            endpoint: endpoint.name, method: request.method, url: Self.publicURL(request.url), request: sent,
            status: status, response: received, body: body, failure: failure, seconds: took)
    }

    /// The members of a message, described; values only of those that are public.
    private func members(of body: [UInt8], mediaType: String?, public known: Set<String>) -> [HttpExchange.Member] {
        guard !body.isEmpty else { return [] }
        if mediaType?.hasPrefix("application/x-www-form-urlencoded") == true {
            let fields = FormEncoding.decode(String(decoding: body, as: UTF8.self)) ?? []
            return fields.map { field in
                HttpExchange.Member(
                    name: record.cleaned(field.name, limit: 80),
                    value: known.contains(field.name)
                        ? .text(field.value) : .kind("string", length: field.value.utf8.count))
            }
        }
        // A body that is no JSON object is described as a whole.
        guard let object = try? JSON(parsing: body).object else {
            return [HttpExchange.Member(name: "body", value: .kind(mediaType ?? "bytes", length: body.count))]
        }
        return object.members.prefix(200).map { name, value in
            HttpExchange.Member(
                name: record.cleaned(name, limit: 80),
                value: known.contains(name)
                    ? .text(record.cleaned(value.string ?? value.encodedText(), limit: 120)) : value.described)
        }
    }

    private static func publicURL(_ url: String) -> String {
        String(url.prefix { $0 != "?" && $0 != "#" })
    }
}

extension JSON {
    fileprivate var described: Described {
        switch self {
        case .null: .kind("null", length: nil)
        case .bool: .kind("boolean", length: nil)
        case .number: .kind("number", length: nil)
        case .string(let text): .kind("string", length: text.utf8.count)
        case .array(let values): .kind("array", length: values.count)
        case .object(let object): .kind("object", length: object.count)
        }
    }
}
