import Lanyard
import LanyardCertificates
import LanyardInspect
import LanyardJOSE
import LanyardJSON
import SystemAdapters

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How the options of `inspect` decide by what something is judged.
struct InspectSetup {
    let options: InspectOptions
    let languages: [String]
    let fetches: Bool
    private let http: HttpTransportConfiguration

    init(_ arguments: Arguments) throws {
        if arguments.has("strict"), arguments.has("tolerant") {
            throw UsageError("--strict and --tolerant exclude each other")
        }
        var options = InspectOptions(now: try Self.time(arguments.value("now")))
        options.strictness = arguments.has("strict") ? .strict : .tolerant
        if let name = arguments.value("profile") {
            guard let profile = Profile(rawValue: name) else { throw UsageError("--profile takes core, haip or eu") }
            options.profile = profile
        }
        if let name = arguments.value("use") {
            guard let use = CertificateUse(rawValue: name) else {
                let names = CertificateUse.allCases.map(\.rawValue).joined(separator: ", ")
                throw UsageError("--use takes \(names)")
            }
            options.use = use
        }
        for path in arguments.all("trust") {
            options.anchors += try CertificateArgument.certificates(
                try InspectSource.read(path, for: "--trust"), path, "--trust")
        }
        for path in arguments.all("key") { options.keys += try Self.keys(path) }
        self.options = options
        languages = arguments.all("language") + SystemConfiguration.preferredLanguages
        fetches = arguments.has("fetch")
        http = HttpTransportConfiguration(
            extraRoots: try CertificateArgument.roots(arguments),
            allowsPrivateAddresses: arguments.has("allow-private"))
    }

    func transport() throws -> any HttpTransport {
        #if os(Linux)
            CurlTransport(http)
        #else
            URLSessionTransport(http)
        #endif
    }

    private static func time(_ text: String?) throws -> Instant {
        guard let text else { return Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
        if let seconds = Int64(text) { return Instant(seconds: seconds) }
        guard let instant = UTCText.instant(text) else {
            throw UsageError("--now takes a time such as 2026-01-31T12:00:00Z, or seconds since 1970")
        }
        return instant
    }

    private static func keys(_ path: String) throws -> [JWK] {
        let bytes = try InspectSource.read(path, for: "--key")
        guard let json = try? JSON(parsing: bytes) else {
            return try CertificateArgument.certificates(bytes, path, "--key").map { JWK(try $0.publicKey) }
        }
        do {
            return json["keys"] == nil ? [try JWK(json: json, at: "")] : try JWKSet(json: json).keys
        } catch {
            throw UsageError("--key: \(path): \(error)")
        }
    }
}
