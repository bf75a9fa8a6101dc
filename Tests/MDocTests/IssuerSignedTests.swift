import LanyardCBOR
import LanyardCOSE
import LanyardCertificates
import LanyardCrypto
import LanyardTestSupport
import LanyardText
import MDoc
import Testing
import WalletPorts

@Suite struct IssuerSignedTests {
    private let device: ECPrivateKey
    private let signer: Signer
    private let bytes: [UInt8]

    init() throws {
        device = try ECPrivateKey.generate(.p256)
        signer = try Signer(.p256)
        bytes = try signer.issue(Licence.builder(device: device))
    }

    private func verified(_ bytes: [UInt8], by signer: Signer? = nil) throws -> VerifiedIssuerSigned {
        try Licence.received(bytes).verified(by: .ec((signer ?? self.signer).key.publicKey))
    }

    /// The structure with one part replaced.
    private func changed(_ name: String, _ change: (CBOR) -> CBOR?) throws -> [UInt8] {
        guard case .map(let entries) = try CBORItem(parsing: bytes).value else { return [] }
        return CBOR.map(
            entries.compactMap { entry in
                guard entry.key.text == name else { return entry }
                return change(entry.value).map { (key: entry.key, value: $0) }
            }
        ).encoded()
    }

    private func changedAuth(_ index: Int, _ value: CBOR) throws -> [UInt8] {
        try changed("issuerAuth") { auth in
            guard case .array(var parts) = auth else { return nil }
            parts[index] = value
            return .array(parts)
        }
    }

    @Test(.row("VCI-MDOC-01")) func `VCI-MDOC-01 base64url without padding is read, other forms are tolerated`() throws
    {
        func read(_ text: String, _ strictness: Strictness = .tolerant) throws -> [String] {
            var findings = Findings(strictness: strictness)
            let received = try IssuerSigned(base64url: text, findings: &findings)
            #expect(received.bytes.array.starts(with: bytes.prefix(20)))
            return findings.list.map(\.code.description)
        }
        // Random bytes in the middle make the length fit none, one or two padding characters.
        var padded: [UInt8] = bytes
        while padded.count % 3 != 1 { padded = try signer.issue(longer(padded.count)) }
        let url = Base64URL.encode(padded)
        let plain = Base64.encode(padded)
        #expect(try read(url, .strict) == [])
        #expect(try read(url + "==") == ["mdoc.encoding.padding"])
        #expect(plain != url + "==")
        #expect(try read(plain) == ["mdoc.encoding.alphabet"])
        for text in [url + "==", plain] {
            #expect(throws: Finding.self) { try read(text, .strict) }
        }
        for text in [url + "=", url + "===", url + "A", "", "%", url + " "] {
            #expect(code { _ = try read(text) }?.hasPrefix("mdoc.") == true, "\(text.suffix(4))")
        }
    }

    private func longer(_ seed: Int) -> IssuerSignedBuilder {
        var builder = Licence.builder(device: device)
        builder.add("padding", .bytes([UInt8](repeating: 0xFB, count: 300 + seed % 7)), in: Licence.space)
        return builder
    }

    @Test(.row("VCI-MDOC-02", "MDOC-DR-06")) func `VCI-MDOC-02 what is no single well-formed map is refused`() throws {
        #expect(code { _ = try Licence.received(bytes + [0]) } == "mdoc.issuerSigned.trailing")
        #expect(code { _ = try Licence.received(bytes.dropLast()) } == "mdoc.issuerSigned.truncated")
        #expect(code { _ = try Licence.received([0x80]) } == "mdoc.issuerSigned.type")
        let repeated = CBOR.map([(key: "issuerAuth", value: 1), (key: "issuerAuth", value: 1)]).encoded()
        #expect(code { _ = try Licence.received(repeated) } == "mdoc.issuerSigned.duplicateKey")
        let deep = (0..<40).reduce(CBOR.null) { value, _ in [value] }
        #expect(code { _ = try Licence.received(deep.encoded()) } == "mdoc.issuerSigned.depth")
        #expect(code { _ = try Licence.received(changed("issuerAuth") { _ in nil }) } == "mdoc.issuerSigned.missing")
        #expect(code { _ = try Licence.received(changed("nameSpaces") { _ in ["x": 1] }) } == "mdoc.issuerSigned.type")
    }

