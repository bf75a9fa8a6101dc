import LanyardCertificates
import LanyardCrypto
import LanyardDER
import LanyardTestSupport
import LanyardText
import Testing
import WalletPorts

@Suite struct CertificateTests {
    typealias Sketch = CertificateSketch

    private static func leafDER() throws -> [UInt8] {
        try Sketch.leaf("Leaf", .p256(0)).signed(by: .authority("Root", .p256(1)))
    }

    @Test func `nothing may follow a certificate`() throws {
        let der = try Self.leafDER()
        _ = try Certificate(der: der)
        let error = #expect(throws: Finding.self) { try Certificate(der: der + [0], from: .verifier) }
        #expect(error?.code.description == "certificate.malformed" && error?.party == .verifier)
        #expect(throws: Finding.self) { try Certificate(der: []) }
        #expect(throws: Finding.self) { try Certificate(der: [UInt8](repeating: 0x30, count: 65_537)) }
    }

    @Test func `what is known is not read again, and nothing else is taken for it`() throws {
        let known = KnownCertificates()
        func key(_ der: [UInt8]) throws -> ECPublicKey? {
            if case .ec(let key) = try known.certificate(der: der).publicKey { key } else { nil }
        }
        let der = try Self.leafDER()
        let other = try Sketch.authority("Root", .p256(1)).signed(by: nil)
        let first = try #require(try key(der))
        #expect(try key(der) === first)
        #expect(try key(other) != first)
        #expect(try known.certificate(der: other) == Certificate(der: other))
        #expect(throws: Finding.self) { try known.certificate(der: der + [0]) }
    }

    @Test func `every cut and every changed byte is refused, read or judged, never fatal`() throws {
        let root = try Certificate(der: Sketch.authority("Root", .p256(1)).signed(by: nil))
        let der = try Self.leafDER()
        let validator = PathValidator(
            anchors: [root], profile: .mdocDocumentSigner, at: Instant(seconds: 1_767_225_600))
        var readable = 0
        for length in der.indices {
            #expect(throws: Finding.self) { try Certificate(der: Array(der.prefix(length))) }
        }
        for index in der.indices {
            for change: UInt8 in [0x01, 0x80, 0xFF] {
                var changed = der
                changed[index] ^= change
                guard let certificate = try? Certificate(der: changed) else { continue }
                readable += 1
                #expect(!validator.validate([certificate]).isValid)
                _ = certificate.subject.description
                _ = certificate.isSelfSigned
            }
        }
        #expect(readable > 100)
    }

    @Test func `PEM holds several blocks, text and other blocks`() throws {
        let first = try Self.leafDER()
        let second = try Sketch.authority("Root", .p256(1)).signed(by: nil)
        func block(_ der: [UInt8], _ label: String = "CERTIFICATE", newline: String = "\n") -> String {
            let base64 = Base64.encode(der)
            let middle = base64.index(base64.startIndex, offsetBy: 64)
            return ["-----BEGIN \(label)-----", base64[..<middle], base64[middle...], "-----END \(label)-----", ""]
                .joined(separator: newline)
        }
        let text = "subject: Leaf\n" + block(first) + block([1] + first, "PRIVATE KEY") + "\n\n" + block(second)
        #expect(try Certificate.pem(text).map(\.der) == [first, second])
        #expect(try Certificate.pem(block(first, newline: "\r\n")).map(\.der) == [first])
        #expect(try Certificate.list(Array(text.utf8)).count == 2)
        #expect(try Certificate.list(first).map(\.der) == [first])
        for bad in [
            "", "no block", block(first, "PRIVATE KEY"), "-----BEGIN CERTIFICATE-----\nMIIB\n",
            "-----BEGIN CERTIFICATE-----\nM*IB\n-----END CERTIFICATE-----", "-----END CERTIFICATE-----",
            "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----",
            "-----BEGIN CERTIFICATE-----\n" + block(first),
        ] {
            #expect(throws: Finding.self, "\(bad.prefix(60))") { try Certificate.pem(bad) }
        }
    }

