public import LanyardCBOR
public import LanyardCrypto
public import WalletPorts

/// A COSE_Sign1 as it arrived, RFC 9052 §4.2: well formed, and nothing more.
///
/// Its payload can be acted on only after `verified(by:policy:detached:externalData:)`.
public struct COSESign1: Sendable {
    /// Whether it stood under tag 18.
    public let isTagged: Bool
    /// Both headers.
    public let header: COSEHeader
    /// The payload; nil when it travels elsewhere.
    public let payload: ByteView?
    /// The signature as it arrived: raw r‖s for ECDSA.
    public let signature: [UInt8]

    /// Reads the array of four, or tag 18 around it; throws `cose.*`.
    public init(cbor field: CBORField, from party: Finding.Party, rows: [String] = []) throws(Finding) {
        let message = try COSEMessage(field, tag: 18, from: party, rows: rows)
        isTagged = message.isTagged
        header = message.header
        payload = message.payload
        signature = message.proof
    }

    /// What the signature is over: `Sig_structure` with the protected header as it arrived (RFC 9052 §4.4).
    package static func signingInput(
        _ header: COSEHeader, _ payload: some Collection<UInt8>, externalData: [UInt8]
    ) -> [UInt8] {
        COSEMessage.structure(
            COSEContext.signature1, protected: header.protectedBytes, externalData: externalData, payload: payload)
    }

    /// Checks the headers by a policy, and the signature by a key that the caller has reason to trust.
    ///
    /// The caller gives the payload when it travels elsewhere; then none may be attached. Throws `cose.alg.*`,
    /// `cose.crit.unsupported`, `cose.payload.*`, `cose.key.mismatch` or `cose.signature.invalid`.
    public func verified(
        by key: PublicKey, policy: COSEPolicy, detached: ByteView? = nil, externalData: [UInt8] = []
    ) throws(Finding) -> VerifiedCOSE {
        let algorithm = try policy.check(header)
        let payload = try policy.payload(attached: payload, detached: detached)
        guard let signatureAlgorithm = algorithm.signature, key.algorithms.contains(signatureAlgorithm) else {
            let names = key.algorithms.compactMap(\.cose).map(\.description)
            throw policy.finding(
                "key.mismatch", clause: "RFC 9053 §2",
                expected: names.isEmpty ? "a key on P-256, P-384, P-521 or Ed25519" : names.joined(separator: " or "),
                seen: .text(algorithm.description))
        }
        let input = Self.signingInput(header, payload, externalData: externalData)
        guard key.isValidSignature(signature, for: input, algorithm: signatureAlgorithm) else {
            throw policy.finding(
                "signature.invalid", clause: "RFC 9052 §4.4", expected: "a signature by the key",
                seen: .kind("signature", length: signature.count))
        }
        return VerifiedCOSE(header: header, payload: payload)
    }
}

/// A COSE message whose signature or tag was checked.
public struct VerifiedCOSE: Sendable {
    /// Both headers; only the protected one was signed.
    public let header: COSEHeader
    /// The payload, attached or given.
    public let payload: ByteView
}

/// A COSE_Sign1 that waits for a signature, so that whoever holds the key can make it.
public struct UnsignedCOSESign1: Sendable {
    /// What is to be signed.
    public let signingInput: [UInt8]
    private let protected: [UInt8]
    private let unprotected: CBOR
    private let attached: [UInt8]?

    /// Makes a draft; a detached payload is signed and left out.
    public init(
        algorithm: COSEAlgorithm, unprotected: CBOR = [:], payload: [UInt8], isDetached: Bool = false,
        externalData: [UInt8] = []
    ) {
        self.init(
            protected: [1: .integer(algorithm.id)], unprotected: unprotected, payload: payload, isDetached: isDetached,
            externalData: externalData)
    }

    /// Makes a draft with a protected header of any content, for peers and tests.
    package init(
        protected: CBOR, unprotected: CBOR = [:], payload: [UInt8], isDetached: Bool = false, externalData: [UInt8] = []
    ) {
        if case .map(let entries) = protected, entries.isEmpty {
            self.protected = []
        } else {
            self.protected = protected.encoded()
        }
        self.unprotected = unprotected
        attached = isDetached ? nil : payload
        signingInput = COSEMessage.structure(
            COSEContext.signature1, protected: self.protected, externalData: externalData, payload: payload)
    }

    /// The message, untagged, with a signature in COSE's spelling: raw r‖s for ECDSA (RFC 9053 §2.1).
    public func encoded(signature: [UInt8]) -> [UInt8] {
        COSEMessage.encoded(protected: protected, unprotected: unprotected, payload: attached, proof: signature)
    }
}