    @Test(.row("VCI-MDOC-02", "VCI-MDOC-09"))
    func `VCI-MDOC-02 an item is digested and kept as it arrived, however it is written`() throws {
        // Keys in another order, an indefinite map, numbers and lengths in longer forms.
        let item: [UInt8] =
            [0xBF] + CBOR.text("elementValue").encoded() + [0x19, 0, 5] + CBOR.text("random").encoded() + [0x59, 0, 16]
            + [UInt8](repeating: 7, count: 16) + CBOR.text("digestID").encoded() + [0x18, 9]
            + CBOR.text("elementIdentifier").encoded() + [0x7F, 0x61, 0x61, 0x61, 0x62, 0xFF, 0xFF]
        var builder = Licence.builder(device: device)
        builder.add(encoded: item, digestID: 9, in: Licence.space)
        let verified = try verified(signer.issue(builder))
        let found = try #require(verified.item("ab", in: Licence.space))
        #expect(found.value == .integer(5) && found.digestID == 9)
        let transcript = SessionTranscript.isoMdocOverDCAPI(encryptionInfo: "", origin: "")
        let draft = try DocumentDraft(of: verified, disclosing: [.init(Licence.space, ["ab"])], in: transcript)
        let sent = DeviceResponse.encoded([try draft.signed([UInt8](repeating: 1, count: 64))])
        #expect(sent.contains(item))
    }

