/// A public key on a NIST curve: a point that is on the curve and is not infinity.
public final class ECPublicKey: Sendable {
    /// The curve.
    public let curve: Curve
    /// The x coordinate, big-endian, padded to the length of the curve.
    public let x: [UInt8]
    /// The y coordinate, big-endian, padded to the length of the curve.
    public let y: [UInt8]

    let backend: ECPublicKeyBackend

    /// Takes an uncompressed point, `04‖x‖y` (SEC 1 §2.3.4).
    ///
    /// Throws `.invalidKey` for a wrong length, for the compressed, hybrid and infinity forms, and for a point that is off
    /// the curve.
    public init(_ curve: Curve, x963: [UInt8]) throws(CryptoError) {
        // Backends take infinity and the other forms as well: this check is ours to make.
        guard x963.count == 1 + 2 * curve.coordinateLength, x963.first == 4 else {
            throw CryptoError(.invalidKey, "not an uncompressed \(curve.rawValue) point")
        }
        self.curve = curve
        x = Array(x963[1...curve.coordinateLength])
        y = Array(x963.suffix(curve.coordinateLength))
        backend = try ECPublicKeyBackend(curve, x963: x963)
    }

    /// Takes the two coordinates, each of the full length of the curve (RFC 7518 §6.2.1.2).
    ///
    /// Throws `.invalidKey` for a wrong length or a point that is off the curve.
    public convenience init(_ curve: Curve, x: [UInt8], y: [UInt8]) throws(CryptoError) {
        guard x.count == curve.coordinateLength, y.count == curve.coordinateLength else {
            throw CryptoError(.invalidKey, "a \(curve.rawValue) coordinate has \(curve.coordinateLength) bytes")
        }
        try self.init(curve, x963: [4] + x + y)
    }

    /// Takes the x coordinate and the lowest bit of y: a compressed point (SEC 1 §2.3.4, RFC 9053 §7.1.1).
    ///
    /// Throws `.invalidKey` for a wrong length or an x that no point of the curve has.
    public convenience init(_ curve: Curve, x: [UInt8], isYOdd: Bool) throws(CryptoError) {
        guard x.count == curve.coordinateLength,
            let point = ECPublicKeyBackend.uncompressed(curve, [isYOdd ? 3 : 2] + x)
        else { throw CryptoError(.invalidKey, "not the x coordinate of a \(curve.rawValue) point") }
        try self.init(curve, x963: point)
    }

    /// The uncompressed point, `04‖x‖y`.
    public var x963: [UInt8] { [4] + x + y }

    /// Tells whether a raw signature r‖s over the hash of the message is this key's; any other length is false.
    public func isValidSignature(
        _ raw: [UInt8], for message: some Collection<UInt8>, hash: HashAlgorithm
    ) -> Bool {
        guard raw.count == 2 * curve.coordinateLength else { return false }
        return message.withBytes { backend.isValidSignature(raw, for: $0, hash: hash) }
    }

    /// Tells whether a DER signature over the hash of the message is this key's; anything but strict DER is false.
    public func isValidSignature(
        der: [UInt8], for message: some Collection<UInt8>, hash: HashAlgorithm
    ) -> Bool {
        guard let raw = ECDSASignature.raw(der: der, curve: curve) else { return false }
        return isValidSignature(raw, for: message, hash: hash)
    }
}

extension ECPublicKey: Hashable {
    /// Equal when curve and point are.
    public static func == (left: ECPublicKey, right: ECPublicKey) -> Bool {
        left.curve == right.curve && left.x == right.x && left.y == right.y
    }

    /// Hashes curve and point.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(curve)
        hasher.combine(x)
        hasher.combine(y)
    }
}
