import LanyardCBOR
import LanyardCOSE
import LanyardCrypto
import LanyardJSON
import LanyardTestSupport
import Testing
import WalletPorts

@Suite struct COSESign1Tests {
    private let policy = COSEPolicy(algorithms: COSEAlgorithm.signatures, party: .issuer)

    private func parsed(_ bytes: [UInt8]) throws -> COSESign1 {
        try COSESign1(cbor: CBORField(CBORItem(parsing: bytes)), from: .issuer)
    }

    @Test
    func `messages of an independent implementation are built and verified, external data and detached payloads too`()
        throws
    {
        let vectors = try #require(JSON(parsing: Vector.bytes("cose/gluecose-sign1.dev.json")).array)
        let elliptic = vectors.filter { $0["key"]?["kty"]?.string == "EC" }
        #expect(elliptic.count == 6)
        for vector in elliptic {
            let jwk = try #require(vector["key"])
            let point = try ECPublicKey(
                curve(jwk["crv"]), x: bytes(base64url: jwk["x"]), y: bytes(base64url: jwk["y"]))
            let key = PublicKey.ec(point)
            let title = vector["title"]?.string ?? ""
            if let signing = vector["sign1::sign"] {
                let isDetached = signing["detached"]?.bool == true
                let payload = try bytes(hex: signing["payload"])
                let external = try bytes(hex: signing["external"] ?? "")
                let draft = UnsignedCOSESign1(
                    protected: try CBORItem(parsing: bytes(hex: signing["protectedHeaders"]?["cborHex"])).value,
                    unprotected: try CBORItem(parsing: bytes(hex: signing["unprotectedHeaders"]?["cborHex"])).value,
                    payload: payload, isDetached: isDetached, externalData: external)
                #expect(draft.signingInput == (try bytes(hex: signing["tbsHex"]?["cborHex"])), "\(title)")
                let output = try parsed(bytes(hex: signing["expectedOutput"]?["cborHex"]))
                #expect(
                    draft.encoded(signature: output.signature)
                        == (try bytes(hex: signing["expectedOutput"]?["cborHex"])).dropFirst().map { $0 }, "\(title)")
                #expect(throws: Never.self, "\(title)") {
                    try output.verified(
                        by: key, policy: policy, detached: isDetached ? ByteView(payload) : nil, externalData: external)
                }
            }
            if let verifying = vector["sign1::verify"] {
                let message = try parsed(bytes(hex: verifying["taggedCOSESign1"]?["cborHex"]))
                let external = try bytes(hex: verifying["external"] ?? "")
                let isValid = (try? message.verified(by: key, policy: policy, externalData: external)) != nil
                #expect(isValid == verifying["shouldVerify"]?.bool, "\(title)")
            }
        }
    }

    @Test func `a message of another implementation survives being read and written`() throws {
        let bytes = try bytes(hexFile: "cose/isomdl__cose__sign1__serialized.cbor.hex")
        let scalar = try LanyardCOSETests.bytes(hexFile: "cose/isomdl__cose__sign1__secret_key.hex")
        let key = try ECPrivateKey(.p256, scalar: scalar)
        let message = try parsed(bytes)
        let verified = try message.verified(by: .ec(key.publicKey), policy: policy)
        let draft = UnsignedCOSESign1(
            algorithm: .es256, unprotected: message.header.unprotected.value, payload: verified.payload.array)
        #expect(draft.encoded(signature: message.signature) == bytes)
    }

    private func message(
        protected: CBOR = [1: -7], unprotected: CBOR = [:], payload: [UInt8] = [1, 2, 3], isDetached: Bool = false,
        curve: Curve = .p256, change: (inout [CBOR]) -> Void = { _ in }
    ) throws -> (message: [UInt8], key: PublicKey) {
        let key = try ECPrivateKey.generate(curve)
        let draft = UnsignedCOSESign1(
            protected: protected, unprotected: unprotected, payload: payload, isDetached: isDetached)
        let hash = try #require(curve.signatureAlgorithm.hash)
        let signature = try key.signature(for: draft.signingInput, hash: hash)
        var parts = try #require(CBORItem(parsing: draft.encoded(signature: signature)).value.array)
        change(&parts)
        return (CBOR.array(parts).encoded(), .ec(key.publicKey))
    }

    private func code(_ made: (message: [UInt8], key: PublicKey), detached: ByteView? = nil) -> String? {
        do {
            _ = try parsed(made.message).verified(by: made.key, policy: policy, detached: detached)
            return nil
        } catch {
            return (error as? Finding)?.code.description
        }
    }

    @Test(.row("VCI-MDOC-03", "VCI-MDOC-04"))
    func `VCI-MDOC-04 the algorithm is protected, known and fits the curve`() throws {
        for (curve, id) in [
            (Curve.p256, -7), (.p256, -9), (.p384, -35), (.p384, -51), (.p521, -36), (.p521, -52),
        ] as [(Curve, Int64)] {
            #expect(try code(message(protected: [1: .integer(id)], curve: curve)) == nil)
        }
        #expect(try code(message(curve: .p384)) == "cose.key.mismatch")
        #expect(try code(message(protected: [1: -9], curve: .p384)) == "cose.key.mismatch")
        #expect(try code(message(protected: [1: -8])) == "cose.key.mismatch")
        #expect(try code(message(protected: [1: 5])) == "cose.alg.notAllowed")
        #expect(try code(message(protected: [1: -37])) == "cose.alg.notAllowed")
        #expect(try code(message(protected: [:], unprotected: [1: -7])) == "cose.alg.unprotected")
        #expect(try code(message(protected: [:])) == "cose.alg.missing")
        #expect(try code(message(protected: [1: "ES256"])) == "cose.alg.missing")
        #expect(try code(message(protected: [1: -7], unprotected: [1: -7])) == "cose.duplicateKey")
        #expect(try code(message(protected: [1: -7, 2: [33]])) == "cose.crit.unsupported")
    }

    @Test func `Ed25519 verifies under both of its numbers`() throws {
        let key = try Ed25519PrivateKey(seed: [UInt8](1...32))
        for algorithm in [COSEAlgorithm.edDSA, .ed25519] {
            let draft = UnsignedCOSESign1(algorithm: algorithm, payload: [7])
            let bytes = draft.encoded(signature: try key.signature(for: draft.signingInput))
            #expect(throws: Never.self) {
                try parsed(bytes).verified(by: .ed25519(key.publicKey), policy: policy)
            }
        }
    }

    @Test(.row("MDOC-RQ-04")) func `MDOC-RQ-04 a payload is attached or given, never both`() throws {
        let payload = ByteView([1, 2, 3])
        #expect(try code(message(isDetached: true), detached: payload) == nil)
        #expect(try code(message(isDetached: true), detached: ByteView([1, 2])) == "cose.signature.invalid")
        #expect(try code(message(isDetached: true)) == "cose.payload.detached")
        #expect(try code(message(), detached: payload) == "cose.payload.attached")
    }

    @Test func `a message has four parts of the right kind`() throws {
        #expect(try code(message { $0.removeLast() }) == "cose.type")
        #expect(try code(message { $0.append(.null) }) == "cose.type")
        #expect(try code(message { $0[0] = [:] }) == "cose.type")
        #expect(try code(message { $0[0] = .bytes([0x80]) }) == "cose.type")
        #expect(try code(message { $0[0] = .bytes([0xA1]) }) == "cose.truncated")
        #expect(try code(message { $0[1] = .null }) == "cose.type")
        #expect(try code(message { $0[2] = "text" }) == "cose.type")
        #expect(try code(message { $0[3] = .null }) == "cose.type")
        #expect(try code(message { $0[3] = .bytes([]) }) == "cose.signature.invalid")
        #expect(try code(message { $0[2] = .bytes([1, 2, 4]) }) == "cose.signature.invalid")
        #expect(try code(message { $0[0] = .bytes([0xA1, 1, 0x38, 6]) }) == "cose.signature.invalid")
    }

    @Test(.row("VCI-MDOC-03")) func `VCI-MDOC-03 x5chain is one byte string or an array of them`() throws {
        func chain(_ unprotected: CBOR, protected: CBOR = [1: -7]) throws -> [[UInt8]]? {
            try parsed(message(protected: protected, unprotected: unprotected).message).header.certificates()
        }
        #expect(try chain([33: .bytes([1])]) == [[1]])
        #expect(try chain([33: [.bytes([1]), .bytes([2])]]) == [[1], [2]])
        #expect(try chain([33: [.bytes([1])]]) == [[1]])
        #expect(try chain([:], protected: [1: -7, 33: .bytes([3])]) == [[3]])
        #expect(try chain([:]) == nil)
        for wrong in [[] as CBOR, "text", [1], .null] {
            #expect(throws: CBORError.self) { try chain([33: wrong]) }
        }
    }
}
