import LanyardCrypto
import SystemAdapters
import Testing
import WalletContracts
import WalletPorts

@Suite struct SecureAreaTests {
    private static let background = UserAction(.background)

    @Test func `software keys keep the secure area contract`() async {
        let contract = SecureAreaContract { try SoftwareSecureArea(wrappingKey: .random(32)) }
        #expect(await contract.failures() == [])
    }

    @Test func `memory keys keep the secure area contract`() async {
        #expect(await SecureAreaContract { MemorySecureArea() }.failures() == [])
        let hardware = SecureAreaContract {
            MemorySecureArea(isHardware: true, userAuthentications: [.none, .presence])
        }
        #expect(await hardware.failures() == [])
    }

    @Test func `a software key lives in its handle and in no other place`() async throws {
        let wrapping = SecretBytes.random(32)
        let made = try #require(
            try await SoftwareSecureArea(wrappingKey: wrapping)
                .createKeys(1, policy: KeyPolicy(), attestationNonce: nil, group: "test").first)
        let later = try SoftwareSecureArea(wrappingKey: wrapping)
        let signature = try #require(
            try await later.sign([SigningRequest(key: made.handle, message: [1])], for: Self.background).first)
        let key = try ECPublicKey(.p256, x963: made.publicKey.bytes)
        #expect(key.isValidSignature(signature, for: [1], hash: .sha256))
    }

    @Test func `a software key under another wrapping key, or changed in any byte, is lost`() async throws {
        let area = try SoftwareSecureArea(wrappingKey: .random(32))
        let handle = try #require(
            try await area.createKeys(1, policy: KeyPolicy(), attestationNonce: nil, group: "test").first?.handle)
        let other = try SoftwareSecureArea(wrappingKey: .random(32))
        await #expect(throws: SecureAreaError(.keyLost, "")) { try await other.publicKeys(of: [handle]) }
        for index in handle.bytes.indices {
            var bytes = handle.bytes
            bytes[index] ^= 1
            let changed = KeyHandle(area: handle.area, bytes: bytes)
            await #expect(throws: SecureAreaError(.keyLost, "")) { try await area.publicKeys(of: [changed]) }
        }
        #expect(try await area.publicKeys(of: [handle]).count == 1)
    }

    @Test func `more keys than the cache holds all sign`() async throws {
        let area = try SoftwareSecureArea(wrappingKey: .random(32))
        let keys = try await area.createKeys(
            300, policy: KeyPolicy(algorithm: .edDSA), attestationNonce: nil, group: "test")
        let requests = keys.map { SigningRequest(key: $0.handle, message: [7]) }
        let signatures = try await area.sign(requests, for: Self.background)
        for (key, signature) in zip(keys, signatures) {
            #expect(try Ed25519PublicKey(raw: key.publicKey.bytes).isValidSignature(signature, for: [7]))
        }
    }
}
