/// The identifier octet of an element: class, primitive or constructed, and a tag number below 31.
///
/// Tag numbers of 31 and more take further octets; none of the formats read here has them, and they are refused.
public struct DERTag: Hashable, Sendable, CustomStringConvertible {
    /// The identifier octet as it is on the wire.
    public let octet: UInt8

    /// Makes a tag from its identifier octet.
    public init(octet: UInt8) {
        self.octet = octet
    }

    /// BOOLEAN.
    public static let boolean = DERTag(octet: 0x01)
    /// INTEGER.
    public static let integer = DERTag(octet: 0x02)
    /// BIT STRING.
    public static let bitString = DERTag(octet: 0x03)
    /// OCTET STRING.
    public static let octetString = DERTag(octet: 0x04)
    /// NULL.
    public static let null = DERTag(octet: 0x05)
    /// OBJECT IDENTIFIER.
    public static let oid = DERTag(octet: 0x06)
    /// ENUMERATED.
    public static let enumerated = DERTag(octet: 0x0A)
    /// UTF8String.
    public static let utf8String = DERTag(octet: 0x0C)
    /// NumericString.
    public static let numericString = DERTag(octet: 0x12)
    /// PrintableString.
    public static let printableString = DERTag(octet: 0x13)
    /// TeletexString, read as Latin-1.
    public static let teletexString = DERTag(octet: 0x14)
    /// IA5String (ASCII).
    public static let ia5String = DERTag(octet: 0x16)
    /// UTCTime.
    public static let utcTime = DERTag(octet: 0x17)
    /// GeneralizedTime.
    public static let generalizedTime = DERTag(octet: 0x18)
    /// VisibleString.
    public static let visibleString = DERTag(octet: 0x1A)
    /// UniversalString (UTF-32, big-endian).
    public static let universalString = DERTag(octet: 0x1C)
    /// BMPString (UTF-16, big-endian).
    public static let bmpString = DERTag(octet: 0x1E)
    /// SEQUENCE and SEQUENCE OF.
    public static let sequence = DERTag(octet: 0x30)
    /// SET and SET OF.
    public static let set = DERTag(octet: 0x31)

    /// A context-specific primitive tag, such as an implicitly tagged string; only numbers 0 to 30 exist.
    public static func context(_ number: UInt8) -> DERTag { DERTag(octet: 0x80 | number & 0x1F) }
    /// A context-specific constructed tag, such as an explicit one; only numbers 0 to 30 exist.
    public static func constructed(_ number: UInt8) -> DERTag { DERTag(octet: 0xA0 | number & 0x1F) }

    /// Whether the content is itself a row of elements.
    public var isConstructed: Bool { octet & 0x20 != 0 }
    /// The number below 31, without class and form.
    public var number: UInt8 { octet & 0x1F }
    /// Whether the class is context-specific.
    public var isContextSpecific: Bool { octet & 0xC0 == 0x80 }

    /// The identifier octet in hexadecimal.
    public var description: String { "tag 0x" + String(octet, radix: 16) }
}
