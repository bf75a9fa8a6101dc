package import LanyardJSON
internal import LanyardText

/// Public documents that were fetched: metadata, kept as long as their server allows, usable offline until then.
package struct DocumentCache: Sendable {
    /// Seconds that a document is fresh when its server does not say.
    private static let usualLifetime: Double = 3600
    /// Seconds after which any document is fetched again.
    private static let longestLifetime: Double = 86_400
    /// Bytes beyond which a document is not kept.
    private static let largest = 1 << 20

    private let storage: any StorageDriver
    private let clock: any WalletClock

    package init(storage: any StorageDriver, clock: any WalletClock) {
        self.storage = storage
        self.clock = clock
    }

    /// The answer that was kept for a URL and languages, while it is fresh; on request also afterwards.
    package func fresh(
        _ url: String, languages: [String], orStale: Bool = false
    ) async throws(StorageError) -> HttpResponse? {
        let key = DocumentRecord.key(Self.name(url, languages))
        // A cached document that does not open or makes no sense is fetched again, and replaced.
        guard case .record(let stored)? = try await storage.readings(of: [key]).first else { return nil }
        guard let record = try? DocumentRecord(stored), orStale || clock.now < record.expires else { return nil }
        return HttpResponse(
            status: 200, headers: [HttpHeader("Content-Type", record.mediaType)], body: Array(record.body.utf8))
    }

    /// Keeps an answer, unless its server forbids it or it is too large.
    package func keep(_ response: HttpResponse, for url: String, languages: [String]) async throws(StorageError) {
        guard let lifetime = Self.lifetime(response), response.body.count <= Self.largest,
            let body = String(validating: response.body, as: UTF8.self)
        else { return }
        let record = DocumentRecord(
            name: Self.name(url, languages), body: body, mediaType: response.mediaType ?? "application/json",
            expires: clock.now.advanced(by: lifetime))
        var batch = StorageBatch()
        batch.put(record.key, record.encoded())
        try await storage.commit(batch)
    }

    private static func name(_ url: String, _ languages: [String]) -> String {
        languages.joined(separator: ",") + " " + url
    }

    /// Seconds that an answer may be kept (RFC 9111 `Cache-Control`); nil when it may not.
    package static func lifetime(_ response: HttpResponse) -> Double? {
        let directives = response.headers("Cache-Control").flatMap { $0.split(separator: ",") }
            .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
        if directives.contains("no-store") || directives.contains("no-cache") { return nil }
        for directive in directives where directive.hasPrefix("max-age=") {
            guard let seconds = UInt32(directive.dropFirst(8)), seconds > 0 else { return nil }
            return min(Double(seconds), longestLifetime)
        }
        return usualLifetime
    }
}

package struct DocumentRecord: Record {
    package static let collection = "document"

    package let name: String
    package let body: String
    package let mediaType: String
    package let expires: Instant

    package init(name: String, body: String, mediaType: String, expires: Instant) {
        self.name = name
        self.body = body
        self.mediaType = mediaType
        self.expires = expires
    }

    package var members: JSONObject {
        [
            "name": .string(name), "body": .string(body), "mediaType": .string(mediaType),
            "expires": .number(JSONNumber(expires.milliseconds)),
        ]
    }

    package init(members: JSONField) throws(JSONError) {
        name = try members["name"].string()
        body = try members["body"].string()
        mediaType = try members["mediaType"].string()
        expires = Instant(milliseconds: try members["expires"].int64())
    }
}
