import LanyardCrypto
import LanyardJSON
import LanyardTestSupport
import LanyardText
import Testing

/// The bytes of a member in hexadecimal of either case.
func bytes(hex json: JSON?) throws -> [UInt8] {
    let text = try #require(json?.string)
    return try #require(Hex.decode(text.lowercased()))
}

/// The bytes of a file in hexadecimal.
func bytes(hexFile path: String) throws -> [UInt8] {
    try bytes(hex: .string(Vector.text(path).filter { !$0.isWhitespace }))
}

/// The bytes of a member in base64url.
func bytes(base64url json: JSON?) throws -> [UInt8] {
    let text = try #require(json?.string)
    return try #require(Base64URL.decode(text))
}

/// The curve that a member names.
func curve(_ json: JSON?) throws -> Curve {
    let name = try #require(json?.string)
    return try #require(Curve(rawValue: name))
}
