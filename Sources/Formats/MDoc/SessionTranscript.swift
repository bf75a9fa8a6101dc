internal import LanyardCBOR
internal import LanyardCOSE
public import LanyardCrypto
public import WalletPorts

/// What ties a request and its response to one session, so that neither can be used in another.
///
/// One constructor a flow. Only here is decided what is wrapped in tag 24 and what is hashed; bytes that a party received
/// go in as they were received.
public struct SessionTranscript: Sendable, Hashable {
    /// The array, encoded, without tag: `info` of HPKE (ISO/IEC TS 18013-7 Annex C).
    public let bytes: [UInt8]
    /// The reader's ephemeral key, where the flow has one; with it the device can make a MAC.
    public let eReaderKey: ECPublicKey?

    private init(eReaderKey: ECPublicKey? = nil, _ body: (inout CBORWriter) -> Void) {
        bytes = CBORWriter.bytes { $0.array(body) }
        self.eReaderKey = eReaderKey
    }

    /// Takes a transcript that another party made, for tests and tools.
    package init(encoded bytes: [UInt8]) {
        self.bytes = bytes
        eReaderKey = nil
    }

    /// How the two devices met, ISO/IEC 18013-5 §9.1.5.1.
    public enum Handover: Sendable, Hashable {
        /// The engagement was shown as a QR code.
        case qr
        /// The engagement came over NFC: the Handover Select message, and the Handover Request when it was negotiated.
        case nfc(select: [UInt8], request: [UInt8]?)
    }

    /// Proximity, ISO/IEC 18013-5 §9.1.5.1.
    ///
    /// Takes the CBOR of DeviceEngagement as it was shown, and EReaderKeyBytes as they arrived: tag 24 around a byte
    /// string that holds the COSE_Key. Throws a finding about the key.
    public static func proximity(
        deviceEngagement: [UInt8], eReaderKeyBytes: [UInt8], handover: Handover
    ) throws(Finding) -> SessionTranscript {
        let rows = ["MDOC-SES-08", "MDOC-ENG-04"]
        let field = try reading("eReaderKey", .verifier, clause: "ISO/IEC 18013-5 §9.1.1.4", rows: rows) {
            () throws(CBORError) in
            try CBORField(CBORItem(parsing: eReaderKeyBytes), at: "/eReaderKey").embedded()
        }
        guard case .ec(let eReaderKey) = try COSEKey(cbor: field, from: .verifier, rows: rows).key else {
            throw .mdoc(
                "eReaderKey.curve", .verifier, clause: "ISO/IEC 18013-5 §9.1.1.4", rows: rows, at: "/eReaderKey",
                expected: "a key on P-256, P-384 or P-521", seen: .text("Ed25519"))
        }
        return SessionTranscript(eReaderKey: eReaderKey) {
            $0.embedded(deviceEngagement)
            $0.raw(eReaderKeyBytes)
            switch handover {
            case .qr: $0.null()
            case .nfc(let select, let request):
                $0.array {
                    $0.byteString(select)
                    if let request { $0.byteString(request) } else { $0.null() }
                }
            }
        }
    }

    /// OpenID4VP by redirect or direct post, OpenID4VP 1.0 Appendix B.2.6.1.
    ///
    /// The client id with its prefix; the RFC 7638 SHA-256 thumbprint of the key that the response is encrypted to, nil
    /// when it is not; the response or redirect URI.
    public static func openID4VP(
        clientID: String, nonce: String, encryptionKeyThumbprint: [UInt8]?, responseURI: String
    ) -> SessionTranscript {
        hashed("OpenID4VPHandover") {
            $0.text(clientID)
            $0.text(nonce)
            $0.optional(encryptionKeyThumbprint)
            $0.text(responseURI)
        }
    }

