import LanyardCertificates
import LanyardCrypto
import LanyardDER
import LanyardJSON
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

/// Certificates of real authorities, read as Python's cryptography package reads them (`index.json`).
@Suite struct RealCertificateTests {
    static func seconds(_ text: String) throws -> Int64 {
        let digits = String(text.prefix(19).filter(\.isNumber)) + "Z"
        return try DERReader.only(.generalizedTime, in: DERWriter.bytes { $0.element(.generalizedTime, digits.utf8) })
            .time()
    }

    @Test func `every field of 49 real certificates`() throws {
        let entries = try JSONField(JSON(parsing: Vector.bytes("x509/index.json"))).array()
        #expect(entries.count == 49)
        for entry in entries {
            let file = try entry["file"].string()
            let certificate = try #require(try Certificate.list(Vector.bytes("x509/\(file)")).first, "\(file)")
            #expect(certificate.subject.description == (try entry["subject"].string()), "\(file)")
            #expect(certificate.issuer.description == (try entry["issuer"].string()), "\(file)")
            let serial = try entry["serial"].string()
            if serial.hasPrefix("-") {
                #expect((certificate.serial.first ?? 0) >= 0x80, "\(file)")
            } else {
                #expect(Hex.encode(certificate.serial).drop { $0 == "0" } == serial.drop { $0 == "0" }, "\(file)")
            }
            #expect(certificate.notBefore.seconds == (try Self.seconds(entry["notBefore"].string())), "\(file)")
            #expect(certificate.notAfter.seconds == (try Self.seconds(entry["notAfter"].string())), "\(file)")
            #expect(certificate.fingerprint == (try entry["sha256"].string()), "\(file)")
            #expect(certificate.isSelfIssued == (try entry["selfIssued"].bool()), "\(file)")
            #expect(certificate.isSelfSigned == (try entry["selfSignatureValid"].bool()), "\(file)")
            #expect(certificate.namesOneAlgorithm && certificate.version == 3, "\(file)")
            switch (try certificate.publicKey, try entry["key"].string()) {
            case (.ec(let key), "EC secp256r1"): #expect(key.curve == .p256, "\(file)")
            case (.ec(let key), "EC secp384r1"): #expect(key.curve == .p384, "\(file)")
            default: Issue.record("\(file): another key than \(try entry["key"].string())")
            }
            let sha384 = try entry["sigAlg"].string() == "1.2.840.10045.4.3.3"
            #expect(certificate.algorithm == .ecdsa(sha384 ? .sha384 : .sha256), "\(file)")
            try compareExtensions(certificate, entry["extensions"], file)
        }
    }

    private func compareExtensions(_ certificate: Certificate, _ expected: JSONField, _ file: String) throws {
        // Python refuses all extensions of one certificate for a name in its issuer alternative name.
        guard !expected["error"].isPresent else { return }
        #expect(certificate.malformedExtensions.isEmpty, "\(file)")
        #expect(certificate.extensions.count == (try expected.object()).count, "\(file)")
        let constraints = expected["basicConstraints"]
        #expect((certificate.basicConstraints != nil) == constraints.isPresent, "\(file)")
        if constraints.isPresent {
            #expect(certificate.basicConstraints?.isCA == (try constraints["ca"].bool()), "\(file)")
            let length = constraints["pathLen"].value?.int64.map { Int($0) }
            #expect(certificate.basicConstraints?.pathLength == length, "\(file)")
        }
        if expected["keyUsage"].isPresent {
            var usage: KeyUsage = []
            for bit in try expected["keyUsage"]["bits"].array() {
                switch try bit.string() {
                case "digital_signature": usage.insert(.digitalSignature)
                case "content_commitment": usage.insert(.contentCommitment)
                case "key_cert_sign": usage.insert(.keyCertSign)
                case "crl_sign": usage.insert(.crlSign)
                case "key_encipherment": usage.insert(.keyEncipherment)
                default: Issue.record("\(file): a bit without a name here")
                }
            }
            #expect(certificate.keyUsage == usage, "\(file)")
        } else {
            #expect(certificate.keyUsage == nil, "\(file)")
        }
        let subjectKey = try expected["subjectKeyIdentifier"].optionalString()
        #expect(certificate.subjectKeyIdentifier.map { Hex.encode($0) } == subjectKey, "\(file)")
        let authorityKey = try expected["authorityKeyIdentifier"].optionalString()
        #expect(certificate.authorityKeyIdentifier?.keyIdentifier.map { Hex.encode($0) } == authorityKey, "\(file)")
        if expected["extendedKeyUsage"].isPresent {
            let purposes = try expected["extendedKeyUsage"]["oids"].strings()
            #expect(certificate.extendedKeyUsage?.map(\.description) == purposes, "\(file)")
        }
    }

