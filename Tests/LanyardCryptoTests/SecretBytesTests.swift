import LanyardCrypto
import LanyardTestSupport
import Testing

struct SecretBytesTests {
    @Test(arguments: [0, 1, 32, 4096, 4097, 100_000]) func `what goes in is there`(_ count: Int) {
        let bytes = RandomBytes.make(count)
        let secret = SecretBytes(bytes)
        #expect(secret.count == count)
        #expect(secret.withUnsafeBytes { $0.elementsEqual(bytes) })
    }

    @Test func `a few bytes are locked into memory`() {
        #expect(SecretBytes(count: 32) { _ in }.isLocked)
    }

    @Test func `fresh bytes are zero and a failing fill gives none`() {
        struct Failure: Error {}
        #expect(SecretBytes(count: 64) { _ in }.withUnsafeBytes { $0.allSatisfy { $0 == 0 } })
        #expect(throws: Failure.self) { try SecretBytes(count: 64) { _ throws(Failure) in throw Failure() } }
        #expect(SecretBytes(count: -5) { _ in }.count == 0)
    }

    @Test func `nothing prints the bytes`() {
        let secret = SecretBytes(Array("hunter2".utf8))
        var dumped = ""
        dump(secret, to: &dumped)
        #expect("\(secret)" == "<secret>")
        #expect(!dumped.contains("104") && !dumped.contains("hunter2"))
    }

    @Test func `random bytes differ and have the length asked for`() {
        #expect(RandomBytes.make(0).isEmpty && RandomBytes.make(-1).isEmpty)
        #expect(RandomBytes.make(1000).count == 1000)
        #expect(Set((0..<1000).map { _ in RandomBytes.make(16) }).count == 1000)
    }

    @Test func `constant-time comparison is comparison`() {
        let bytes = RandomBytes.make(100)
        #expect(ConstantTime.areEqual(bytes, bytes))
        #expect(ConstantTime.areEqual([], [UInt8]()))
        #expect(!ConstantTime.areEqual(bytes, bytes.dropLast()))
        #expect(ConstantTime.areEqual(bytes[1...], Array(bytes[1...])))
        for index in bytes.indices {
            var other = bytes
            other[index] ^= 0x80
            #expect(!ConstantTime.areEqual(bytes, other))
        }
    }
}