    /// OpenID4VP over the Digital Credentials API, OpenID4VP 1.0 Appendix B.2.6.2.
    ///
    /// The origin as the platform gives it, without a prefix; the thumbprint as for the redirect.
    public static func openID4VPOverDCAPI(
        origin: String, nonce: String, encryptionKeyThumbprint: [UInt8]?
    ) -> SessionTranscript {
        hashed("OpenID4VPDCAPIHandover") {
            $0.text(origin)
            $0.text(nonce)
            $0.optional(encryptionKeyThumbprint)
        }
    }

    /// `org-iso-mdoc` over the Digital Credentials API, ISO/IEC TS 18013-7 Annex C.
    ///
    /// The text of `encryptionInfo` exactly as it arrived, and the origin as the platform gives it.
    public static func isoMdocOverDCAPI(encryptionInfo: String, origin: String) -> SessionTranscript {
        hashed("dcapi") {
            $0.text(encryptionInfo)
            $0.text(origin)
        }
    }

    /// OpenID4VP draft 18, ISO/IEC TS 18013-7:2024 Annex B: a former profile, for readers that have no other.
    public static func openID4VPDraft18(
        clientID: String, responseURI: String, nonce: String, mdocGeneratedNonce: String
    ) -> SessionTranscript {
        func hash(_ text: String) -> [UInt8] {
            Hash.sha256(
                CBORWriter.bytes {
                    $0.array {
                        $0.text(text)
                        $0.text(mdocGeneratedNonce)
                    }
                })
        }
        return SessionTranscript {
            $0.null()
            $0.null()
            $0.array {
                $0.byteString(hash(clientID))
                $0.byteString(hash(responseURI))
                $0.text(nonce)
            }
        }
    }

    /// The shape that four flows share: two nulls, and a name beside the hash of an array.
    private static func hashed(_ name: String, _ info: (inout CBORWriter) -> Void) -> SessionTranscript {
        let digest = Hash.sha256(CBORWriter.bytes { $0.array(info) })
        return SessionTranscript {
            $0.null()
            $0.null()
            $0.array {
                $0.text(name)
                $0.byteString(digest)
            }
        }
    }
}

extension CBORWriter {
    fileprivate mutating func optional(_ bytes: [UInt8]?) {
        if let bytes { byteString(bytes) } else { null() }
    }
}

extension SessionTranscript {
    /// The salt of every key that a proximity session derives: the hash of the transcript under tag 24 (§9.1.1.5).
    public var salt: [UInt8] {
        Hash.sha256(CBORWriter.bytes { $0.embedded(bytes) })
    }

    /// What a device signs or authenticates: DeviceAuthenticationBytes (§9.1.3.4).
    ///
    /// `deviceNameSpaces` is the encoding under tag 24.
    func deviceAuthentication(docType: String, deviceNameSpaces: some Collection<UInt8>) -> [UInt8] {
        authentication("DeviceAuthentication") {
            $0.text(docType)
            $0.raw(deviceNameSpaces)
        }
    }

    /// What a reader signs for one document: ReaderAuthenticationBytes (§9.1.4.5), the items request as it arrived.
    func readerAuthentication(itemsRequest: some Collection<UInt8>) -> [UInt8] {
        authentication("ReaderAuthentication") { $0.raw(itemsRequest) }
    }

    /// What a reader signs for the whole request (second edition §12.5), each part as it arrived.
    func readerAuthenticationAll(itemsRequests: [ByteView], deviceRequestInfo: ByteView?) -> [UInt8] {
        authentication("ReaderAuthenticationAll") {
            $0.array { for request in itemsRequests { $0.raw(request) } }
            if let deviceRequestInfo { $0.raw(deviceRequestInfo) } else { $0.null() }
        }
    }

    /// An array under tag 24 that begins with its name and with the transcript itself, which is not under a tag here.
    private func authentication(_ name: String, _ rest: (inout CBORWriter) -> Void) -> [UInt8] {
        CBORWriter.bytes {
            $0.embedded(
                CBORWriter.bytes {
                    $0.array {
                        $0.text(name)
                        $0.raw(bytes)
                        rest(&$0)
                    }
                })
        }
    }
}