    @Test func `PEM and DER of one authority are one certificate`() throws {
        for country in ["eu", "pt"] {
            let der = try Certificate(der: Vector.bytes("x509/eudi/pidissuerca02_\(country).der"))
            let pem = try Certificate.pem(Vector.text("x509/iaca-and-issuers/ref-pid__ref-pid-\(country)-02.pem"))
            #expect(pem == [der])
        }
    }

    @Test func `access certificates chain to their registrar`() throws {
        let root = try Certificate(der: Vector.bytes("x509/wrpac/registrar_ca.der"), from: .verifier)
        let leaf = try Certificate(der: Vector.bytes("x509/wrpac/wrpac_leaf_mediated.der"), from: .verifier)
        let at = leaf.notBefore.advanced(by: 3600)
        let result = PathValidator(anchors: [root], profile: .requestSigner.highAssurance, at: at).validate([leaf])
        #expect(result == .valid(path: [leaf], anchor: root, notes: []), "\(result.reasons)")
        let foreign = try Certificate(der: Vector.bytes("x509/eudi/pidissuerca02_eu.der"))
        let refused = PathValidator(anchors: [foreign], profile: .requestSigner, at: at).validate([leaf])
        #expect(refused.reasons == [.noAnchor(issuer: root.subject.description)])

        let alone = try Certificate(der: Vector.bytes("x509/wrpac/wrpac_leaf_intermediary.der"), from: .verifier)
        let unknown = PathValidator(anchors: [root], profile: .requestSigner, at: alone.notBefore).validate([alone])
        #expect(unknown.reasons.map(\.name) == ["leafIsSelfSigned", "noAnchor"])
    }

    @Test func `the VICAL signer's chain to its root`() throws {
        let signer = try #require(Certificate.list(Vector.bytes("x509/vical-roots/aamva_ca_intermediate.crt")).first)
        let root = try #require(Certificate.list(Vector.bytes("x509/vical-roots/aamva_ca_root.crt")).first)
        let at = signer.notBefore.advanced(by: 3600)
        let result = PathValidator(anchors: [root], profile: .plain, at: at).validate([signer])
        #expect(result.isValid, "\(result.reasons)")
    }

    /// Chains of a root and a leaf for each kind of key and signature, made by the openssl command.
    @Test(.row("TRUST-02")) func `TRUST-02 kinds of keys and signatures`() throws {
        let file = try JSONField(JSON(parsing: Vector.bytes("x509/key-types.json")))
        let at = Instant(seconds: try file["seconds"].int64())
        for entry in try file["cases"].array() {
            let name = try entry["name"].string()
            func certificates(_ member: String) throws -> [Certificate] {
                try entry[member].strings().map { try Certificate(der: try #require(Base64.decode($0))) }
            }
            let chain = try certificates("chain")
            let validator = PathValidator(anchors: try certificates("anchors"), profile: .plain, at: at)
            let result = validator.validate(chain)
            #expect(result.reasons.map(\.name) == (try entry["reasons"].strings()), "\(name): \(result.reasons)")
            #expect(result.isValid == (try entry["expect"].string() == "accept"), "\(name)")
            // The rest of the certificate stays readable whatever the key is.
            #expect(chain.first?.subject.commonName == "Leaf \(name)")
        }
    }
}
