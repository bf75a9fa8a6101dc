public import LanyardJSON
public import WalletPorts

/// One way to spoil the answers of one endpoint.
public struct Tampering: Sendable, CustomStringConvertible {
    /// What becomes of an answer.
    public enum Effect: Sendable {
        /// Another response.
        case replaced(HttpResponse)
        /// Another body.
        case body([UInt8])
        /// The JSON body changed.
        case json(@Sendable (inout JSONObject) -> Void)
        /// Another status.
        case status(Int)
        /// Another media type; nil leaves the field out.
        case contentType(String?)
        /// A redirect to another place.
        case redirected(String)
        /// Seconds too late.
        case delayed(Double)
        /// A spoiled connection.
        case misbehaving(PeerReply.Misbehaviour)
    }

    /// A name for reports.
    public let name: String
    /// Whose answers are spoiled.
    public let endpoint: PeerEndpoint
    /// How.
    public let effect: Effect
    /// The first so many answers only; nil for all.
    public let occurrences: Int?

    /// Describes a way.
    public init(_ name: String, at endpoint: PeerEndpoint, _ effect: Effect, occurrences: Int? = nil) {
        self.name = name
        self.endpoint = endpoint
        self.effect = effect
        self.occurrences = occurrences
    }

    /// The endpoint and the name.
    public var description: String { "\(endpoint.rawValue): \(name)" }

    func spoil(_ reply: PeerReply) -> PeerReply {
        var reply = reply
        switch effect {
        case .replaced(let response): reply.response = response
        case .body(let body): reply.response.body = body
        case .json(let change):
            guard var object = (try? JSON(parsing: reply.response.body))?.object else { break }
            change(&object)
            reply.response.body = JSON.object(object).encoded()
        case .status(let status): reply.response.status = status
        case .contentType(let type):
            reply.response.headers.removeAll { $0.name.lowercased() == "content-type" }
            if let type { reply.response.headers.append(HttpHeader("Content-Type", type)) }
        case .redirected(let location):
            reply.response = HttpResponse(status: 302, headers: [HttpHeader("Location", location)])
        case .delayed(let seconds): reply.delay += seconds
        case .misbehaving(let misbehaviour): reply.misbehaviour = misbehaviour
        }
        return reply
    }

    /// What no endpoint of an issuer may get away with: after each of these nothing is stored and an error tells why.
    public static func table(for endpoint: PeerEndpoint) -> [Tampering] {
        let deep = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
        let effects: [(String, Effect)] = [
            ("cut after 10 bytes", .misbehaving(.cut(after: 10))),
            ("cut before a byte", .misbehaving(.silence)),
            ("not HTTP", .misbehaving(.raw(Array("220 mail ready\r\n".utf8)))),
            ("endless", .misbehaving(.oversized(nil))),
            ("dripping a byte a second", .misbehaving(.drip(bytes: 1, seconds: 1))),
            ("an hour late", .delayed(3600)),
            ("redirected to another host", .redirected("https://elsewhere.example/")),
            ("redirected to http", .redirected("http://issuer.example/")),
            ("status 500", .replaced(HttpResponse(status: 500))),
            ("status 404", .replaced(HttpResponse(status: 404))),
            ("status 204", .replaced(HttpResponse(status: 204))),
            ("a page of HTML", .replaced(page)),
            ("an empty body", .body([])),
            ("a body of zeros", .body([UInt8](repeating: 0, count: 64))),
            ("half of a JSON object", .body(Array("{\"credential_issuer\":\"https".utf8))),
            ("an array for an object", .body(Array("[]".utf8))),
            ("deep nesting", .body(deep)),
            ("not UTF-8", .body([0x7B, 0x22, 0xFF, 0xFE, 0x22, 0x3A, 0x31, 0x7D])),
            ("a member twice", .body(Array("{\"a\":1,\"a\":2}".utf8))),
            ("an empty object", .json { $0 = [:] }),
            ("every member null", .json { object in for name in object.keys { object[name] = .null } }),
            ("every member a number", .json { object in for name in object.keys { object[name] = 7 } }),
        ]
        return effects.map { Tampering($0.0, at: endpoint, $0.1) }
    }

    private static let page = HttpResponse(
        status: 200, headers: [HttpHeader("Content-Type", "text/html")], body: Array("<html>Hello</html>".utf8))
}
