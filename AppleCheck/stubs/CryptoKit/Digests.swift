// Declaration-only stand-in for Apple's CryptoKit. Never linked, never run, never on a product's search path.
import Foundation

public protocol HashFunction: Sendable {
    associatedtype Digest: CryptoKit.Digest
    static var blockByteCount: Int { get }
    init()
    mutating func update(bufferPointer: UnsafeRawBufferPointer)
    func finalize() -> Digest
}
extension HashFunction {
    public static func hash<D: DataProtocol>(data: D) -> Digest { fatalError() }
    public mutating func update<D: DataProtocol>(data: D) { fatalError() }
}
public protocol Digest: Hashable, ContiguousBytes, CustomStringConvertible, Sequence, Sendable where Element == UInt8 {
    static var byteCount: Int { get }
}
extension Digest { public var description: String { fatalError() } }

public struct SHA256Digest: Digest {
    public static var byteCount: Int { 32 }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
    public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
    public static func == (a: Self, b: Self) -> Bool { fatalError() }
    public func hash(into hasher: inout Hasher) { fatalError() }
}
public struct SHA256: HashFunction, Sendable {
    public typealias Digest = SHA256Digest
    public static var blockByteCount: Int { fatalError() }
    public init() { fatalError() }
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) { fatalError() }
    public func finalize() -> SHA256Digest { fatalError() }
}

public struct SHA384Digest: Digest {
    public static var byteCount: Int { 48 }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
    public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
    public static func == (a: Self, b: Self) -> Bool { fatalError() }
    public func hash(into hasher: inout Hasher) { fatalError() }
}
public struct SHA384: HashFunction, Sendable {
    public typealias Digest = SHA384Digest
    public static var blockByteCount: Int { fatalError() }
    public init() { fatalError() }
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) { fatalError() }
    public func finalize() -> SHA384Digest { fatalError() }
}

public struct SHA512Digest: Digest {
    public static var byteCount: Int { 64 }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
    public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
    public static func == (a: Self, b: Self) -> Bool { fatalError() }
    public func hash(into hasher: inout Hasher) { fatalError() }
}
public struct SHA512: HashFunction, Sendable {
    public typealias Digest = SHA512Digest
    public static var blockByteCount: Int { fatalError() }
    public init() { fatalError() }
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) { fatalError() }
    public func finalize() -> SHA512Digest { fatalError() }
}

public protocol MessageAuthenticationCode: Hashable, ContiguousBytes, CustomStringConvertible, Sequence, Sendable
where Element == UInt8 { var byteCount: Int { get } }
public struct HashedAuthenticationCode<H: HashFunction>: MessageAuthenticationCode {
    public var byteCount: Int { fatalError() }
    public var description: String { fatalError() }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
    public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
    public static func == (a: Self, b: Self) -> Bool { fatalError() }
    public func hash(into hasher: inout Hasher) { fatalError() }
}
public struct HMAC<H: HashFunction>: Sendable {
    public typealias Key = SymmetricKey
    public typealias MAC = HashedAuthenticationCode<H>
    public init(key: SymmetricKey) { fatalError() }
    public mutating func update<D: DataProtocol>(data: D) { fatalError() }
    public func finalize() -> MAC { fatalError() }
    public static func authenticationCode<D: DataProtocol>(for data: D, using key: SymmetricKey) -> MAC { fatalError() }
    public static func isValidAuthenticationCode<D: DataProtocol>(
        _ code: MAC, authenticating data: D, using key: SymmetricKey
    ) -> Bool { fatalError() }
    public static func isValidAuthenticationCode<C: ContiguousBytes, D: DataProtocol>(
        _ code: C, authenticating data: D, using key: SymmetricKey
    ) -> Bool { fatalError() }
}
public struct HKDF<H: HashFunction>: Sendable {
    public static func deriveKey<Salt: DataProtocol, Info: DataProtocol>(
        inputKeyMaterial: SymmetricKey, salt: Salt, info: Info, outputByteCount: Int
    ) -> SymmetricKey { fatalError() }
    public static func extract<Salt: DataProtocol>(
        inputKeyMaterial: SymmetricKey, salt: Salt?
    ) -> HashedAuthenticationCode<H> { fatalError() }
    public static func expand<PRK: ContiguousBytes, Info: DataProtocol>(
        pseudoRandomKey: PRK, info: Info?, outputByteCount: Int
    ) -> SymmetricKey { fatalError() }
}
