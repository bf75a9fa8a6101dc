// Declaration-only stand-in for Apple's CryptoKit. Never linked, never run, never on a product's search path.
import Foundation

public struct SymmetricKeySize: Sendable { public let bitCount: Int; public init(bitCount: Int) { self.bitCount = bitCount }; public static var bits128: Self { fatalError() }; public static var bits192: Self { fatalError() }; public static var bits256: Self { fatalError() } }
public struct SymmetricKey: ContiguousBytes, Equatable, Sendable {
    public var bitCount: Int { fatalError() }
    public init(size: SymmetricKeySize) { fatalError() }
    public init<D: ContiguousBytes>(data: D) { fatalError() }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
}
public struct SharedSecret: ContiguousBytes, Hashable, Sendable {
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
    public func hkdfDerivedSymmetricKey<H: HashFunction, Salt: DataProtocol, SI: DataProtocol>(using hashFunction: H.Type, salt: Salt, sharedInfo: SI, outputByteCount: Int) -> SymmetricKey { fatalError() }
    public func x963DerivedSymmetricKey<H: HashFunction, SI: DataProtocol>(using hashFunction: H.Type, sharedInfo: SI, outputByteCount: Int) -> SymmetricKey { fatalError() }
    public static func == (a: Self, b: Self) -> Bool { fatalError() }
    public func hash(into hasher: inout Hasher) { fatalError() }
}
public protocol DiffieHellmanKeyAgreement: Sendable { associatedtype PublicKey: Sendable; var publicKey: PublicKey { get }; func sharedSecretFromKeyAgreement(with publicKeyShare: PublicKey) throws -> SharedSecret }
public enum AES: Sendable { public enum GCM: Sendable {
    public struct Nonce: ContiguousBytes, Sequence, Sendable { public init() { fatalError() }; public init<D: DataProtocol>(data: D) throws { fatalError() }; public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }; public func makeIterator() -> Array<UInt8>.Iterator { fatalError() } }
    public struct SealedBox: Sendable { public var nonce: Nonce { fatalError() }; public var ciphertext: Data { fatalError() }; public var tag: Data { fatalError() }; public var combined: Data? { fatalError() }
        public init<D: DataProtocol>(combined: D) throws { fatalError() }; public init<C: DataProtocol, T: DataProtocol>(nonce: Nonce, ciphertext: C, tag: T) throws { fatalError() } }
    public static func seal<P: DataProtocol, AD: DataProtocol>(_ message: P, using key: SymmetricKey, nonce: Nonce? = nil, authenticating ad: AD) throws -> SealedBox { fatalError() }
    public static func open<AD: DataProtocol>(_ box: SealedBox, using key: SymmetricKey, authenticating ad: AD) throws -> Data { fatalError() }
} }
