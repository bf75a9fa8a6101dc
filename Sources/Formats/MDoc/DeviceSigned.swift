public import LanyardCBOR
public import LanyardCOSE
internal import WalletPorts

/// What a device signs of a document, ISO/IEC 18013-5 §8.3.2.1.2.2: read, and nothing more.
public struct DeviceSigned: Sendable {
    /// How the device shows that it has the key.
    public enum Authentication: Sendable {
        /// A signature by the device key.
        case signature(COSESign1)
        /// A MAC by a key that device and reader agree on.
        case mac(COSEMac0)
    }

    /// One element that the device states itself.
    public struct Element: Sendable {
        /// The name space.
        public let nameSpace: String
        /// The name.
        public let elementIdentifier: String
        /// The value as it arrived.
        public let elementValue: CBORItem
    }

    /// The encoding of the name spaces under tag 24 as it arrived.
    public let nameSpacesBytes: ByteView
    /// The elements, in order; mostly none.
    public let elements: [Element]
    /// Signature or MAC.
    public let authentication: Authentication

    static let rows = ["MDOC-AUTH-04", "MDOC-DR-02"]

    init(cbor field: CBORField) throws(Finding) {
        let clause = "ISO/IEC 18013-5 §8.3.2.1.2.2"
        let auth = field["deviceAuth"]
        let isSignature: Bool
        (nameSpacesBytes, elements, isSignature) = try reading("deviceSigned", .wallet, clause: clause, rows: Self.rows)
        {
            () throws(CBORError) in
            var elements: [Element] = []
            for (space, field) in try field["nameSpaces"].embedded().members() {
                for (name, value) in try field.members() {
                    elements.append(
                        Element(nameSpace: space, elementIdentifier: name, elementValue: try value.any()))
                }
            }
            let isSignature = auth["deviceSignature"].isPresent
            guard isSignature != auth["deviceMac"].isPresent else {
                throw auth.error(.type, "exactly one of deviceSignature and deviceMac belongs here")
            }
            return (try field["nameSpaces"].any().bytes, elements, isSignature)
        }
        authentication =
            isSignature
            ? .signature(try COSESign1(cbor: auth["deviceSignature"], from: .wallet, rows: Self.rows))
            : .mac(try COSEMac0(cbor: auth["deviceMac"], from: .wallet, rows: Self.rows))
    }
}
