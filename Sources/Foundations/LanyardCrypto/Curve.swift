/// The NIST curves that credentials use, under their JOSE names (RFC 7518 §6.2.1.1).
public enum Curve: String, Hashable, Sendable, CaseIterable {
    /// secp256r1.
    case p256 = "P-256"
    /// secp384r1.
    case p384 = "P-384"
    /// secp521r1.
    case p521 = "P-521"

    /// The length of a coordinate, a scalar and half a raw signature, in bytes.
    public var coordinateLength: Int {
        switch self {
        case .p256: 32
        case .p384: 48
        case .p521: 66
        }
    }

    /// Tells whether bytes are a private scalar: the full length, not zero, below the order of the group.
    ///
    /// Backends take zero and values beyond the order, hence this check. Its time does not depend on the bytes.
    func isScalar(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count == coordinateLength else { return false }
        var borrow = 0
        var union: UInt8 = 0
        for (byte, limit) in zip(bytes.reversed(), order.reversed()) {
            borrow = (Int(byte) - Int(limit) - borrow) < 0 ? 1 : 0
            union |= byte
        }
        return borrow == 1 && union != 0
    }

    /// The order of the group, big-endian (SEC 2 §2.4.2, §2.5.1, §2.6.1).
    private var order: [UInt8] {
        switch self {
        case .p256: Self.p256Order
        case .p384: Self.p384Order
        case .p521: Self.p521Order
        }
    }

    private static let p256Order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]
    private static let p384Order: [UInt8] =
        [UInt8](repeating: 0xFF, count: 24) + [
            0xC7, 0x63, 0x4D, 0x81, 0xF4, 0x37, 0x2D, 0xDF, 0x58, 0x1A, 0x0D, 0xB2,
            0x48, 0xB0, 0xA7, 0x7A, 0xEC, 0xEC, 0x19, 0x6A, 0xCC, 0xC5, 0x29, 0x73,
        ]
    private static let p521Order: [UInt8] =
        [0x01] + [UInt8](repeating: 0xFF, count: 32) + [
            0xFA, 0x51, 0x86, 0x87, 0x83, 0xBF, 0x2F, 0x96, 0x6B, 0x7F, 0xCC, 0x01, 0x48, 0xF7, 0x09, 0xA5, 0xD0,
            0x3B, 0xB5, 0xC9, 0xB8, 0x89, 0x9C, 0x47, 0xAE, 0xBB, 0x6F, 0xB7, 0x1E, 0x91, 0x38, 0x64, 0x09,
        ]
}
