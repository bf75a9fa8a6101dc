public import LanyardCBOR
internal import LanyardCrypto
public import WalletPorts

/// A COSE_Mac0 as it arrived, RFC 9052 §6.2: well formed, and nothing more.
public struct COSEMac0: Sendable {
    /// Both headers.
    public let header: COSEHeader
    /// The payload; nil when it travels elsewhere.
    public let payload: ByteView?
    /// The tag as it arrived.
    public let code: [UInt8]

    /// Reads the array of four, or tag 17 around it; throws `cose.*`.
    public init(cbor field: CBORField, from party: Finding.Party, rows: [String] = []) throws(Finding) {
        let message = try COSEMessage(field, tag: 17, from: party, rows: rows)
        header = message.header
        payload = message.payload
        code = message.proof
    }

    /// What the tag is over: `MAC_structure` with the protected header as it arrived (RFC 9052 §6.3).
    package static func authenticatedInput(
        protected: [UInt8], _ payload: some Collection<UInt8>, externalData: [UInt8]
    ) -> [UInt8] {
        COSEMessage.structure(COSEContext.mac0, protected: protected, externalData: externalData, payload: payload)
    }

    /// Checks the headers and, in constant time, the tag; HMAC 256/256 is the only algorithm.
    ///
    /// Throws `cose.alg.*`, `cose.crit.unsupported`, `cose.payload.*` or `cose.mac.invalid`.
    public func verified(
        by key: some Collection<UInt8>, policy: COSEPolicy, detached: ByteView? = nil, externalData: [UInt8] = []
    ) throws(Finding) -> VerifiedCOSE {
        let algorithm = try policy.check(header)
        guard algorithm == .hmac256 else {
            throw policy.finding(
                "alg.notAllowed", clause: "RFC 9053 §3.1", expected: COSEAlgorithm.hmac256.description,
                seen: .text(algorithm.description))
        }
        let payload = try policy.payload(attached: payload, detached: detached)
        let input = Self.authenticatedInput(protected: header.protectedBytes, payload, externalData: externalData)
        guard HMAC.isValid(code, .sha256, key: key, message: input) else {
            throw policy.finding(
                "mac.invalid", clause: "RFC 9052 §6.3", expected: "a tag by the shared key",
                seen: .kind("tag", length: code.count))
        }
        return VerifiedCOSE(header: header, payload: payload)
    }

    /// Makes a message, untagged, with HMAC 256/256; a detached payload is authenticated and left out.
    public static func encoded(
        by key: some Collection<UInt8>, payload: [UInt8], isDetached: Bool = false, externalData: [UInt8] = []
    ) -> [UInt8] {
        let protected = ([1: .integer(COSEAlgorithm.hmac256.id)] as CBOR).encoded()
        let input = authenticatedInput(protected: protected, payload, externalData: externalData)
        return COSEMessage.encoded(
            protected: protected, unprotected: [:], payload: isDetached ? nil : payload,
            proof: HMAC.code(.sha256, key: key, message: input))
    }
}
