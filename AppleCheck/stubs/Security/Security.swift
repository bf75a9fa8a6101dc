// Declaration-only stand-in for Apple's Security framework: the part a wallet adapter uses.
@_exported import _AppleCF
import Foundation

// Apple's pages list Equatable and Hashable for these, and no Sendable: keep them non-Sendable, so
// that what passes here cannot fail there.
public class _SecObject: Hashable {
    init() { fatalError() }
    public static func == (a: _SecObject, b: _SecObject) -> Bool { fatalError() }
    public func hash(into hasher: inout Hasher) { fatalError() }
}
@available(*, unavailable) extension _SecObject: @unchecked Sendable {}
public final class SecKey: _SecObject {}
public final class SecCertificate: _SecObject {}
public final class SecTrust: _SecObject {}
public final class SecPolicy: _SecObject {}
public final class SecIdentity: _SecObject {}
public final class SecAccessControl: _SecObject {}

public struct SecAccessControlCreateFlags: OptionSet, Sendable {
    public let rawValue: CFOptionFlags
    public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }
    public static var userPresence: Self { fatalError() }
    public static var biometryAny: Self { fatalError() }
    public static var biometryCurrentSet: Self { fatalError() }
    public static var devicePasscode: Self { fatalError() }
    public static var or: Self { fatalError() }
    public static var and: Self { fatalError() }
    public static var privateKeyUsage: Self { fatalError() }
    public static var applicationPassword: Self { fatalError() }
}
public typealias CFOptionFlags = UInt

