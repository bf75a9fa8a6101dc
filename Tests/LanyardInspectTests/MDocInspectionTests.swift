import LanyardCBOR
import LanyardInspect
import LanyardJSON
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

@Suite struct MDocInspectionTests {
    /// A structure of a real or published mdoc.
    struct Sample: CustomTestStringConvertible, Sendable {
        let name: String
        let kind: String
        let bytes: [UInt8]
        var testDescription: String { name }
    }

    static let samples: [Sample] = {
        let folder = "real-credentials/mdoc"
        let files = (try? Vector.files(in: folder)) ?? []
        return files.filter { $0.hasSuffix(".json") }.compactMap { name in
            guard let json = try? Samples.json("\(folder)/\(name)"), let kind = json["kind"]?.string,
                let bytes = json["hex"]?.string.flatMap({ Hex.decode($0) })
            else { return nil }
            return Sample(name: name, kind: kind, bytes: bytes)
        }
    }()

    private static let kinds = [
        "IssuerSigned": "mdoc", "DeviceResponse": "device-response", "DeviceRequest": "device-request",
    ]

    @Test(.row("VCI-MDOC-02", "MDOC-DR-01"), arguments: samples.filter { kinds[$0.kind] != nil })
    func `VCI-MDOC-02 mdocs from the field are recognised in each form and every verdict explained`(_ sample: Sample)
        throws
    {
        let forms = [
            sample.bytes, Array(Hex.encode(sample.bytes).utf8), Array(Base64URL.encode(sample.bytes).utf8),
            Array(Base64.encode(sample.bytes).utf8),
        ]
        for form in forms {
            let inspection = try #require(Samples.detector.inspect(form))
            #expect(inspection.kind == Self.kinds[sample.kind])
            #expect(inspection.isExplained)
            #expect(!inspection.faults.contains { $0.hasPrefix("mdoc.digest") }, "\(inspection.faults)")
        }
    }

    @Test func `the samples are there`() { #expect(Self.samples.count > 5) }

    private static func licence() throws -> [UInt8] {
        try #require(samples.first { $0.name == "eudi-mdl-issuersigned.json" }).bytes
    }

    /// The structure with a member replaced or left out.
    private static func changed(_ name: String, _ change: (CBOR) -> CBOR?) throws -> [UInt8] {
        guard case .map(let entries) = try CBORItem(parsing: try licence()).value else { return [] }
        return CBOR.map(
            entries.compactMap { entry in
                guard entry.key.text == name else { return entry }
                return change(entry.value).map { (key: entry.key, value: $0) }
            }
        ).encoded()
    }

    private static func faults(_ bytes: [UInt8]) throws -> Set<String> {
        let inspection = try #require(Samples.detector.inspect(bytes))
        #expect(inspection.kind == "mdoc")
        #expect(inspection.isExplained)
        return inspection.faults
    }

    @Test(.row("VCI-MDOC-04", "VCI-MDOC-09")) func `VCI-MDOC-09 one thing wrong is named by the code of a session`()
        throws
    {
        let sound = try Self.faults(try Self.licence())
        #expect(!sound.contains { $0.hasPrefix("cose.") || $0.hasPrefix("mdoc.digest") }, "\(sound)")

        let signature = try Self.changed("issuerAuth") { auth in
            guard case .array(var parts) = auth else { return nil }
            parts[3] = .bytes([UInt8](repeating: 1, count: 64))
            return .array(parts)
        }
        #expect(try Self.faults(signature).subtracting(sound) == ["cose.signature.invalid"])

        let unsigned = try Self.changed("issuerAuth") { auth in
            guard case .array(var parts) = auth else { return nil }
            parts[1] = [:]
            return .array(parts)
        }
        #expect(try Self.faults(unsigned).contains("mdoc.x5chain.missing"))

        let withoutAuth = try Self.changed("issuerAuth") { _ in nil }
        #expect(try Self.faults(withoutAuth) == ["mdoc.issuerSigned.missing"])
        #expect(try Self.faults(Array(try Self.licence().dropLast())) == ["mdoc.issuerSigned.truncated"])

        // An element twice, and one byte of another's value.
        let twice = try Self.changed("nameSpaces") { spaces in
            guard case .map(let entries) = spaces, case .array(let items)? = entries.first?.value else { return nil }
            return .map([(key: entries[0].key, value: .array(items + [items[0]]))])
        }
        #expect(try Self.faults(twice).contains("mdoc.digestID.repeated"))
        var altered = try Self.licence()
        let value = Array("elementValue".utf8)
        let place = try #require(altered.indices.first { altered[$0...].starts(with: value) })
        altered[place + value.count + 2] ^= 1
        #expect(try Self.faults(altered).contains("mdoc.digest.mismatch"))
    }

    @Test(.row("VCI-MDOC-11")) func `VCI-MDOC-11 a time that is wrong hides no other rule`() throws {
        let late = Detector(InspectOptions(now: Instant(seconds: 4_000_000_000)))
        let inspection = try #require(late.inspect(try Self.licence()))
        #expect(
            inspection.checks.filter { $0.outcome == .failed }.flatMap(\.findings).map(\.code.description) == [
                "mdoc.validity.expired"
            ])
        #expect(inspection.outcome("MDOC-DR-07") == .passed)
        #expect(inspection.outcome("MDOC-2E-06") == .passed)
    }

