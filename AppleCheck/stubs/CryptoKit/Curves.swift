// Declaration-only stand-in for Apple's CryptoKit. Never linked, never run, never on a product's search path.
import Foundation

public enum P256: Sendable {
    public enum Signing: Sendable {
        public struct ECDSASignature: ContiguousBytes, Sendable {
            public var rawRepresentation: Data { fatalError() }
            public var derRepresentation: Data { fatalError() }
            public init<D: DataProtocol>(rawRepresentation: D) throws { fatalError() }
            public init<D: DataProtocol>(derRepresentation: D) throws { fatalError() }
            public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
        }
        public struct PublicKey: Sendable {
            public init<D: ContiguousBytes>(rawRepresentation: D) throws { fatalError() }
            public init<D: ContiguousBytes>(x963Representation: D) throws { fatalError() }
            public init<D: ContiguousBytes>(compressedRepresentation: D) throws { fatalError() }
            public init<D: RandomAccessCollection>(derRepresentation: D) throws where D.Element == UInt8 { fatalError() }
            public init(pemRepresentation: String) throws { fatalError() }
            public var rawRepresentation: Data { fatalError() }
            public var x963Representation: Data { fatalError() }
            public var compressedRepresentation: Data { fatalError() }
            public var derRepresentation: Data { fatalError() }
            public var pemRepresentation: String { fatalError() }
            public func isValidSignature<D: Digest>(_ signature: ECDSASignature, for digest: D) -> Bool { fatalError() }
            public func isValidSignature<D: DataProtocol>(_ signature: ECDSASignature, for data: D) -> Bool { fatalError() }
        }
        public struct PrivateKey: Sendable {
            public init(compactRepresentable: Bool = true) { fatalError() }
            public init<D: ContiguousBytes>(rawRepresentation: D) throws { fatalError() }
            public init<D: ContiguousBytes>(x963Representation: D) throws { fatalError() }
            public var publicKey: PublicKey { fatalError() }
            public var rawRepresentation: Data { fatalError() }
            public var x963Representation: Data { fatalError() }
            public func signature<D: Digest>(for digest: D) throws -> ECDSASignature { fatalError() }
            public func signature<D: DataProtocol>(for data: D) throws -> ECDSASignature { fatalError() }
        }
    }
    public enum KeyAgreement: Sendable {
        public struct PublicKey: HPKEDiffieHellmanPublicKey {
            public init<D: ContiguousBytes>(rawRepresentation: D) throws { fatalError() }
            public init<D: ContiguousBytes>(x963Representation: D) throws { fatalError() }
            public var rawRepresentation: Data { fatalError() }
            public var x963Representation: Data { fatalError() }
        }
        public struct PrivateKey: HPKEDiffieHellmanPrivateKey {
            public init(compactRepresentable: Bool = true) { fatalError() }
            public init<D: ContiguousBytes>(rawRepresentation: D) throws { fatalError() }
            public init<D: ContiguousBytes>(x963Representation: D) throws { fatalError() }
            public var publicKey: PublicKey { fatalError() }
            public var rawRepresentation: Data { fatalError() }
            public func sharedSecretFromKeyAgreement(with publicKeyShare: PublicKey) throws -> SharedSecret { fatalError() }
        }
    }
}

public enum P384: Sendable {
    public enum Signing: Sendable {
        public struct ECDSASignature: ContiguousBytes, Sendable {
            public var rawRepresentation: Data { fatalError() }
            public var derRepresentation: Data { fatalError() }
            public init<D: DataProtocol>(rawRepresentation: D) throws { fatalError() }
            public init<D: DataProtocol>(derRepresentation: D) throws { fatalError() }
            public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
        }
        public struct PublicKey: Sendable {
            public init<D: ContiguousBytes>(rawRepresentation: D) throws { fatalError() }
            public init<D: ContiguousBytes>(x963Representation: D) throws { fatalError() }
            public init<D: ContiguousBytes>(compressedRepresentation: D) throws { fatalError() }
            public init<D: RandomAccessCollection>(derRepresentation: D) throws where D.Element == UInt8 { fatalError() }
            public init(pemRepresentation: String) throws { fatalError() }
            public var rawRepresentation: Data { fatalError() }
            public var x963Representation: Data { fatalError() }
            public var compressedRepresentation: Data { fatalError() }
            public var derRepresentation: Data { fatalError() }
            public var pemRepresentation: String { fatalError() }
            public func isValidSignature<D: Digest>(_ signature: ECDSASignature, for digest: D) -> Bool { fatalError() }
            public func isValidSignature<D: DataProtocol>(_ signature: ECDSASignature, for data: D) -> Bool { fatalError() }
        }
        public struct PrivateKey: Sendable {
            public init(compactRepresentable: Bool = true) { fatalError() }
            public init<D: ContiguousBytes>(rawRepresentation: D) throws { fatalError() }
            public init<D: ContiguousBytes>(x963Representation: D) throws { fatalError() }
            public var publicKey: PublicKey { fatalError() }
            public var rawRepresentation: Data { fatalError() }
            public var x963Representation: Data { fatalError() }
            public func signature<D: Digest>(for digest: D) throws -> ECDSASignature { fatalError() }
            public func signature<D: DataProtocol>(for data: D) throws -> ECDSASignature { fatalError() }
        }
    }
    public enum KeyAgreement: Sendable {
        public struct PublicKey: HPKEDiffieHellmanPublicKey {
            public init<D: ContiguousBytes>(rawRepresentation: D) throws { fatalError() }
            public init<D: ContiguousBytes>(x963Representation: D) throws { fatalError() }
            public var rawRepresentation: Data { fatalError() }
            public var x963Representation: Data { fatalError() }
        }
        public struct PrivateKey: HPKEDiffieHellmanPrivateKey {
            public init(compactRepresentable: Bool = true) { fatalError() }
            public init<D: ContiguousBytes>(rawRepresentation: D) throws { fatalError() }
            public init<D: ContiguousBytes>(x963Representation: D) throws { fatalError() }
            public var publicKey: PublicKey { fatalError() }
            public var rawRepresentation: Data { fatalError() }
            public func sharedSecretFromKeyAgreement(with publicKeyShare: PublicKey) throws -> SharedSecret { fatalError() }
        }
    }
}