    @Test(.row("VCI-MDOC-03", "MDOC-MSO-01")) func `VCI-MDOC-03 the form of issuerAuth`() throws {
        let auth = try #require(CBORItem(parsing: bytes)["issuerAuth"]).value
        let tagged = try changed("issuerAuth") { .tagged(18, $0) }
        #expect(code { _ = try Licence.received(tagged) } == "mdoc.issuerAuth.tagged")
        var findings = Findings()
        #expect(try IssuerSigned(parsing: tagged, findings: &findings).issuerAuth.isTagged)
        #expect(findings.list.map(\.code.description) == ["mdoc.issuerAuth.tagged"])
        let otherTag = try changed("issuerAuth") { .tagged(17, $0) }
        #expect(code { _ = try Licence.received(otherTag) } == "cose.type")

        #expect(code { _ = try Licence.received(changedAuth(1, [:])) } == "mdoc.x5chain.missing")
        #expect(code { _ = try Licence.received(changedAuth(1, [33: 5])).certificates() } == "mdoc.issuerAuth.type")
        #expect(code { _ = try Licence.received(changedAuth(1, [33: .bytes([1])])).certificates() } != nil)
        let certificates = CBOR.array(Array(repeating: .bytes(signer.certificate.der), count: 7))
        #expect(
            code { _ = try Licence.received(changedAuth(1, [33: certificates])).certificates() }
                == "mdoc.x5chain.tooLong")
        #expect(code { _ = try verified(changedAuth(2, .null)) } == "cose.payload.detached")
        #expect(code { _ = try verified(changedAuth(0, .bytes([]))) } == "cose.alg.missing")
        // The algorithm where nobody signed it.
        let chain = auth.array?[1][33] ?? .null
        let moved = try changed("issuerAuth") { value in
            guard case .array(var parts) = value else { return nil }
            parts[0] = .bytes([])
            parts[1] = [1: -7, 33: chain]
            return .array(parts)
        }
        #expect(code { _ = try verified(moved) } == "cose.alg.unprotected")
        // The payload has to be tag 24 around a byte string.
        let draft = UnsignedCOSESign1(
            algorithm: .es256, unprotected: [33: chain],
            payload: Licence.builder(device: device).securityObject.encoded())
        let bare = try draft.encoded(signature: signer.signature(draft.signingInput))
        #expect(code { _ = try verified(Licence.builder(device: device).issuerSigned(bare)) } == "mdoc.mso.type")
    }

    @Test(.row("MDOC-MSO-01")) func `MDOC-MSO-01 a protected x5chain is tolerated, and two are refused`() throws {
        let builder = Licence.builder(device: device)
        let chain = CBOR.bytes(signer.certificate.der)
        func issued(_ protected: CBOR, _ unprotected: CBOR) throws -> [UInt8] {
            let draft = UnsignedCOSESign1(
                protected: protected, unprotected: unprotected,
                payload: CBORWriter.bytes { $0.embedded(builder.securityObject.encoded()) })
            return builder.issuerSigned(draft.encoded(signature: try signer.signature(draft.signingInput)))
        }
        let protected = try issued([1: -7, 33: chain], [:])
        #expect(code { _ = try Licence.received(protected) } == "mdoc.x5chain.protected")
        var findings = Findings()
        let received = try IssuerSigned(parsing: protected, findings: &findings)
        #expect(try received.certificates() == [signer.certificate])
        #expect(throws: Never.self) { try received.verified(by: signer.certificate.publicKey) }
        let array = try issued([1: -7], [33: [chain, chain]])
        #expect(try Licence.received(array).certificates().count == 2)
        #expect(code { _ = try Licence.received(issued([1: -7, 33: chain], [33: chain])) } == "cose.duplicateKey")
    }

    @Test(
        .row("VCI-MDOC-04"),
        arguments: [
            (COSEAlgorithm.es256, nil), (.esp256, nil), (.es384, "cose.key.mismatch"),
            (.hmac256, "cose.alg.notAllowed"),
        ] as [(COSEAlgorithm, String?)])
    func `VCI-MDOC-04 the algorithm fits the key on P-256`(_ algorithm: COSEAlgorithm, _ expected: String?) throws {
        let issued = try signer.issue(Licence.builder(device: device), algorithm: algorithm)
        #expect(code { _ = try verified(issued) } == expected)
    }

    @Test(.row("VCI-MDOC-04", "VCI-MDOC-07")) func `VCI-MDOC-04 larger curves and hashes, and a foreign signature`()
        throws
    {
        for (pair, hash) in [(Signer.Pair.p384, HashAlgorithm.sha384), (.p521, .sha512)] {
            let other = try Signer(pair)
            let issued = try other.issue(Licence.builder(device: device, hash: hash))
            #expect(try verified(issued, by: other).securityObject.digestAlgorithm == hash)
            #expect(code { _ = try verified(issued) } == "cose.key.mismatch")
            let narrow = try other.issue(Licence.builder(device: device), algorithm: .es256)
            #expect(code { _ = try verified(narrow, by: other) } == "cose.key.mismatch")
        }
        let stranger = try ECPrivateKey.generate(.p256).publicKey
        #expect(code { _ = try Licence.received(bytes).verified(by: .ec(stranger)) } == "cose.signature.invalid")
    }

    @Test(.row("VCI-MDOC-09", "MDOC-DR-08")) func `VCI-MDOC-09 each element has its digest, and only once`() throws {
        func found(_ change: (inout IssuerSignedBuilder) throws -> Void) throws -> String? {
            var builder = Licence.builder(device: device)
            try change(&builder)
            let issued = try signer.issue(builder)
            return code { _ = try verified(issued) }
        }
        #expect(try found { _ in } == nil)
        #expect(try found { $0.nameSpaces[0].items.removeLast() } == nil)  // more digests than elements
        #expect(try found { $0.nameSpaces = [] } == nil)
        #expect(
            try found { builder in
                let last = builder.nameSpaces[0].items[0].count - 1
                builder.nameSpaces[0].items[0][last] ^= 1
            } == "mdoc.digest.mismatch")
        // The same item with its random value written in chunks: the same value, other bytes.
        #expect(
            try found { builder in
                let tagged = try #require(CBORItem(parsing: builder.nameSpaces[0].items[0]).content(of: 24)?.byteString)
                var map: [UInt8] = [0xB8, 0x04]
                map += tagged.dropFirst()
                builder.nameSpaces[0].items[0] = CBORWriter.bytes { $0.embedded(map) }
            } == "mdoc.digest.mismatch")
        // The same encoding under a longer head of the tag is another encoding.
        #expect(
            try found { $0.nameSpaces[0].items[0] = [0xD9, 0, 0x18] + $0.nameSpaces[0].items[0].dropFirst(2) }
                == "mdoc.digest.mismatch")
        #expect(
            try found { builder in
                let moved = builder.nameSpaces[0].items.removeFirst()
                builder.nameSpaces[1].items.append(moved)
            } == "mdoc.digest.missing")
        #expect(try found { $0.nameSpaces[0].name = "org.example" } == "mdoc.digest.missing")
        #expect(try found { $0.nameSpaces[0].items.append($0.nameSpaces[0].items[0]) } == "mdoc.digestID.repeated")
        #expect(try found { $0.add("family_name", "Roe", in: Licence.space) } == "mdoc.element.repeated")
    }

    @Test(.row("MDOC-MSO-05")) func `MDOC-MSO-05 the members of an item are of the right kind and size`() throws {
        func found(_ item: CBOR) throws -> String? {
            var builder = Licence.builder(device: device)
            builder.add(encoded: item.encoded(), digestID: 9, in: Licence.space)
            let issued = try signer.issue(builder)
            return code { _ = try verified(issued) }
        }
        let random = CBOR.bytes([UInt8](repeating: 1, count: 16))
        let short = CBOR.bytes([UInt8](repeating: 1, count: 15))
        #expect(try found(["digestID": 9, "random": random, "elementIdentifier": "a", "elementValue": 1]) == nil)
        #expect(
            try found(["digestID": 9, "random": random, "elementIdentifier": "a", "elementValue": nil, "more": 1])
                == nil)
        for wrong in [
            ["digestID": 9, "random": short, "elementIdentifier": "a", "elementValue": 1],
            ["digestID": -1, "random": random, "elementIdentifier": "a", "elementValue": 1],
            ["digestID": 2_147_483_648, "random": random, "elementIdentifier": "a", "elementValue": 1],
            ["digestID": 9, "random": "text", "elementIdentifier": "a", "elementValue": 1],
            ["digestID": 9, "random": random, "elementIdentifier": 1, "elementValue": 1], [],
        ] as [CBOR] {
            #expect(try found(wrong) == "mdoc.issuerSigned.type")
        }
        #expect(
            try found(["digestID": 9, "random": random, "elementIdentifier": "a"]) == "mdoc.issuerSigned.missing")
    }
}
