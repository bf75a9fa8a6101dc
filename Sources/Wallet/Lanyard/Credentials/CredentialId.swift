/// Names one logical credential in the wallet; a batch is one, and a deferred one keeps its id when it is issued.
public struct CredentialId: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The text of the id, a UUID in lower case.
    public let value: String

    /// Makes an id from its text.
    public init(_ value: String) {
        self.value = value
    }

    /// Makes a fresh random id (RFC 9562 version 4).
    package init(_ rng: any Rng) {
        var bytes = rng.bytes(16)
        guard bytes.count == 16 else {
            value = "00000000-0000-4000-8000-000000000000"
            return
        }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = Array("0123456789abcdef")
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text.append("-") }
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        value = text
    }

    /// The text of the id.
    public var description: String { value }
}