public enum P521: Sendable {
    public enum Signing: Sendable {
        public struct ECDSASignature: ContiguousBytes, Sendable {
            public var rawRepresentation: Data { fatalError() }
            public var derRepresentation: Data { fatalError() }
            public init<D: DataProtocol>(rawRepresentation: D) throws { fatalError() }
            public init<D: DataProtocol>(derRepresentation: D) throws { fatalError() }
            public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
        }
        public struct PublicKey: Sendable {
            public init<D: ContiguousBytes>(rawRepresentation: D) throws { fatalError() }
            public init<D: ContiguousBytes>(x963Representation: D) throws { fatalError() }
            public init<D: ContiguousBytes>(compressedRepresentation: D) throws { fatalError() }
            public init<D: RandomAccessCollection>(derRepresentation: D) throws where D.Element == UInt8 { fatalError() }
            public init(pemRepresentation: String) throws { fatalError() }
            public var rawRepresentation: Data { fatalError() }
            public var x963Representation: Data { fatalError() }
            public var compressedRepresentation: Data { fatalError() }
            public var derRepresentation: Data { fatalError() }
            public var pemRepresentation: String { fatalError() }
            public func isValidSignature<D: Digest>(_ signature: ECDSASignature, for digest: D) -> Bool { fatalError() }
            public func isValidSignature<D: DataProtocol>(_ signature: ECDSASignature, for data: D) -> Bool { fatalError() }
        }
        public struct PrivateKey: Sendable {
            public init(compactRepresentable: Bool = true) { fatalError() }
            public init<D: ContiguousBytes>(rawRepresentation: D) throws { fatalError() }
            public init<D: ContiguousBytes>(x963Representation: D) throws { fatalError() }
            public var publicKey: PublicKey { fatalError() }
            public var rawRepresentation: Data { fatalError() }
            public var x963Representation: Data { fatalError() }
            public func signature<D: Digest>(for digest: D) throws -> ECDSASignature { fatalError() }
            public func signature<D: DataProtocol>(for data: D) throws -> ECDSASignature { fatalError() }
        }
    }
    public enum KeyAgreement: Sendable {
        public struct PublicKey: HPKEDiffieHellmanPublicKey {
            public init<D: ContiguousBytes>(rawRepresentation: D) throws { fatalError() }
            public init<D: ContiguousBytes>(x963Representation: D) throws { fatalError() }
            public var rawRepresentation: Data { fatalError() }
            public var x963Representation: Data { fatalError() }
        }
        public struct PrivateKey: HPKEDiffieHellmanPrivateKey {
            public init(compactRepresentable: Bool = true) { fatalError() }
            public init<D: ContiguousBytes>(rawRepresentation: D) throws { fatalError() }
            public init<D: ContiguousBytes>(x963Representation: D) throws { fatalError() }
            public var publicKey: PublicKey { fatalError() }
            public var rawRepresentation: Data { fatalError() }
            public func sharedSecretFromKeyAgreement(with publicKeyShare: PublicKey) throws -> SharedSecret { fatalError() }
        }
    }
}

public enum Curve25519: Sendable {
    public enum Signing: Sendable {
        public struct PublicKey: Sendable {
            public init<D: ContiguousBytes>(rawRepresentation: D) throws { fatalError() }
            public var rawRepresentation: Data { fatalError() }
            public func isValidSignature<S: DataProtocol, D: DataProtocol>(_ signature: S, for data: D) -> Bool { fatalError() }
        }
        public struct PrivateKey: Sendable {
            public init() { fatalError() }
            public init<D: ContiguousBytes>(rawRepresentation: D) throws { fatalError() }
            public var publicKey: PublicKey { fatalError() }
            public var rawRepresentation: Data { fatalError() }
            public func signature<D: DataProtocol>(for data: D) throws -> Data { fatalError() }
        }
    }
}
