public import LanyardCBOR

/// One data element as the issuer signed it, ISO/IEC 18013-5 §9.1.2.4: read, and nothing more.
public struct IssuerSignedItem: Sendable {
    /// The encoding under tag 24 as it arrived: what is digested and what is sent.
    public let bytes: ByteView
    /// Which digest of its name space is this element's; below 2³¹.
    public let digestID: UInt64
    /// At least 16 bytes that keep the digest from being guessed.
    public let random: ByteView
    /// The name of the element.
    public let elementIdentifier: String
    /// The value as it arrived; see ``ElementValue``.
    public let elementValue: CBORItem

    /// Reads tag 24 around a byte string that holds the map.
    init(cbor field: CBORField) throws(CBORError) {
        bytes = try field.any().bytes
        let item = try field.embedded()
        // One walk over the four members; a look-up by name each is a good part of reading an mdoc.
        var (id, salt, name, value): (CBORItem?, CBORItem?, CBORItem?, CBORItem?)
        for (key, member) in try item.entries() {
            switch key.text {
            case "digestID": id = member
            case "random": salt = member
            case "elementIdentifier": name = member
            case "elementValue": value = member
            default: break
            }
        }
        guard let digestID = id?.unsigned, let random = salt?.byteString, let elementIdentifier = name?.text,
            let elementValue = value
        else {
            throw try Self.fault(in: item)
        }
        guard digestID < 1 << 31 else { throw item["digestID"].error(.type, "a digest id is below 2^31") }
        guard random.count >= 16 else { throw item["random"].error(.type, "fewer than 16 random bytes") }
        self.digestID = digestID
        self.random = random
        self.elementIdentifier = elementIdentifier
        self.elementValue = elementValue
    }

    /// Which member is absent or of the wrong kind.
    private static func fault(in item: CBORField) throws(CBORError) -> CBORError {
        _ = try item["digestID"].unsigned()
        _ = try item["random"].byteString()
        _ = try item["elementIdentifier"].text()
        return item["elementValue"].error(.missing, "an item is missing")
    }

    /// The value, typed.
    public var value: ElementValue { ElementValue(elementValue) }
}

/// The elements of one name space, in the order in which they arrived.
public struct IssuerNameSpace: Sendable {
    /// The name, such as `org.iso.18013.5.1`.
    public let name: String
    /// The elements.
    public let items: [IssuerSignedItem]
}
