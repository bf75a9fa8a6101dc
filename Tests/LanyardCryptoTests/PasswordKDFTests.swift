import LanyardCrypto
import LanyardTestSupport
import LanyardText
import Testing

struct PasswordKDFTests {
    private func derive(
        _ passphrase: String, _ salt: String, _ parameters: PasswordKDF.Parameters, count: Int = 64
    ) throws -> String {
        try PasswordKDF.derive(
            Array(passphrase.utf8), salt: Array(salt.utf8), parameters: parameters, count: count
        ).withUnsafeBytes { Hex.encode($0) }
    }

    #if !canImport(CryptoKit)
        /// RFC 7914 §12, the first two; the third, beyond OpenSSL's default memory limit, by Python's `hashlib.scrypt`.
        @Test func `scrypt of the RFC's examples`() throws {
            #expect(
                try derive("", "", .scrypt(n: 16, r: 1, p: 1))
                    == "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
                    + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906")
            #expect(
                try derive("password", "NaCl", .scrypt(n: 1024, r: 8, p: 16))
                    == "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
                    + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640")
            #expect(
                try derive("passphrase", "salt", .scrypt(n: 1 << 16, r: 8, p: 1))
                    == "ed431bc1892992986ff509ac196ee5a55dc5ebc92019df371a8e410487ef9e85"
                    + "2567e5343d9df5bc5807da7998dbbee0211f02d4757ea2b6cf382c4496d5538a")
        }
    #endif

    /// RFC 7914 §11.
    @Test func `PBKDF2 of the RFC's examples`() throws {
        #expect(
            try derive("passwd", "salt", .pbkdf2(rounds: 1))
                == "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
                + "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783")
        #expect(
            try derive("Password", "NaCl", .pbkdf2(rounds: 80_000))
                == "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56"
                + "a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d")
    }

    @Test(arguments: [
        PasswordKDF.Parameters.scrypt(n: 0, r: 8, p: 1), .scrypt(n: 1, r: 8, p: 1), .scrypt(n: 1000, r: 8, p: 1),
        .scrypt(n: 1 << 24, r: 64, p: 1), .scrypt(n: .min, r: 8, p: 1), .scrypt(n: 1024, r: 0, p: 1),
        .scrypt(n: 1024, r: .max, p: 1), .scrypt(n: 1024, r: 8, p: 0), .scrypt(n: 1024, r: 8, p: .max),
        .pbkdf2(rounds: 0), .pbkdf2(rounds: -1), .pbkdf2(rounds: .max),
    ])
    func `parameters out of bounds are refused`(_ parameters: PasswordKDF.Parameters) {
        #expect(throws: CryptoError.self) { try derive("a", "b", parameters) }
    }

    @Test(arguments: [0, -1, 1025, .max]) func `lengths out of bounds are refused`(_ count: Int) {
        #expect(throws: CryptoError.self) { try derive("a", "b", .pbkdf2(rounds: 1), count: count) }
    }

    @Test func `what is recommended works`() throws {
        let key = try PasswordKDF.derive(
            Array("a".utf8), salt: RandomBytes.make(16), parameters: .recommended, count: 32)
        #expect(key.count == 32)
    }
}
