/// Why a cryptographic operation was not done.
public struct CryptoError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: String, Hashable, Sendable {
        /// The bytes are no key of the kind asked for: wrong length, off the curve, out of range.
        case invalidKey
        /// Another argument has a wrong length or is out of range.
        case invalidInput
        /// The ciphertext or what it is bound to was changed, or the key is another one.
        case authenticationFailed
        /// This platform's backend does not offer the operation.
        case unsupported
        /// The backend refused for a reason of its own, such as lack of memory.
        case backendFailed
    }

    /// What kind of failure it is.
    public let code: Code
    /// What is wrong, in a few words; never contains key material.
    public let reason: String

    /// Makes an error.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The reason and the kind.
    public var description: String { "\(reason) (\(code.rawValue))" }
}
