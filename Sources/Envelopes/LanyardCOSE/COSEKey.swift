public import LanyardCBOR
public import LanyardCrypto
public import WalletPorts

/// A public key as COSE_Key, RFC 9052 §7, that has been checked: full-length coordinates, a point on its curve.
public struct COSEKey: Sendable, Hashable {
    /// The key.
    public let key: PublicKey

    /// Describes a key.
    public init(_ key: PublicKey) {
        self.key = key
    }

    /// Reads the public part of a key: EC2 on P-256, P-384, P-521, or OKP on Ed25519.
    ///
    /// A compressed y is decompressed (RFC 9053 §7.1.1). Throws `cose.key.*`, `.unsupported` for another curve or type;
    /// the finding names the label that is wrong. A private part is ignored, and so are
    /// `kid`, `alg` and `key_ops`: issuers in the field write them carelessly.
    public init(cbor field: CBORField, from party: Finding.Party, rows: [String] = []) throws(Finding) {
        let type: Int64
        let curve: Int64
        do throws(CBORError) {
            type = try field[1].int64()
            curve = try field[-1].int64()
        } catch {
            throw Self.finding(error, party, rows)
        }
        guard let kind = Kind(type: type, curve: curve) else {
            throw Finding(
                "cose.key.unsupported", party, clause: "RFC 9053 §7.1", rows: rows, at: field.location,
                expected: "a key on P-256, P-384, P-521 or Ed25519", seen: .text("kty \(type), crv \(curve)"),
                remedy: "Another key is needed; keys of this kind cannot be used.")
        }
        do throws(CBORError) {
            key = try kind.key(x: field[-2], y: field[-3])
        } catch {
            throw Self.finding(error, party, rows)
        }
    }

    private static func finding(_ error: CBORError, _ party: Finding.Party, _ rows: [String]) -> Finding {
        Finding(
            cbor: error, "cose.key", party, clause: "RFC 9053 §7.1", rows: rows,
            remedy: "The sender has to send a key in full length whose point is on its curve.")
    }

    /// The public key as COSE_Key in core deterministic encoding; nil for RSA, which has no use here.
    public var encoded: [UInt8]? { value?.encoded() }

    /// The public key as a map of the members that it needs: type, curve, coordinates.
    public var value: CBOR? {
        switch key {
        case .ec(let key):
            let curve: CBOR =
                switch key.curve {
                case .p256: 1
                case .p384: 2
                case .p521: 3
                }
            return [1: 2, -1: curve, -2: .bytes(key.x), -3: .bytes(key.y)]
        case .ed25519(let key): return [1: 1, -1: 6, -2: .bytes(key.raw)]
        case .rsa: return nil
        }
    }
}

/// The key types and curves that are read (RFC 9053 §7.1).
private enum Kind {
    case point(Curve)
    case ed25519

    init?(type: Int64, curve: Int64) {
        switch (type, curve) {
        case (2, 1): self = .point(.p256)
        case (2, 2): self = .point(.p384)
        case (2, 3): self = .point(.p521)
        case (1, 6): self = .ed25519
        default: return nil
        }
    }

    func key(x: CBORField, y: CBORField) throws(CBORError) -> PublicKey {
        let first = try x.byteString().array
        do {
            switch self {
            case .ed25519:
                return .ed25519(try Ed25519PublicKey(raw: first))
            case .point(let curve):
                if let isOdd = y.item?.bool { return .ec(try ECPublicKey(curve, x: first, isYOdd: isOdd)) }
                return .ec(try ECPublicKey(curve, x: first, y: try y.byteString().array))
            }
        } catch let error as CBORError {
            throw error
        } catch {
            throw x.error(.type, (error as? CryptoError)?.reason ?? "no key")
        }
    }
}
