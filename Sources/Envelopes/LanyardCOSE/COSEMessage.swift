internal import LanyardCBOR
internal import WalletPorts

/// What COSE_Sign1 and COSE_Mac0 share: two headers, a payload or null, and a signature or tag.
struct COSEMessage {
    let isTagged: Bool
    let header: COSEHeader
    let payload: ByteView?
    let proof: [UInt8]

    init(_ field: CBORField, tag: UInt64, from party: Finding.Party, rows: [String]) throws(Finding) {
        do throws(CBORError) {
            try self.init(field, tag: tag)
        } catch {
            throw Finding(
                cbor: error, "cose", party, clause: "RFC 9052 §4.2, §6.2", rows: rows,
                remedy: "The sender has to send a COSE message as RFC 9052 spells it.")
        }
    }

    private init(_ field: CBORField, tag: UInt64) throws(CBORError) {
        isTagged = field.item?.kind == .tag
        let field = isTagged ? try field.content(of: tag) : field
        let parts = try field.array()
        guard parts.count == 4 else { throw field.error(.type, "not an array of four") }
        header = try COSEHeader(protected: parts[0], unprotected: parts[1])
        payload = parts[2].item?.isNull == true ? nil : try parts[2].byteString()
        proof = try parts[3].byteString().array
    }

    /// What is signed or authenticated (RFC 9052 §4.4, §6.3).
    static func structure(
        _ context: String, protected: [UInt8], externalData: [UInt8], payload: some Collection<UInt8>
    ) -> [UInt8] {
        CBORWriter.bytes(capacity: 64 + protected.count + externalData.count + payload.count) {
            $0.array {
                $0.text(context)
                $0.byteString(protected)
                $0.byteString(externalData)
                $0.byteString(payload)
            }
        }
    }

    /// The four parts, encoded and not tagged.
    static func encoded(
        protected: [UInt8], unprotected: CBOR, payload: [UInt8]?, proof: some Collection<UInt8>
    ) -> [UInt8] {
        CBORWriter.bytes {
            $0.array {
                $0.byteString(protected)
                $0.value(unprotected)
                if let payload { $0.byteString(payload) } else { $0.null() }
                $0.byteString(proof)
            }
        }
    }
}

/// The context strings of RFC 9052 §4.4 and §6.3.
enum COSEContext {
    static let signature1 = "Signature1"
    static let mac0 = "MAC0"
}
