import LanyardCBOR
import LanyardCrypto
import LanyardJSON
import LanyardTestSupport
import MDoc
import Testing

/// The values of ISO/IEC 18013-5 Annex D.
enum AnnexD {
    static func request() throws -> JSON { try vector("mdoc/annex-d/request-side.json") }
    static func response() throws -> JSON { try vector("mdoc/annex-d/response.json") }

    static func readerKey() throws -> ECPrivateKey {
        try ECPrivateKey(.p256, scalar: bytes(hex: request()["ephemeral_reader_key_d"]))
    }

    private static func parts() throws -> [CBORItem] {
        let tagged = try CBORItem(parsing: bytes(hex: request()["session_transcript_bytes"]))
        let inner = try #require(tagged.content(of: 24)?.byteString)
        let parts = try #require(CBORItem(parsing: inner).array).map { $0 }
        try #require(parts.count == 3)
        return parts
    }

    static func eReaderKeyBytes() throws -> [UInt8] { try parts()[1].bytes.array }

    /// The session, from the messages that the devices exchanged.
    static func transcript() throws -> SessionTranscript {
        let parts = try parts()
        let engagement = try #require(parts[0].content(of: 24)?.byteString)
        let handover = try #require(parts[2].array).compactMap { $0.byteString?.array }
        return try SessionTranscript.proximity(
            deviceEngagement: engagement.array, eReaderKeyBytes: parts[1].bytes.array,
            handover: .nfc(select: handover[0], request: handover[1]))
    }
}
