// Declaration-only stand-in for Apple's CryptoKit. Never linked, never run, never on a product's search path.
import Foundation
import LocalAuthentication
import Security

public enum SecureEnclave: Sendable {
    public static var isAvailable: Bool { fatalError() }
    public enum P256: Sendable {
        public enum Signing: Sendable {
            public struct PrivateKey {   // its Sendable was not looked up: strict
                public var publicKey: CryptoKit.P256.Signing.PublicKey { fatalError() }
                public var dataRepresentation: Data { fatalError() }
                public init(
                    compactRepresentable: Bool = true,
                    accessControl: SecAccessControl = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, [], nil)!,
                    authenticationContext: LAContext? = nil
                ) throws { fatalError() }
                public init(dataRepresentation: Data, authenticationContext: LAContext? = nil) throws { fatalError() }
                public func signature<D: DataProtocol>(for data: D) throws -> CryptoKit.P256.Signing.ECDSASignature { fatalError() }
                public func signature<D: Digest>(for digest: D) throws -> CryptoKit.P256.Signing.ECDSASignature { fatalError() }
            }
        }
        public enum KeyAgreement: Sendable {
            public struct PrivateKey: HPKEDiffieHellmanPrivateKey {
                public var publicKey: CryptoKit.P256.KeyAgreement.PublicKey { fatalError() }
                public var dataRepresentation: Data { fatalError() }
                public init(
                    compactRepresentable: Bool = true,
                    accessControl: SecAccessControl = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, [], nil)!,
                    authenticationContext: LAContext? = nil
                ) throws { fatalError() }
                public init(dataRepresentation: Data, authenticationContext: LAContext? = nil) throws { fatalError() }
                public func sharedSecretFromKeyAgreement(with publicKeyShare: CryptoKit.P256.KeyAgreement.PublicKey) throws -> SharedSecret { fatalError() }
            }
        }
    }
}
