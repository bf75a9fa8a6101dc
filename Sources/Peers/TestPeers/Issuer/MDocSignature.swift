import LanyardCBOR
import LanyardCrypto
import LanyardDER
import WalletPorts

/// Writes the issuer's COSE_Sign1 of an mdoc, RFC 9052 §4.2, with the faults that are asked for.
struct MDocSignature {
    let faults: Set<PeerFault>
    let signer: PeerCertificate
    let pki: PeerPKI
    let now: Instant

    /// The encoded array around a payload.
    func sign(_ payload: [UInt8]) throws(CryptoError) -> [UInt8] {
        let signer = try chosenSigner
        var chain = signer.chain
        if faults.contains(.anchorInChain) { chain.append(pki.issuingAuthority.der) }
        let certificates: CBOR = chain.count == 1 ? .bytes(chain[0]) : .array(chain.map { .bytes($0) })
        // ES256 by P-256 is -7; -35 is ES384, which wants another curve.
        let algorithm = (key: CBOR.integer(1), value: CBOR.integer(faults.contains(.wrongAlgorithm) ? -35 : -7))
        var protected: [(key: CBOR, value: CBOR)] = []
        var unprotected: [(key: CBOR, value: CBOR)] = []
        if faults.contains(.algorithmUnprotected) { unprotected.append(algorithm) } else { protected.append(algorithm) }
        if faults.contains(.criticalHeader) {
            protected += [(2, ["x-unknown"]), ("x-unknown", true)]
        }
        if !faults.contains(.noIssuerKey) {
            let chain = (key: CBOR.integer(33), value: certificates)
            if faults.contains(.protectedChain) { protected.append(chain) } else { unprotected.append(chain) }
        }
        let header = protected.isEmpty ? [] : CBOR.map(protected).encoded()
        let signed: CBOR = ["Signature1", .bytes(header), .bytes([]), .bytes(payload)]
        let key = faults.contains(.foreignSignature) ? try ECPrivateKey.generate(.p256) : signer.key
        var signature = try key.signature(for: signed.encoded(), hash: .sha256)
        if faults.contains(.tamperedSignature), let last = signature.indices.last { signature[last] ^= 1 }
        let array: CBOR = [
            .bytes(header), .map(unprotected), faults.contains(.detachedPayload) ? .null : .bytes(payload),
            .bytes(signature),
        ]
        return (faults.contains(.taggedSignature) ? .tagged(18, array) : array).encoded()
    }

    /// The document signer, or one that is not as Annex B of ISO/IEC 18013-5 wants it.
    private var chosenSigner: PeerCertificate {
        get throws(CryptoError) {
            let day = 86_400.0
            if faults.contains(.badChain) { return try pki.documentSigner(under: pki.foreignAuthority) }
            if faults.contains(.selfSignedSigner) {
                return try PeerCertificate(CertificateDraft("Self-signed", at: now))
            }
            let ofSigner: Set<PeerFault> = [
                .expiredSigner, .signerWithoutPurpose, .signerValidTooLong, .signerElsewhere,
                .signerWithUnknownExtension,
            ]
            guard !faults.isDisjoint(with: ofSigner) else { return signer }
            return try pki.documentSigner { draft in
                if faults.contains(.expiredSigner) {
                    draft.notBefore = now.advanced(by: -400 * day)
                    draft.notAfter = now.advanced(by: -30 * day)
                }
                if faults.contains(.signerWithoutPurpose) { draft.purposes = [] }
                if faults.contains(.signerValidTooLong) { draft.notAfter = now.advanced(by: 457 * day) }
                if faults.contains(.signerElsewhere) { draft.country = "XU" }
                if faults.contains(.signerWithUnknownExtension) { draft.hasUnknownCriticalExtension = true }
            }
        }
    }
}
