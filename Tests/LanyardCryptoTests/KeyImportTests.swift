import LanyardCrypto
import LanyardTestSupport
import LanyardText
import Testing

struct KeyImportTests {
    private static let orders: [(Curve, String)] = [
        (.p256, "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"),
        (
            .p384,
            "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973"
        ),
        (
            .p521,
            "01fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d0"
                + "3bb5c9b8899c47aebb6fb71e91386409"
        ),
    ]

    private func isInvalidKey(_ body: () throws -> Void) -> Bool {
        do {
            try body()
            return false
        } catch {
            return (error as? CryptoError)?.code == .invalidKey
        }
    }

    @Test(arguments: orders) func `a scalar is from one to the order less one`(_ curve: Curve, _ order: String) throws {
        let n = try decoded(hex: order)
        let zero = [UInt8](repeating: 0, count: curve.coordinateLength)
        let last = n.dropLast() + [n[n.count - 1] - 1]
        #expect(isInvalidKey { _ = try ECPrivateKey(curve, scalar: zero) })
        #expect(isInvalidKey { _ = try ECPrivateKey(curve, scalar: n) })
        #expect(isInvalidKey { _ = try ECPrivateKey(curve, scalar: n.dropLast() + [n[n.count - 1] + 1]) })
        #expect(isInvalidKey { _ = try ECPrivateKey(curve, scalar: zero.map { _ in 0xff }) })
        let one = try ECPrivateKey(curve, scalar: zero.dropLast() + [1])
        let minusOne = try ECPrivateKey(curve, scalar: last)
        // (n - 1)·G is -G: the same x, another y.
        #expect(one.publicKey.x == minusOne.publicKey.x)
        #expect(one.publicKey.y != minusOne.publicKey.y)
    }

    @Test(arguments: Curve.allCases) func `a scalar has the full length`(_ curve: Curve) throws {
        for length in 0...200 {
            let scalar = [UInt8](repeating: 1, count: length)
            #expect(isInvalidKey { _ = try ECPrivateKey(curve, scalar: scalar) } == (length != curve.coordinateLength))
        }
    }

    /// The generator of P-256 (SEC 2 §2.4.2), so that the point of one is known from outside.
    @Test func `the point is computed from the scalar`() throws {
        let one = try ECPrivateKey(.p256, scalar: [UInt8](repeating: 0, count: 31) + [1])
        #expect(
            Hex.encode(one.publicKey.x963)
                == "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5")
    }

    @Test(.row("VCI-ENC-08"), arguments: Curve.allCases)
    func `VCI-ENC-08 infinity, compressed, hybrid and off-curve points are refused`(_ curve: Curve) throws {
        let key = try ECPrivateKey.generate(curve).publicKey
        let parity = (key.y.last ?? 0) & 1
        #expect(isInvalidKey { _ = try ECPublicKey(curve, x963: [0]) })
        #expect(isInvalidKey { _ = try ECPublicKey(curve, x963: [2 + parity] + key.x) })
        #expect(isInvalidKey { _ = try ECPublicKey(curve, x963: [6 + parity] + key.x + key.y) })
        #expect(isInvalidKey { _ = try ECPublicKey(curve, x963: [0] + key.x + key.y) })
        #expect(isInvalidKey { _ = try ECPublicKey(curve, x963: [5] + key.x + key.y) })
        #expect(isInvalidKey { _ = try ECPublicKey(curve, x: key.y, y: key.x) })
        let zero = [UInt8](repeating: 0, count: curve.coordinateLength)
        #expect(isInvalidKey { _ = try ECPublicKey(curve, x: zero, y: zero) })
        #expect(isInvalidKey { _ = try ECPublicKey(curve, x: zero.map { _ in 0xff }, y: key.y) })
        #expect(isInvalidKey { _ = try ECPublicKey(curve, x: Array(key.x.dropLast()), y: key.y) })
        #expect(isInvalidKey { _ = try ECPublicKey(curve, x: [0] + key.x, y: Array(key.y.dropFirst())) })
        #expect(try ECPublicKey(curve, x: key.x, y: key.y) == key)
        // After all these refusals the backend still works: no error is left over from them.
        #expect(try ECPrivateKey.generate(curve).signature(for: [1], hash: .sha256).count == 2 * zero.count)
    }

    @Test(arguments: Curve.allCases) func `x and the lowest bit of y are enough`(_ curve: Curve) throws {
        for _ in 0..<8 {
            let key = try ECPrivateKey.generate(curve).publicKey
            let isOdd = (key.y.last ?? 0) & 1 == 1
            #expect(try ECPublicKey(curve, x: key.x, isYOdd: isOdd) == key)
            let mirrored = try ECPublicKey(curve, x: key.x, isYOdd: !isOdd)
            #expect(mirrored.x == key.x && mirrored.y != key.y)
            #expect(isInvalidKey { _ = try ECPublicKey(curve, x: Array(key.x.dropLast()), isYOdd: isOdd) })
            #expect(isInvalidKey { _ = try ECPublicKey(curve, x: key.x.map { _ in 0xff }, isYOdd: isOdd) })
        }
    }

    @Test(arguments: Curve.allCases) func `no length of a point or a signature ends the process`(_ curve: Curve) throws
    {
        let key = try ECPrivateKey.generate(curve).publicKey
        var taken: [Int] = []
        for length in 0...200 {
            for byte: UInt8 in [0, 1, 4, 0x30, 0xff] {
                let bytes = [UInt8](repeating: byte, count: length)
                guard isInvalidKey({ _ = try ECPublicKey(curve, x963: bytes) }),
                    isInvalidKey({ _ = try ECPublicKey(curve, x: bytes, y: bytes) }),
                    !key.isValidSignature(bytes, for: [], hash: .sha256),
                    !key.isValidSignature(der: bytes, for: [], hash: .sha256)
                else {
                    taken.append(length)
                    continue
                }
            }
        }
        #expect(taken.isEmpty)
    }

    @Test func `no length of an Ed25519 key or signature ends the process`() throws {
        let key = try Ed25519PrivateKey.generate().publicKey
        for length in 0...200 {
            let bytes = [UInt8](repeating: 7, count: length)
            #expect(isInvalidKey { _ = try Ed25519PrivateKey(seed: bytes) } == (length != 32))
            if length != 32 { #expect(isInvalidKey { _ = try Ed25519PublicKey(raw: bytes) }) }
            #expect(!key.isValidSignature(bytes, for: []))
        }
    }

    @Test func `no shared secret across curves`() throws {
        let key = try ECPrivateKey.generate(.p256)
        let peer = try ECPrivateKey.generate(.p384).publicKey
        #expect(throws: CryptoError.self) { try key.sharedSecret(with: peer) }
    }
}