    @Test(.row("VCI-MDOC-01")) func `VCI-MDOC-01 padding is tolerated`() throws {
        let licence = try Self.licence()
        let bytes = licence.count % 3 == 0 ? try Self.changed("nameSpaces") { _ in nil } : licence
        try #require(bytes.count % 3 != 0)
        let text = Base64URL.encode(bytes) + String(repeating: "=", count: 3 - bytes.count % 3)
        #expect(try Samples.inspect(text).codes(.tolerated).contains("mdoc.encoding.padding"))
        let strict = Detector(InspectOptions(now: Samples.now, strictness: .strict))
        #expect(try Samples.inspect(text, strict).faults.contains("mdoc.encoding.padding"))
    }

    @Test func `other CBOR is shown in diagnostic notation`() throws {
        // RFC 8949 Appendix A: {"a": 1, "b": [2, 3]}, and a nested one.
        let inspection = try Samples.inspect("a26161016162820203")
        #expect(inspection.kind == "cbor")
        let text = inspection.allFacts.map(\.value).joined().filter { $0 != " " }
        #expect(text == #"{"a":1,"b":[2,3]}"#)
        let broken = [0x9F] + [UInt8](repeating: 0x01, count: 80)
        #expect(try #require(Samples.detector.inspect(broken + [0xFE])).faults == ["cbor.malformed"])
    }

    @Test func `of a private key in CBOR the length alone is shown`() throws {
        let secret = [UInt8](repeating: 0x5E, count: 32)
        let key: CBOR = [1: 2, -1: 1, -2: .bytes([1]), -3: .bytes([2]), -4: .bytes(secret)]
        let samples: [CBOR] = [
            key, [-4: .bytes(secret), -1: 1, -2: .bytes([1])], [1: 4, -1: .bytes(secret)],
            [1: 3, -1: .bytes([1]), -2: .bytes([1]), -3: .bytes(secret)], ["kty": "EC", "d": .bytes(secret)],
            ["key": .array([key])], ["key": .bytes(key.encoded())], ["key": .tagged(24, .bytes(key.encoded()))],
            ["pem": "-----BEGIN PRIVATE KEY-----\n^^^^^^^^"],
        ]
        for sample in samples {
            let inspection = try #require(Samples.detector.inspect(sample.encoded()))
            #expect(inspection.kind == "cbor")
            let printed = inspection.json.encodedText()
            #expect(!printed.contains("5e5e5e5e") && !printed.contains("^^^^"), "\(printed)")
            #expect(printed.contains("secret "), "\(printed)")
        }
        let harmless: CBOR = [1: 2, -1: 1, -2: .bytes(secret), -3: .bytes(secret)]
        #expect(try #require(Samples.detector.inspect(harmless.encoded())).json.encodedText().contains("5e5e5e5e"))
    }

    @Test(arguments: ["deadbeefcafe", "8f14e45fceea167a5a36dedd4bea2543", "helloworldabcd", "aaaaaaaaaaaaaaaa"])
    func `a hash or a word is not taken for CBOR`(_ text: String) {
        #expect(Samples.detector.inspect(text) == nil)
    }
}
