import LanyardDeflate
import Testing

@Suite struct DeflateTests {
    private let text = Array(
        """
        {"vct":"https://credentials.example.com/identity_credential","given_name":"Erika",\
        "nationalities":["DE","DE","DE"]}
        """.utf8)

    /// The text as Python's zlib compresses it, level 9.
    private let raw = Self.bytes(
        """
        45cc310a80300c85e1bb6416bb77d6538894508306dbb4d8208a78778b202e6ff878fc17ec5ec1c2a29a8b35c66f34912863282d1d\
        1873a0d6a768f8553ddd7f800666de499c60a49ae8375eb1a2a072120cac4c05ec005d5ff59bf17e00
        """)
    private let checksum = Self.bytes("6a282783")

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    }

    private func code(_ read: () throws(DeflateError) -> [UInt8]) -> DeflateError.Code? {
        do throws(DeflateError) {
            _ = try read()
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `inflates what another program deflated`() throws {
        #expect(try Inflate.raw(raw, limit: 1000) == text)
        #expect(try Inflate.zlib([0x78, 0xDA] + raw + checksum, limit: 1000) == text)
        #expect(try Inflate.raw([0x03, 0x00], limit: 0) == [])
    }

    @Test func `deflates what it inflates again`() throws {
        for bytes in [[], text, (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }] {
            #expect(try Inflate.raw(Deflate.raw(bytes), limit: bytes.count) == bytes)
            #expect(try Inflate.zlib(Deflate.zlib(bytes), limit: bytes.count) == bytes)
        }
        #expect(try Deflate.raw(text).count < text.count)
        #expect(try Deflate.zlib(text).first == 0x78)
    }

    @Test func `the limit is the longest output`() throws {
        #expect(try Inflate.raw(raw, limit: text.count) == text)
        #expect(code { () throws(DeflateError) in try Inflate.raw(raw, limit: text.count - 1) } == .tooLarge)
        #expect(code { () throws(DeflateError) in try Inflate.raw(raw, limit: 0) } == .tooLarge)
    }

    @Test func `a bomb stops at the limit`() throws {
        let bomb = try Deflate.raw([UInt8](repeating: 0, count: 16 << 20))
        #expect(bomb.count < 20_000)
        #expect(code { () throws(DeflateError) in try Inflate.raw(bomb, limit: 1 << 20) } == .tooLarge)
    }

    @Test func `names what is wrong with a stream`() throws {
        for count in raw.indices {
            let cut = Array(raw.prefix(count))
            #expect(code { () throws(DeflateError) in try Inflate.raw(cut, limit: 1000) } == .truncated)
        }
        #expect(code { () throws(DeflateError) in try Inflate.raw(raw + [0], limit: 1000) } == .trailing)
        // RFC 1951 §3.2.3: block type 3 is an error.
        #expect(code { () throws(DeflateError) in try Inflate.raw([0x07], limit: 1000) } == .malformed)
        let wrapped = [0x78, 0xDA] + raw + [0, 0, 0, 0]
        #expect(code { () throws(DeflateError) in try Inflate.zlib(wrapped, limit: 1000) } == .malformed)
        #expect(code { () throws(DeflateError) in try Inflate.zlib(raw, limit: 1000) } == .malformed)
    }
}