    @Test func `names are shown with escapes and without controls`() throws {
        var leaf = Sketch.leaf("x", .p256(0))
        leaf.name = Sketch.name("Evil\u{1B}[2J, Inc.\u{202E}")
        let shown = try Certificate(der: leaf.signed(by: nil)).subject
        #expect(shown.description == "CN=Evil␛[2J\\, Inc.⟨U+202E⟩,C=UT")
        #expect(shown.country == "UT")
        leaf.name = DERWriter.bytes { writer in
            writer.sequence { row in
                row.set {
                    $0.sequence {
                        $0.oid(OID(2, 5, 4, 3))
                        $0.element(.utf8String, [0xFF])
                    }
                }
            }
        }
        #expect(try Certificate(der: leaf.signed(by: nil)).subject.description == "CN=#0c01ff")
    }

    @Test func `alternative names are read as they are`() throws {
        var leaf = Sketch.leaf("x", .p256(0))
        let value = DERWriter.bytes { writer in
            writer.sequence { names in
                names.implicit(2, "Verifier.example.com".utf8)
                names.implicit(6, "https://verifier.example.com/a".utf8)
                names.implicit(1, "a@example.com".utf8)
                names.implicit(7, [127, 0, 0, 1])
                names.implicit(8, [0x2A])
            }
        }
        leaf.extras = [.init(id: OID(2, 5, 29, 17), isCritical: false, value: value)]
        let certificate = try Certificate(der: leaf.signed(by: nil))
        #expect(certificate.dnsNames == ["Verifier.example.com"])
        #expect(certificate.uris == ["https://verifier.example.com/a"])
        #expect(certificate.subjectAlternativeNames.count == 5)
        #expect(certificate.malformedExtensions.isEmpty)
    }

    @Test func `a malformed extension leaves the rest readable and refuses the path`() throws {
        var leaf = Sketch.leaf("x", .p256(0))
        leaf.extras = [.init(id: OID(2, 5, 29, 17), isCritical: false, value: [0x30, 0x02, 0x82, 0x05])]
        let root = Sketch.authority("Root", .p256(1))
        let certificate = try Certificate(der: leaf.signed(by: root))
        #expect(certificate.malformedExtensions == [OID(2, 5, 29, 17)])
        #expect(certificate.subject.commonName == "x")
        let validator = PathValidator(
            anchors: [try Certificate(der: root.signed(by: nil))], profile: .plain,
            at: Instant(seconds: 1_767_225_600))
        #expect(validator.validate([certificate]).reasons == [.malformedExtension(.chain(0), OID(2, 5, 29, 17))])
    }

    @Test(.row("TRUST-02")) func `TRUST-02 all reasons are told, each as a sentence and as a finding`() throws {
        var leaf = Sketch.leaf("Leaf", .p256(0))
        leaf.notAfter = 1_767_000_000
        leaf.usage = [4]
        leaf.breaksSignature = true
        leaf.extras = [.init(id: OID(1, 2, 3), isCritical: true, value: [5, 0])]
        var root = Sketch.authority("Root", .p256(1))
        root.notBefore = 1_780_000_000
        root.usage = [6]
        let validator = PathValidator(
            anchors: [try Certificate(der: root.signed(by: nil))], profile: .jwtIssuer,
            at: Instant(seconds: 1_767_225_600))
        let reasons = validator.validate([try Certificate(der: leaf.signed(by: root))]).reasons
        #expect(
            Set(reasons) == [
                .expired(.chain(0), since: Instant(seconds: 1_767_000_000)),
                .criticalExtension(.chain(0), OID(1, 2, 3)),
                .signature(.chain(0)), .notYetValid(.anchor, from: Instant(seconds: 1_780_000_000)),
                .keyUsage(.anchor, needed: "keyCertSign"), .keyUsage(.chain(0), needed: "digitalSignature"),
            ])
        let expired = try #require(reasons.first { $0.name == "expired" })
        // The time as Python prints it.
        #expect(expired.description == "The validity of the leaf ended at 2025-12-29T09:20:00Z.")
        let finding = expired.finding(party: .issuer)
        #expect(finding.code.description == "certificate.path.expired")
        #expect(finding.location == "x5c/0" && finding.party == .issuer && finding.requirements == ["TRUST-02"])
        #expect(reasons.first { $0.name == "notYetValid" }?.finding(party: .issuer).party == .wallet)
        #expect(PathValidator(anchors: [], profile: .plain, at: Instant(seconds: 0)).validate([]).reasons == [.empty])
    }
}
