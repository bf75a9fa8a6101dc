import LanyardCrypto
import LanyardDeflate
import LanyardJOSE
import LanyardJSON
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

@testable import LanyardStatusList

@Suite struct StatusListTests {
    private static func code(_ body: () throws -> Void) -> String? {
        do { try body() } catch { return (error as? Finding)?.code.description ?? "\(error)" }
        return nil
    }

    private static func json(_ path: String) throws -> JSON { try JSON(parsing: try Vector.bytes("status/\(path)")) }

    @Test(.row("TSL-09", "TSL-10"), arguments: ["draft-short-examples.json", "draft-test-vectors.dev.json"])
    func `TSL-09 the lists of the draft say what the draft says`(_ file: String) throws {
        for sample in try #require(try Self.json(file).array) {
            let list = try StatusList(json: sample)
            let size = try #require(sample["size"]?.int64)
            #expect(Int64(list.count) == size)
            let expected = try #require(sample["nonZero"]?.object)
            for (index, status) in expected.members {
                #expect(Int64(try list.status(at: try #require(Int64(index)))) == status.int64)
            }
            #expect(list.tally.filter { $0.key != 0 }.values.reduce(0, +) == expected.count)
            #expect(Self.code { _ = try list.status(at: size) } == "status.index")
            #expect(Self.code { _ = try list.status(at: -1) } == "status.index")
        }
    }

    @Test(.row("TSL-09")) func `TSL-09 entries stand from the lowest bits on`() throws {
        for sample in try #require(try Self.json("vck-bit-packing.json").array) {
            let bytes = try #require(Hex.decode(sample["bytes_hex"]?.string ?? ""))
            let text = Base64URL.encode(try Deflate.zlib(bytes))
            let list = try StatusList(json: ["bits": sample["bits"] ?? .null, "lst": .string(text)])
            for (index, status) in (sample["statuses"]?.array ?? []).enumerated() {
                #expect(Int64(try list.status(at: Int64(index))) == status.int64)
            }
        }
    }

    static let broken: [(JSON, String)] = [
        (7, "status.list.type"), (["lst": "eNpjAAAAAQAB"], "status.list.bits"),
        (["bits": 3, "lst": "eNpjAAAAAQAB"], "status.list.bits"), (["bits": 1], "status.list.encoding"),
        (["bits": 1, "lst": "eNp="], "status.list.encoding"), (["bits": 1, "lst": "AAAA"], "status.list.inflate"),
        (["bits": 1, "lst": "eNpjAAAAAQACAA"], "status.list.inflate"),
    ]

    @Test(.row("TSL-09"), arguments: broken)
    func `TSL-09 each fault of a list has its code`(_ json: JSON, _ code: String) {
        #expect(Self.code { _ = try StatusList(json: json) } == code)
    }

    @Test(.row("TSL-11")) func `TSL-11 a list that inflates beyond the limit is refused`() throws {
        let bomb = try Deflate.zlib([UInt8](repeating: 0, count: StatusList.limit + 1))
        #expect(bomb.count < 64 << 10)
        let json: JSON = ["bits": 1, "lst": .string(Base64URL.encode(bomb))]
        #expect(Self.code { _ = try StatusList(json: json) } == "status.list.inflate")
    }

    private static let now = Instant(seconds: 1_748_300_000)

    @Test(.row("TSL-04", "TSL-06")) func `TSL-06 the token of the draft verifies and is for its list alone`() throws {
        let sample = try Self.json("draft-status-list-token-jwt.json")
        let key = try JWK(json: try #require(sample["jwk"]), at: "")
        let jws = try JWS(compact: try #require(sample["jwt"]?.string))
            .verified(by: key, policy: StatusListToken.signaturePolicy)
        let uri = "https://example.com/statuslists/1"
        let token = try StatusListToken(jws, for: uri, now: Self.now)
        #expect(Hex.encode(token.list.bytes) == sample["expectedBits"]?.string)
        #expect(token.timeToLive == 43200 && token.expires == Instant(seconds: 2_291_720_170))
        #expect(Self.code { _ = try StatusListToken(jws, for: uri + "/", now: Self.now) } == "status.subject.mismatch")
        #expect(
            Self.code { _ = try StatusListToken(jws, for: uri, now: Instant(seconds: 2_291_720_230)) }
                == "status.expired")
        #expect(
            Self.code { _ = try StatusListToken(jws, for: uri, now: Instant(seconds: 1_686_920_109)) }
                == "status.issuedInFuture")
    }

    static let claims: [(String, JSON?, String)] = [
        ("sub", nil, "status.subject"), ("sub", 1, "status.subject"), ("iat", nil, "status.issuedAt"),
        ("iat", "x", "status.issuedAt"), ("exp", "x", "status.expires"), ("exp", 1, "status.expired"),
        ("ttl", 0, "status.timeToLive"), ("ttl", "x", "status.timeToLive"), ("status_list", nil, "status.list.type"),
        ("iat", 9_000_000_000, "status.issuedInFuture"),
    ]

    @Test(.row("TSL-04", "TSL-08"), arguments: claims)
    func `TSL-04 each claim of a token has its rule`(_ name: String, _ value: JSON?, _ code: String) throws {
        var claims: JSONObject = [
            "sub": "https://l.example", "iat": 1_748_000_000, "exp": 1_749_000_000, "ttl": 60,
            "status_list": ["bits": 1, "lst": "eNpjAAAAAQAB"],
        ]
        #expect(Self.code { _ = try StatusListToken(reading: claims, now: Self.now) } == nil)
        claims[name] = value
        #expect(Self.code { _ = try StatusListToken(reading: claims, now: Self.now) } == code)
    }

    /// The ZLIB stream of the first ends before its checksum, and the list of another is a word.
    static let field: [(String, String?)] = [
        ("swiss/token-status-list.json", "status.list.inflate"),
        ("swiss/token-status-list-expired.json", "status.expired"),
        ("swiss/token-status-list-without-issued-at.json", "status.issuedAt"),
        ("swiss/token-status-list-without-issuer.json", "status.list.encoding"), ("waltid/unrevoked.json", nil),
    ]

    @Test(.row("TSL-04"), arguments: field)
    func `TSL-04 tokens of other wallets' tests`(_ file: String, _ expected: String?) throws {
        let jws = try JWS(compact: try #require(try Self.json(file)["jwt"]?.string))
        let claims = try jws.unverifiedClaims(from: .issuer)
        let now = Instant(seconds: 1_760_000_000)
        #expect(Self.code { _ = try StatusListToken(reading: claims, now: now) } == expected)
    }
}
