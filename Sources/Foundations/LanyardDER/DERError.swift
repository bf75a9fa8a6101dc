/// Why bytes are not the DER that was asked for.
public struct DERError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: String, Hashable, Sendable {
        /// The bytes end before the element does.
        case truncated
        /// Bytes follow where none may.
        case trailing
        /// Another tag was asked for, or the tag is of the multi-byte form.
        case tag
        /// The length is indefinite, not minimal, or longer than the bytes that are left.
        case length
        /// The content breaks the rules of its type.
        case value
    }

    /// What kind of failure it is.
    public let code: Code
    /// Where, counted in bytes from the start of the outermost input.
    public let offset: Int
    /// What is wrong, in a few words.
    public let reason: String

    /// Makes an error.
    public init(_ code: Code, at offset: Int, _ reason: String) {
        self.code = code
        self.offset = offset
        self.reason = reason
    }

    /// The reason and the place.
    public var description: String { "\(reason) (\(code.rawValue) at byte \(offset))" }
}
