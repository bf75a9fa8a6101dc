public import LanyardCrypto
public import LanyardDER

/// A public key as certificates carry it, not yet decoded.
///
/// Decoding costs more than reading the rest of the certificate, so it waits for ``publicKey()``. A key of another type
/// leaves the rest of the certificate readable.
public struct SubjectPublicKeyInfo: Sendable, Hashable {
    /// The type of key.
    public let algorithm: OID
    /// The named curve, for an elliptic-curve key that names one.
    public let curve: OID?
    /// The key itself: a point, or an RSA key in DER.
    public let key: [UInt8]
    /// The original SEQUENCE.
    public let bytes: [UInt8]

    /// Reads a SubjectPublicKeyInfo with nothing after it.
    public init(der: [UInt8]) throws(DERError) {
        try self.init(try DERReader.only(.sequence, in: der))
    }

    init(_ element: DERElement) throws(DERError) {
        bytes = element.bytes
        var fields = try element.reader()
        var identifier = try fields.next(.sequence).reader()
        algorithm = try identifier.next(.oid).oid()
        curve = try identifier.nextIf(.oid)?.oid()
        key = Array(try fields.next(.bitString).wholeBytes())
        try fields.finish()
    }

    /// Decodes the key: P-256, P-384, P-521 (uncompressed points on the curve), Ed25519, RSA of 2048 to 8192 bits.
    public func publicKey() throws(CryptoError) -> PublicKey {
        switch algorithm {
        case OID(1, 2, 840, 10045, 2, 1):
            guard let curve = namedCurve else {
                throw CryptoError(.unsupported, "the curve \(self.curve?.description ?? "without a name")")
            }
            return .ec(try ECPublicKey(curve, x963: key))
        case OID(1, 3, 101, 112): return .ed25519(try Ed25519PublicKey(raw: key))
        case OID(1, 2, 840, 113_549, 1, 1, 1): return .rsa(try rsa())
        default: throw CryptoError(.unsupported, "the key type \(algorithm)")
        }
    }

    private var namedCurve: Curve? {
        switch curve {
        case OID(1, 2, 840, 10045, 3, 1, 7): .p256
        case OID(1, 3, 132, 0, 34): .p384
        case OID(1, 3, 132, 0, 35): .p521
        default: nil
        }
    }

    private func rsa() throws(CryptoError) -> RSAPublicKey {
        let modulus: [UInt8]
        let exponent: [UInt8]
        do {
            var fields = try DERReader.only(.sequence, in: key).reader()
            modulus = Array(try fields.next(.integer).magnitude())
            exponent = Array(try fields.next(.integer).magnitude())
            try fields.finish()
        } catch {
            throw CryptoError(.invalidKey, "an RSA key is two positive integers: \(error)")
        }
        return try RSAPublicKey(modulus: modulus, exponent: exponent)
    }
}
