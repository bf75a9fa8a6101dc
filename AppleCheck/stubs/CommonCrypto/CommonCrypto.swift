// Declaration-only stand-in for CommonCrypto: key derivation from passwords, which CryptoKit has not.
public typealias CCPBKDFAlgorithm = UInt32
public typealias CCPseudoRandomAlgorithm = UInt32
public var kCCPBKDF2: Int { fatalError() }
public var kCCPRFHmacAlgSHA1: Int { fatalError() }
public var kCCPRFHmacAlgSHA256: Int { fatalError() }
public var kCCPRFHmacAlgSHA512: Int { fatalError() }
public var kCCSuccess: Int { fatalError() }
public var kCCParamError: Int { fatalError() }

public func CCKeyDerivationPBKDF(
    _ algorithm: CCPBKDFAlgorithm, _ password: UnsafePointer<CChar>?, _ passwordLen: Int, _ salt: UnsafePointer<UInt8>?,
    _ saltLen: Int, _ prf: CCPseudoRandomAlgorithm, _ rounds: UInt32, _ derivedKey: UnsafeMutablePointer<UInt8>?,
    _ derivedKeyLen: Int
) -> Int32 { fatalError() }
