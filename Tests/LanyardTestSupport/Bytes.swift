package import LanyardJSON
internal import LanyardText
internal import Testing

/// The bytes of hexadecimal, with or without white space, of either case.
package func hex(_ text: String) throws -> [UInt8] {
    try #require(Hex.decode(text.filter { !$0.isWhitespace }))
}

/// The bytes of a member in hexadecimal.
package func bytes(hex json: JSON?) throws -> [UInt8] {
    let text = try #require(json?.string)
    return try hex(text)
}

/// The bytes of a member in base64url.
package func bytes(base64url json: JSON?) throws -> [UInt8] {
    let text = try #require(json?.string)
    return try #require(Base64URL.decode(text))
}
