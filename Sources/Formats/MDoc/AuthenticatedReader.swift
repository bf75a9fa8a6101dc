internal import LanyardCBOR
internal import LanyardCOSE
public import LanyardCertificates
internal import WalletPorts

/// A reader whose signature holds for this session; whether it is trusted is another question.
public struct AuthenticatedReader: Sendable {
    /// Its certificates, the reader's first; the profile of the path is `.mdocReader`.
    public let certificates: [Certificate]

    /// Verifies a signature over bytes that do not travel with it, by the key of the first certificate.
    init(of message: COSESign1, over bytes: [UInt8], rows: [String], at location: String) throws(Finding) {
        let certificates = try message.header.signerChain(
            "readerAuth", .verifier, clause: "ISO/IEC 18013-5 §9.1.4", rows: rows)
        guard let leaf = certificates.first else {
            throw .mdoc(
                "readerAuth.x5chain", .verifier, clause: "ISO/IEC 18013-5 §9.1.4.4", rows: rows, at: location,
                expected: "the reader's certificate", seen: .absent)
        }
        let policy = COSEPolicy(algorithms: COSEAlgorithm.signatures, party: .verifier, rows: rows, at: location)
        _ = try message.verified(by: try leaf.publicKey, policy: policy, detached: ByteView(bytes))
        self.certificates = certificates
    }
}
