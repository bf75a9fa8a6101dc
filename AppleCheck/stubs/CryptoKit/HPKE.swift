// Declaration-only stand-in for Apple's CryptoKit. Never linked, never run, never on a product's search path.
import Foundation

public protocol HPKEDiffieHellmanPublicKey: Sendable {}
public protocol HPKEDiffieHellmanPrivateKey: DiffieHellmanKeyAgreement where PublicKey: HPKEDiffieHellmanPublicKey {}
public enum HPKE: Sendable {
    public enum KEM: CaseIterable, Hashable, Sendable { case P256_HKDF_SHA256, P384_HKDF_SHA384, P521_HKDF_SHA512, Curve25519_HKDF_SHA256 }
    public enum KDF: CaseIterable, Hashable, Sendable { case HKDF_SHA256, HKDF_SHA384, HKDF_SHA512 }
    public enum AEAD: CaseIterable, Hashable, Sendable { case AES_GCM_128, AES_GCM_256, chaChaPoly, exportOnly }
    public struct Ciphersuite: Sendable { public init(kem: KEM, kdf: KDF, aead: AEAD) { fatalError() }; public static var P256_SHA256_AES_GCM_256: Self { fatalError() } }
    public struct Sender: Sendable {
        public var encapsulatedKey: Data { fatalError() }
        public init<PK: HPKEDiffieHellmanPublicKey>(recipientKey: PK, ciphersuite: Ciphersuite, info: Data) throws { fatalError() }
        public mutating func seal<M: DataProtocol>(_ msg: M) throws -> Data { fatalError() }
        public mutating func seal<M: DataProtocol, AD: DataProtocol>(_ msg: M, authenticating aad: AD) throws -> Data { fatalError() }
    }
    public struct Recipient: Sendable {
        public init<SK: HPKEDiffieHellmanPrivateKey>(privateKey: SK, ciphersuite: Ciphersuite, info: Data, encapsulatedKey: Data) throws { fatalError() }
        public mutating func open<C: DataProtocol>(_ ciphertext: C) throws -> Data { fatalError() }
        public mutating func open<C: DataProtocol, AD: DataProtocol>(_ ciphertext: C, authenticating aad: AD) throws -> Data { fatalError() }
    }
}
