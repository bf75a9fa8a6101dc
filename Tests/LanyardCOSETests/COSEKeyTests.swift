import LanyardCBOR
import LanyardCOSE
import LanyardCrypto
import LanyardJSON
import LanyardTestSupport
import Testing
import WalletPorts

@Suite struct COSEKeyTests {
    private func key(_ value: CBOR) throws -> COSEKey {
        try COSEKey(cbor: CBORField(CBORItem(parsing: value.encoded())), from: .issuer)
    }

    private func code(_ value: CBOR) -> String? {
        let finding = #expect(throws: Finding.self) { try key(value) }
        return finding.map { "\($0.code)\($0.location)" }
    }

    @Test func `a key of another implementation is read and written to the byte`() throws {
        let bytes = try bytes(hexFile: "cose/isomdl__cose_key__ec_p256.cbor.hex")
        let key = try COSEKey(cbor: CBORField(CBORItem(parsing: bytes)), from: .issuer)
        #expect(key.encoded == bytes)
    }

    @Test func `members stand in the deterministic order of RFC 8949`() throws {
        let json = try JSON(parsing: Vector.bytes("cose/axle-cose-key.json"))
        // The vector's coordinates are on no curve; its layout is what counts.
        let vectors = try #require(json["vectors"]?.array)
        #expect(!vectors.isEmpty)
        for vector in vectors {
            let made = try ECPrivateKey.generate(curve(vector["crv"])).publicKey
            let written = try #require(COSEKey(.ec(made)).encoded)
            let expected = try bytes(hex: vector["hex"])
            let layout = try #require(CBORItem(parsing: expected).map).map { $0.key.int64 }
            #expect(try #require(CBORItem(parsing: written).map).map { $0.key.int64 } == layout)
            #expect(written.prefix(8) == expected.prefix(8) && written.count == expected.count)
            #expect(try CBORItem(parsing: written).value.encoded(.bytewise) == written)
        }
    }

    @Test(.row("VCI-MDOC-10"), arguments: Curve.allCases)
    func `VCI-MDOC-10 the compressed form is the same key`(_ curve: Curve) throws {
        let made = try ECPrivateKey.generate(curve).publicKey
        let id: CBOR = curve == .p256 ? 1 : curve == .p384 ? 2 : 3
        let isOdd = (made.y.last ?? 0) & 1 == 1
        #expect(try key([1: 2, -1: id, -2: .bytes(made.x), -3: .bytes(made.y)]).key == .ec(made))
        #expect(try key([1: 2, -1: id, -2: .bytes(made.x), -3: .bool(isOdd)]).key == .ec(made))
        #expect(try key([1: 2, -1: id, -2: .bytes(made.x), -3: .bool(!isOdd)]).key != .ec(made))
    }

    @Test(.row("ISO7C-09")) func `ISO7C-09 a key that is none is refused, and what is wrong is named`() throws {
        let made = try ECPrivateKey.generate(.p256).publicKey
        let (x, y) = (CBOR.bytes(made.x), CBOR.bytes(made.y))
        #expect(code([1: 2, -1: 1, -2: y, -3: x]) == "cose.key.type/-2")
        #expect(code([1: 2, -1: 1, -2: .bytes(Array(made.x.dropLast())), -3: y]) == "cose.key.type/-2")
        #expect(code([1: 2, -1: 1, -2: .bytes([0] + made.x), -3: y]) == "cose.key.type/-2")
        #expect(code([1: 2, -1: 2, -2: x, -3: y]) == "cose.key.type/-2")
        #expect(code([1: 2, -1: 1, -2: x]) == "cose.key.missing/-3")
        #expect(code([1: 2, -1: 1, -2: "x", -3: y]) == "cose.key.type/-2")
        #expect(code([1: 2, -2: x, -3: y]) == "cose.key.missing/-1")
        #expect(code([1: "EC2", -1: 1, -2: x, -3: y]) == "cose.key.type/1")
        #expect(code([1: 1, -1: 6, -2: .bytes([1])]) == "cose.key.type/-2")
        #expect(code([]) == "cose.key.type")
    }

    @Test(
        .row("MDOC-SES-07"),
        arguments: [(1, 4), (1, 5), (1, 7), (2, 8), (2, 256), (2, 257), (2, 258), (2, 259), (3, 1)])
    func `MDOC-SES-07 other curves are named as unsupported`(_ type: Int64, _ curve: Int64) {
        let value: CBOR = [1: .integer(type), -1: .integer(curve), -2: .bytes([1]), -3: .bytes([2])]
        #expect(code(value) == "cose.key.unsupported")
    }

    @Test func `id and algorithm are passed over, and an Ed25519 key is written as OKP`() throws {
        let made = try Ed25519PrivateKey(seed: [UInt8](1...32)).publicKey
        let read = try key([1: 1, 2: .bytes([9]), 3: -8, -1: 6, -2: .bytes(made.raw)])
        #expect(read.key == .ed25519(made))
        #expect(COSEKey(read.key).encoded == ([1: 1, -1: 6, -2: .bytes(made.raw)] as CBOR).encoded())
    }
}
