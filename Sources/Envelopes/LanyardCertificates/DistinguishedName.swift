public import LanyardDER
import LanyardText

/// The name of a subject or issuer: its attributes in the order of the certificate, and its original bytes.
///
/// Two names are the same when their bytes are. X.501 would also equate other spellings; a path that depends on them
/// does not validate here.
public struct DistinguishedName: Sendable, Hashable, CustomStringConvertible {
    /// One attribute.
    public struct Attribute: Sendable, Hashable {
        /// The attribute's type, such as 2.5.4.3 for the common name.
        public let type: OID
        /// Its text as it arrived, nil when it is no character string; show it through ``description`` only.
        public let text: String?
        /// The original value, tag and length included.
        public let valueBytes: [UInt8]
    }

    /// The original SEQUENCE.
    public let rawBytes: [UInt8]
    /// The relative names in order; most hold one attribute.
    public let relativeNames: [[Attribute]]

    init(_ element: DERElement) throws(DERError) {
        rawBytes = element.bytes
        var names: [[Attribute]] = []
        var rows = try element.reader()
        while !rows.isAtEnd {
            var attributes: [Attribute] = []
            var set = try rows.next(.set).reader()
            while !set.isAtEnd {
                var pair = try set.next(.sequence).reader()
                let type = try pair.next(.oid).oid()
                let value = try pair.next()
                try pair.finish()
                attributes.append(Attribute(type: type, text: Self.text(value), valueBytes: value.bytes))
            }
            names.append(attributes)
        }
        relativeNames = names
    }

    /// A value that is no text, or broken text, stays readable as bytes: the name is compared by bytes anyway.
    private static func text(_ value: DERElement) -> String? {
        do { return try value.text() } catch { return nil }
    }

    /// The first attribute of a type, as text.
    public func first(_ type: OID) -> String? {
        for name in relativeNames {
            for attribute in name where attribute.type == type { return attribute.text }
        }
        return nil
    }

    /// The common name, as it arrived.
    public var commonName: String? { first(.commonName) }
    /// The country, as it arrived.
    public var country: String? { first(.country) }
    /// The state or province, as it arrived.
    public var state: String? { first(.state) }
    /// The organization, as it arrived.
    public var organization: String? { first(.organization) }

    /// The name to be shown after RFC 4514, such as `CN=Utopia IACA,O=Utopia,C=UT`, with control characters visible.
    public var description: String {
        relativeNames.reversed().map { $0.map(Self.shown).joined(separator: "+") }.joined(separator: ",")
    }

    private static func shown(_ attribute: Attribute) -> String {
        let type = shortNames[attribute.type] ?? attribute.type.description
        guard let text = attribute.text else { return "\(type)=#\(Hex.encode(attribute.valueBytes.prefix(64)))" }
        var escaped = ""
        for (index, character) in text.prefix(256).enumerated() {
            let isSpecial = ",+\"\\<>;".contains(character) || (index == 0 && (character == " " || character == "#"))
            escaped += isSpecial ? "\\\(character)" : String(character)
        }
        return "\(type)=\(OutsideText.cleaned(escaped, limit: 512))"
    }

    private static let shortNames: [OID: String] = [
        .commonName: "CN", .country: "C", .state: "ST", .organization: "O", OID(2, 5, 4, 7): "L",
        OID(2, 5, 4, 9): "STREET", OID(2, 5, 4, 11): "OU", OID(0, 9, 2342, 19_200_300, 100, 1, 25): "DC",
        OID(0, 9, 2342, 19_200_300, 100, 1, 1): "UID",
    ]
}

extension OID {
    static let commonName = OID(2, 5, 4, 3)
    static let country = OID(2, 5, 4, 6)
    static let state = OID(2, 5, 4, 8)
    static let organization = OID(2, 5, 4, 10)
}
