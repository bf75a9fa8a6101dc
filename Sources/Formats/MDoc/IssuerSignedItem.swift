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
        digestID = try item["digestID"].unsigned()
        guard digestID < 1 << 31 else { throw item["digestID"].error(.type, "a digest id is below 2^31") }
        random = try item["random"].byteString()
        guard random.count >= 16 else { throw item["random"].error(.type, "fewer than 16 random bytes") }
        elementIdentifier = try item["elementIdentifier"].text()
        elementValue = try item["elementValue"].any()
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
