import LanyardDeflate
package import LanyardJSON
import LanyardText
public import WalletPorts

/// A list of statuses, inflated: an entry of one, two, four or eight bits for each credential, Token Status List §4.
public struct StatusList: Hashable, Sendable {
    /// The most that a list may hold, in bytes after inflation.
    public static let limit = 16 << 20

    /// Bits an entry: 1, 2, 4 or 8.
    public let bits: Int
    /// The entries, the first one in the lowest bits of the first byte.
    public let bytes: [UInt8]

    /// How many entries there are.
    public var count: Int { bytes.count * (8 / bits) }

    /// Reads the claim `status_list`: `bits`, and `lst` in base64url of a ZLIB stream; other members are ignored.
    ///
    /// Throws `status.list.type`, `status.list.bits`, `status.list.encoding` or `status.list.inflate`.
    package init(json: JSON, at location: String = "/status_list") throws(Finding) {
        guard let object = json.object else {
            throw .status("list.type", clause: "Token Status List §4.2", at: location, expected: "an object")
        }
        guard let bits = object["bits"]?.int64, [1, 2, 4, 8].contains(bits) else {
            throw .status(
                "list.bits", rows: ["TSL-09"], clause: "Token Status List §4.2", at: "\(location)/bits",
                expected: "1, 2, 4 or 8",
                seen: object["bits"].map { .kind($0.kind, length: nil) } ?? .absent)
        }
        guard let text = object["lst"]?.string, let compressed = Base64URL.decode(text) else {
            throw .status(
                "list.encoding", rows: ["TSL-09"], clause: "Token Status List §4.2", at: "\(location)/lst",
                expected: "base64url without padding",
                seen: object["lst"].map { .kind($0.kind, length: $0.string?.utf8.count) } ?? .absent)
        }
        self.bits = Int(bits)
        do throws(DeflateError) {
            bytes = try Inflate.zlib(compressed, limit: Self.limit)
        } catch {
            throw .status(
                "list.inflate", rows: ["TSL-09", "TSL-11"], clause: "Token Status List §4.1, §11.1",
                at: "\(location)/lst", expected: "one ZLIB stream of at most \(Self.limit) bytes",
                seen: .text(error.reason))
        }
    }

    /// The status at an index; throws `status.index` beyond the list, of which it says nothing (§8.3).
    public func status(at index: Int64) throws(Finding) -> UInt8 {
        guard let index = Int(exactly: index), index >= 0, index < count else {
            throw .status(
                "index", rows: ["TSL-10"], clause: "Token Status List §8.3", expected: "an index below \(count)",
                seen: .value(String(index)))
        }
        let perByte = 8 / bits
        return entry(index % perByte, of: bytes[index / perByte])
    }

    /// How often each status occurs.
    public var tally: [UInt8: Int] {
        var times = [Int](repeating: 0, count: 256)
        for byte in bytes { times[Int(byte)] += 1 }
        var tally: [UInt8: Int] = [:]
        for (byte, count) in times.enumerated() where count > 0 {
            for place in 0..<8 / bits { tally[entry(place, of: UInt8(byte)), default: 0] += count }
        }
        return tally
    }

    /// One of the statuses of a byte, the lowest bits first.
    private func entry(_ place: Int, of byte: UInt8) -> UInt8 {
        byte >> UInt8(place * bits) & UInt8(truncatingIfNeeded: (1 << bits) - 1)
    }
}

extension Finding {
    static func status(
        _ code: String, rows: [String] = ["TSL-04"], clause: String, at location: String = "", expected: String,
        seen: Described = .nothing
    ) -> Finding {
        Finding(
            "status.\(code)", .issuer, clause: clause, rows: rows, at: location, expected: expected, seen: seen,
            remedy: "The publisher of the list must correct it; until then nothing is known of the status.")
    }
}