public func SecAccessControlCreateWithFlags(
    _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? { fatalError() }

public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { fatalError() }
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { fatalError() }
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus { fatalError() }
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { fatalError() }
public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? { fatalError() }

public struct SecKeyAlgorithm: Hashable, RawRepresentable, @unchecked Sendable {
    public let rawValue: CFString
    public init(rawValue: CFString) { self.rawValue = rawValue }
    public static var ecdsaSignatureMessageX962SHA256: Self { fatalError() }
    public static var ecdsaSignatureDigestX962SHA256: Self { fatalError() }
    public static var ecdsaSignatureDigestRFC4754SHA256: Self { fatalError() }  // raw r||s, iOS 17
    public static var ecdsaSignatureMessageRFC4754SHA256: Self { fatalError() }
    public static var ecdhKeyExchangeStandard: Self { fatalError() }
    public static var rsaSignatureMessagePSSSHA256: Self { fatalError() }
    public static var rsaSignatureMessagePSSSHA384: Self { fatalError() }
    public static var rsaSignatureMessagePSSSHA512: Self { fatalError() }
    public static var rsaSignatureMessagePKCS1v15SHA256: Self { fatalError() }
    public static var rsaSignatureMessagePKCS1v15SHA384: Self { fatalError() }
    public static var rsaSignatureMessagePKCS1v15SHA512: Self { fatalError() }
}
public enum SecKeyOperationType: Int, Sendable { case sign, verify, encrypt, decrypt, keyExchange }

public func SecKeyCreateRandomKey(_ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> SecKey? { fatalError() }
public func SecKeyCreateWithData(_ keyData: CFData, _ attributes: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> SecKey? { fatalError() }
public func SecKeyCopyPublicKey(_ key: SecKey) -> SecKey? { fatalError() }
public func SecKeyCopyExternalRepresentation(_ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> CFData? { fatalError() }
public func SecKeyCopyAttributes(_ key: SecKey) -> CFDictionary? { fatalError() }
public func SecKeyIsAlgorithmSupported(_ key: SecKey, _ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm) -> Bool { fatalError() }
public func SecKeyCreateSignature(_ key: SecKey, _ algorithm: SecKeyAlgorithm, _ dataToSign: CFData, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> CFData? { fatalError() }
public func SecKeyVerifySignature(_ key: SecKey, _ algorithm: SecKeyAlgorithm, _ signedData: CFData, _ signature: CFData, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> Bool { fatalError() }
public func SecKeyCopyKeyExchangeResult(_ privateKey: SecKey, _ algorithm: SecKeyAlgorithm, _ publicKey: SecKey, _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> CFData? { fatalError() }

public func SecCertificateCreateWithData(_ allocator: CFAllocator?, _ data: CFData) -> SecCertificate? { fatalError() }
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData { fatalError() }
public func SecCertificateCopySubjectSummary(_ certificate: SecCertificate) -> CFString? { fatalError() }
public func SecCertificateCopyCommonName(_ certificate: SecCertificate, _ commonName: UnsafeMutablePointer<CFString?>) -> OSStatus { fatalError() }
public func SecCertificateCopyKey(_ certificate: SecCertificate) -> SecKey? { fatalError() }

public func SecPolicyCreateBasicX509() -> SecPolicy { fatalError() }
public func SecTrustCreateWithCertificates(_ certificates: CFTypeRef, _ policies: CFTypeRef?, _ trust: UnsafeMutablePointer<SecTrust?>) -> OSStatus { fatalError() }
@discardableResult public func SecTrustSetAnchorCertificates(_ trust: SecTrust, _ anchorCertificates: CFArray?) -> OSStatus { fatalError() }
@discardableResult public func SecTrustSetAnchorCertificatesOnly(_ trust: SecTrust, _ anchorCertificatesOnly: Bool) -> OSStatus { fatalError() }
@discardableResult public func SecTrustSetVerifyDate(_ trust: SecTrust, _ verifyDate: CFDate) -> OSStatus { fatalError() }
@discardableResult public func SecTrustSetNetworkFetchAllowed(_ trust: SecTrust, _ allowFetch: Bool) -> OSStatus { fatalError() }
public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?) -> Bool { fatalError() }
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? { fatalError() }
@discardableResult public func SecRandomCopyBytes(_ rnd: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer) -> Int32 { fatalError() }
public final class SecRandomRef: @unchecked Sendable { init() { fatalError() } }
public var kSecRandomDefault: SecRandomRef? { fatalError() }

public var errSecSuccess: OSStatus { 0 }
public var errSecItemNotFound: OSStatus { -25300 }
public var errSecDuplicateItem: OSStatus { -25299 }
public var errSecUserCanceled: OSStatus { -128 }
public var errSecAuthFailed: OSStatus { -25293 }
public var errSecInteractionNotAllowed: OSStatus { -25308 }
public var errSecMissingEntitlement: OSStatus { -34018 }

// On Apple platforms these are `let` globals of type CFString (or CFBoolean), which Swift 6 accepts
// from any isolation because they come from C. A computed global is the nearest spelling.
public var kSecClass: CFString { fatalError() }
public var kSecClassKey: CFString { fatalError() }
public var kSecClassGenericPassword: CFString { fatalError() }
public var kSecClassCertificate: CFString { fatalError() }
public var kSecAttrService: CFString { fatalError() }
public var kSecAttrAccount: CFString { fatalError() }
public var kSecAttrLabel: CFString { fatalError() }
public var kSecAttrGeneric: CFString { fatalError() }
public var kSecAttrAccessGroup: CFString { fatalError() }
public var kSecAttrAccessible: CFString { fatalError() }
public var kSecAttrAccessControl: CFString { fatalError() }
public var kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString { fatalError() }
public var kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString { fatalError() }
public var kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString { fatalError() }
public var kSecAttrSynchronizable: CFString { fatalError() }
public var kSecAttrApplicationTag: CFString { fatalError() }
public var kSecAttrKeyType: CFString { fatalError() }
public var kSecAttrKeyTypeECSECPrimeRandom: CFString { fatalError() }
public var kSecAttrKeyClass: CFString { fatalError() }
public var kSecAttrKeyTypeRSA: CFString { fatalError() }
public var kSecAttrKeyClassPublic: CFString { fatalError() }
public var kSecAttrKeyClassPrivate: CFString { fatalError() }
public var kSecAttrKeySizeInBits: CFString { fatalError() }
public var kSecAttrIsPermanent: CFString { fatalError() }
public var kSecAttrTokenID: CFString { fatalError() }
public var kSecAttrTokenIDSecureEnclave: CFString { fatalError() }
public var kSecPrivateKeyAttrs: CFString { fatalError() }
public var kSecValueData: CFString { fatalError() }
public var kSecValueRef: CFString { fatalError() }
public var kSecReturnData: CFString { fatalError() }
public var kSecReturnRef: CFString { fatalError() }
public var kSecReturnAttributes: CFString { fatalError() }
public var kSecMatchLimit: CFString { fatalError() }
public var kSecMatchLimitOne: CFString { fatalError() }
public var kSecMatchLimitAll: CFString { fatalError() }
public var kSecUseAuthenticationContext: CFString { fatalError() }
public var kSecUseDataProtectionKeychain: CFString { fatalError() }
