public import LanyardJSON
internal import LanyardText
public import WalletPorts

/// One Disclosure of an SD-JWT: the text as it arrived and what it says.
///
/// The text is what is hashed and sent; it is never written anew from the decoded parts (RFC 9901 §4.2.3).
public struct Disclosure: Sendable {
    /// The base64url text between two tildes, as it arrived.
    public var text: String { String(decoding: utf8, as: UTF8.self) }
    /// The salt that keeps the digest from being guessed.
    public let salt: String
    /// The claim name, or nil for an array element.
    public let name: String?
    /// The value; it may hold digests of further Disclosures.
    public let value: JSON

    /// The bytes of the text, where they lie in the whole SD-JWT.
    let utf8: ArraySlice<UInt8>

    /// Reads a Disclosure: base64url of a JSON array, `[salt, name, value]` or `[salt, value]`.
    ///
    /// Throws `sdjwt.disclosure.*` when it is no such array, or when the name is `_sd`, `_sd_alg` or `...`
    /// (RFC 9901 §4.2.1, §4.2.2, §7.1).
    public init(parsing text: String) throws(Finding) {
        try self.init(utf8: Array(text.utf8)[...], at: "")
    }

    /// Reads a Disclosure where it lies; the location is for findings.
    init(utf8: ArraySlice<UInt8>, at location: @autoclosure () -> String) throws(Finding) {
        guard let bytes = Base64URL.decode(utf8: utf8) else {
            throw .disclosure(
                "encoding", rows: ["SDJWT-04"], at: location(), expected: "base64url without padding",
                seen: .kind("text", length: utf8.count))
        }
        let json: JSON
        do {
            json = try JSON(parsing: bytes)
        } catch {
            throw .disclosure(
                "json", rows: ["SDJWT-05"], at: location(), expected: "a JSON array",
                seen: .kind("bytes that are not JSON", length: bytes.count))
        }
        guard case .array(let parts) = json else {
            throw .disclosure("notArray", rows: ["SDJWT-05"], at: location(), expected: "a JSON array")
        }
        guard let salt = parts.first?.string, let value = parts.last, parts.count == 2 || parts.count == 3 else {
            throw .disclosure(
                parts.count == 2 || parts.count == 3 ? "salt" : "length", rows: ["SDJWT-05", "VCI-SDJWT-04"],
                at: location(), expected: "[salt, name, value] or [salt, value] with a salt that is a string",
                seen: .kind("array", length: parts.count))
        }
        self.utf8 = utf8
        self.salt = salt
        self.value = value
        guard parts.count == 3 else {
            name = nil
            return
        }
        guard let name = parts.dropFirst().first?.string else {
            throw .disclosure("name", rows: ["SDJWT-05"], at: location(), expected: "a claim name that is a string")
        }
        guard !Reserved.isReserved(name) else {
            throw .disclosure(
                "reservedName", rows: ["SDJWT-06", "SDJWT-12", "VCI-SDJWT-04"], at: location(),
                expected: "a claim name other than _sd, _sd_alg and ...", seen: .text(name))
        }
        self.name = name
    }
}

extension Disclosure: Hashable {
    /// Disclosures are equal when their texts are.
    public static func == (left: Disclosure, right: Disclosure) -> Bool { left.utf8 == right.utf8 }

    /// Feeds the text.
    public func hash(into hasher: inout Hasher) { utf8.withUnsafeBytes { hasher.combine(bytes: $0) } }
}

/// The names that carry digests and may not name a claim (RFC 9901 §4.1).
enum Reserved {
    static let digests = "_sd"
    static let algorithm = "_sd_alg"
    static let placeholder = "..."

    static func isReserved(_ name: String) -> Bool {
        name == digests || name == algorithm || name == placeholder
    }
}
