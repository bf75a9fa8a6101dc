import LanyardText
import Testing

/// Bytes from their hexadecimal spelling in a vector.
func decoded(hex text: String?) throws -> [UInt8] {
    let text = try #require(text)
    return try #require(Hex.decode(text))
}

/// Bytes from their base64url spelling in a vector.
func decoded(base64URL text: String?) throws -> [UInt8] {
    let text = try #require(text)
    return try #require(Base64URL.decode(text))
}
