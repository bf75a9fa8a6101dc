import LanyardCBOR
import LanyardCOSE
import LanyardCrypto
import LanyardJSON
import LanyardTestSupport
import Testing
import WalletPorts

/// The examples of the COSE working group; `fail` cases were made by changing a right message.
@Suite struct COSEWorkingGroupTests {
    private struct Case {
        let json: JSON
        let message: CBORField
        let payload: [UInt8]
        let externalData: [UInt8]

        init(_ name: String) throws {
            json = try JSON(parsing: Vector.bytes("cose/cose-wg/\(name).json"))
            message = CBORField(try CBORItem(parsing: bytes(hex: json["output"]?["cbor"])))
            let input = try #require(json["input"])
            if let text = input["plaintext"]?.string {
                payload = Array(text.utf8)
            } else {
                payload = try bytes(hex: input["plaintext_hex"])
            }
            let external = input["sign0"]?["external"]?.string ?? input["mac0"]?["external"]?.string ?? ""
            externalData = try bytes(hex: .string(external))
        }

        var signer: PublicKey {
            get throws {
                let key = try #require(json["input"]?["sign0"]?["key"])
                func part(_ name: String) throws -> [UInt8] {
                    if let text = key["\(name)_hex"] { return try bytes(hex: text) }
                    return try bytes(base64url: key[name])
                }
                guard key["kty"]?.string == "EC" else { return .ed25519(try Ed25519PublicKey(raw: part("x"))) }
                return .ec(try ECPublicKey(curve(key["crv"]), x: part("x"), y: part("y")))
            }
        }

        var secret: [UInt8] {
            get throws {
                let key = try #require(json["input"]?["mac0"]?["recipients"]?[0]?["key"])
                if let text = key["k_hex"] { return try bytes(hex: text) }
                return try bytes(base64url: key["k"])
            }
        }
    }

    private let signatures = COSEPolicy(algorithms: COSEAlgorithm.signatures, party: .issuer)
    private let codes = COSEPolicy(algorithms: [.hmac256], party: .wallet)

    @Test(
        .row("VCI-MDOC-04"),
        arguments: [
            "CWT__A_3", "ecdsa-examples__ecdsa-sig-03", "sign1-tests__sign-pass-03",
            "ecdsa-examples__ecdsa-sig-01",
        ])
    func `VCI-MDOC-04 a right signature is verified`(_ name: String) throws {
        let example = try Case(name)
        let message = try COSESign1(cbor: example.message, from: .issuer)
        let verified = try message.verified(
            by: example.signer, policy: signatures, externalData: example.externalData)
        #expect(verified.payload.array == example.payload)
    }

    @Test(
        arguments: [
            ("sign1-tests__sign-fail-01", "cose.type"),  // another tag
            ("sign1-tests__sign-fail-03", "cose.alg.notAllowed"),
            ("sign1-tests__sign-fail-04", "cose.alg.missing"),  // a name in place of a number
            ("sign1-tests__sign-fail-07", "cose.signature.invalid"),
            ("ecdsa-examples__ecdsa-sig-04", "cose.key.mismatch"),  // ES512 with a key on P-256
            ("sign1-tests__sign-pass-01", "cose.alg.unprotected"),  // good COSE, but nobody signed which algorithm
        ])
    func `a wrong signature or header is refused`(_ name: String, _ code: String) throws {
        let example = try Case(name)
        let finding = #expect(throws: Finding.self) {
            try COSESign1(cbor: example.message, from: .issuer).verified(by: example.signer, policy: signatures)
        }
        #expect(finding?.code.description == code)
    }

    @Test(arguments: ["mac0-tests__HMac-01", "hmac-examples__HMac-enc-01"])
    func `a right tag is verified`(_ name: String) throws {
        let example = try Case(name)
        let message = try COSEMac0(cbor: example.message, from: .wallet)
        let verified = try message.verified(
            by: example.secret, policy: codes, externalData: example.externalData)
        #expect(verified.payload.array == example.payload)
    }

    @Test(
        arguments: [
            ("mac0-tests__mac-fail-01", "cose.type"),
            ("mac0-tests__mac-fail-03", "cose.alg.notAllowed"),
            ("mac0-tests__mac-fail-04", "cose.alg.missing"),
            ("mac0-tests__mac-fail-07", "cose.mac.invalid"),
            ("hmac-examples__HMac-enc-04", "cose.mac.invalid"),
            ("hmac-examples__HMac-enc-03", "cose.alg.notAllowed"),  // HMAC 512
            ("CWT__A_4", "cose.alg.notAllowed"),  // HMAC 256/64
            ("RFC8152__Appendix_C_6_1", "cose.alg.notAllowed"),  // AES-MAC
            ("mac0-tests__mac-pass-01", "cose.alg.unprotected"),
            ("mac0-tests__mac-pass-03", "cose.alg.unprotected"),
        ])
    func `a wrong tag or header is refused`(_ name: String, _ code: String) throws {
        let example = try Case(name)
        let finding = #expect(throws: Finding.self) {
            try COSEMac0(cbor: example.message, from: .wallet).verified(by: example.secret, policy: codes)
        }
        #expect(finding?.code.description == code)
    }

    @Test(arguments: [
        "CWT__A_3", "sign1-tests__sign-pass-01", "sign1-tests__sign-pass-03", "ecdsa-examples__ecdsa-sig-01",
    ])
    func `what is signed is built to the byte, an empty protected map counting as none`(_ name: String) throws {
        let example = try Case(name)
        let message = try COSESign1(cbor: example.message, from: .issuer)
        let expected = try bytes(hex: example.json["intermediates"]?["ToBeSign_hex"])
        let payload = try #require(message.payload)
        let built = COSESign1.signingInput(message.header, payload, externalData: example.externalData)
        #expect(built == expected)
    }

    @Test(arguments: ["mac0-tests__mac-pass-01", "mac0-tests__HMac-01"])
    func `what is authenticated is built to the byte`(_ name: String) throws {
        let example = try Case(name)
        let message = try COSEMac0(cbor: example.message, from: .wallet)
        let expected = try bytes(hex: example.json["intermediates"]?["ToMac_hex"])
        let payload = try #require(message.payload)
        let built = COSEMac0.authenticatedInput(
            protected: message.header.protectedBytes, payload, externalData: example.externalData)
        #expect(built == expected)
    }
}
