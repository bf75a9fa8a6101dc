import LanyardCrypto
import LanyardJSON
import LanyardTestSupport
import LanyardText
import Testing

/// The bytes of a file in hexadecimal.
func bytes(hexFile path: String) throws -> [UInt8] {
    try hex(Vector.text(path))
}

/// The curve that a member names.
func curve(_ json: JSON?) throws -> Curve {
    let name = try #require(json?.string)
    return try #require(Curve(rawValue: name))
}
