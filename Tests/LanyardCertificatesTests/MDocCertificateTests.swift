import LanyardCertificates
import LanyardDER
import LanyardTestSupport
import Testing
import WalletPorts

/// ISO/IEC 18013-5 Annex B: one certificate a violation.
@Suite struct MDocCertificateTests {
    typealias Sketch = CertificateSketch

    private static let time: Int64 = 1_767_225_600
    private static let distributionPoint = Sketch.Extra(
        id: OID(2, 5, 29, 31), isCritical: false,
        value: DERWriter.bytes { writer in
            writer.sequence { points in
                points.sequence { point in
                    point.explicit(0) { $0.explicit(0) { $0.implicit(6, "https://iaca.example/crl".utf8) } }
                }
            }
        })
    private static let issuerName = Sketch.Extra(
        id: OID(2, 5, 29, 18), isCritical: false,
        value: DERWriter.bytes { writer in writer.sequence { $0.implicit(6, "https://iaca.example".utf8) } })

    private static let signer: Sketch = {
        var signer = Sketch.leaf("Document Signer", .p256(0))
        signer.purposes = [OID(1, 0, 18013, 5, 1, 2)]
        signer.notBefore = time - 86_400
        signer.notAfter = signer.notBefore + 457 * 86_400
        signer.extras = [distributionPoint, issuerName]
        return signer
    }()
    private static let root: Sketch = {
        var root = Sketch.authority("IACA", .p256(1), pathLength: 0)
        root.extras = [distributionPoint, issuerName]
        return root
    }()

    private func judge(_ sketches: [Sketch], _ profile: PathProfile) throws -> PathResult {
        let all = try Sketch.chain(sketches).map { try Certificate(der: $0) }
        let validator = PathValidator(
            anchors: Array(all.suffix(1)), profile: profile, at: Instant(seconds: Self.time))
        return validator.validate(all.dropLast())
    }

    private func notes(_ result: PathResult) -> [PathReason] {
        if case .valid(_, _, let notes) = result { notes } else { [] }
    }

    @Test(.row("MDOC-CERT-01", "VCI-MDOC-06")) func `VCI-MDOC-06 a certificate after Annex B has no notes`() throws {
        let result = try judge([Self.signer, Self.root], .mdocDocumentSigner.strict)
        #expect(result.isValid && notes(result).isEmpty, "\(result.reasons)")
    }

    /// Formal rules: a note, or a refusal when strict.
    @Test(.row("VCI-MDOC-06", "MDOC-CERT-02", "MDOC-CERT-03"))
    func `VCI-MDOC-06 each formal rule is noted, and refuses when strict`() throws {
        let other = Sketch.Extra(id: OID(2, 5, 29, 46), isCritical: false, value: Self.distributionPoint.value)
        let changes: [(MDocCertificateRule, PathPlace, (inout Sketch, inout Sketch) -> Void)] = [
            (.subjectKeyIdentifier, .chain(0), { signer, _ in signer.hasKeyIdentifier = false }),
            (.authorityKeyIdentifier, .chain(0), { signer, _ in signer.authority = .none }),
            (.keyUsageCritical, .chain(0), { signer, _ in signer.isUsageCritical = false }),
            (.keyUsageOnly, .chain(0), { signer, _ in signer.usage = [0, 1] }),
            (.purposeCritical, .chain(0), { signer, _ in signer.isPurposeCritical = false }),
            (.crlDistributionPoint, .chain(0), { signer, _ in signer.extras = [Self.issuerName] }),
            (.issuerAlternativeName, .chain(0), { signer, _ in signer.extras = [Self.distributionPoint] }),
            (.validityLength, .chain(0), { signer, _ in signer.notAfter += 1 }),
            (.forbiddenExtension, .chain(0), { signer, _ in signer.extras.append(other) }),
            (.countryPresent, .chain(0), { signer, _ in signer.name = Sketch.name("Signer", country: nil) }),
            (.countryPresent, .anchor, { _, root in root.name = Sketch.name("IACA", country: nil) }),
            (.rootPathLength, .anchor, { _, root in root.pathLength = 1 }),
            (.rootPathLength, .anchor, { _, root in root.pathLength = nil }),
            (.rootKeyUsage, .anchor, { _, root in root.usage = [5] }),
            (.rootKeyUsage, .anchor, { _, root in root.isUsageCritical = false }),
            (.subjectKeyIdentifier, .anchor, { _, root in root.hasKeyIdentifier = false }),
            (.issuerAlternativeName, .anchor, { _, root in root.extras = [Self.distributionPoint] }),
            (.crlDistributionPoint, .anchor, { _, root in root.extras = [Self.issuerName] }),
            (.forbiddenExtension, .anchor, { _, root in root.extras.append(other) }),
            (.rootSelfIssued, .anchor, { _, root in root.issuerName = Sketch.name("Other") }),
        ]
        for (rule, place, change) in changes {
            var signer = Self.signer
            var root = Self.root
            change(&signer, &root)
            let tolerant = try judge([signer, root], .mdocDocumentSigner)
            #expect(notes(tolerant) == [.mdoc(rule, place)], "\(rule) \(tolerant.reasons)")
            let strict = try judge([signer, root], .mdocDocumentSigner.strict)
            #expect(strict.reasons == [.mdoc(rule, place)], "\(rule)")
        }
    }

    @Test(.row("MDOC-CERT-01")) func `MDOC-CERT-01 an intermediate is noted, and refused when strict`() throws {
        var root = Self.root
        root.pathLength = 1
        let middle = Sketch.authority("Intermediate", .p256(2))
        let tolerant = try judge([Self.signer, middle, root], .mdocDocumentSigner)
        #expect(Set(notes(tolerant)) == [.mdoc(.noIntermediate, .chain(0)), .mdoc(.rootPathLength, .anchor)])
        #expect(!(try judge([Self.signer, middle, root], .mdocDocumentSigner.strict)).isValid)
    }

    /// Rules that decide under both.
    @Test(.row("MDOC-CERT-03", "MDOC-CERT-05", "VCI-MDOC-06"))
    func `MDOC-CERT-03 role, purpose, place and key always decide`() throws {
        let changes: [(String, (inout Sketch, inout Sketch) -> Void)] = [
            ("purpose", { signer, _ in signer.purposes = [] }),
            ("purpose", { signer, _ in signer.purposes = [OID(1, 3, 6, 1, 5, 5, 7, 3, 1)] }),
            ("keyUsage", { signer, _ in signer.usage = nil }),
            ("keyUsage", { signer, _ in signer.usage = [1] }),
            ("leafIsAuthority", { signer, _ in signer.isCA = true }),
            ("mdoc.country", { signer, _ in signer.name = Sketch.name("Signer", country: "XX") }),
            ("keyIdentifierDiffers", { signer, _ in signer.authority = .wrongKey }),
            ("keyUsage", { _, root in root.usage = [6] }),
            ("notAuthority", { _, root in root.isCA = nil }),
            (
                "criticalExtension",
                { signer, _ in signer.extras.append(.init(id: OID(1, 2, 3), isCritical: true, value: [5, 0])) }
            ),
            (
                "mdoc.state",
                { signer, root in
                    signer.name = Sketch.name("Signer", state: "A")
                    root.name = Sketch.name("IACA", state: "B")
                }
            ),
        ]
        for (reason, change) in changes {
            var signer = Self.signer
            var root = Self.root
            change(&signer, &root)
            let names = try judge([signer, root], .mdocDocumentSigner).reasons.map(\.name)
            #expect(names == [reason], "\(names)")
        }
        var signer = Self.signer
        signer.name = Sketch.name("Signer", state: "A")
        #expect(try judge([signer, Self.root], .mdocDocumentSigner).isValid)
    }

    @Test(.row("VCI-MDOC-06")) func `VCI-MDOC-06 another document type tolerates another purpose`() throws {
        var signer = Self.signer
        signer.purposes = [OID(1, 3, 130, 2, 0, 0, 1, 2)]
        let pid = PathProfile.mdocDocumentSigner(docType: "eu.europa.ec.eudi.pid.1")
        let result = try judge([signer, Self.root], pid)
        #expect(notes(result).map(\.name) == ["purpose"], "\(result.reasons)")
        #expect(try judge([signer, Self.root], pid.strict).reasons.map(\.name) == ["purpose"])
        let licence = PathProfile.mdocDocumentSigner(docType: "org.iso.18013.5.1.mDL")
        #expect(try judge([signer, Self.root], licence).reasons.map(\.name) == ["purpose"])
    }

    @Test(.row("MDOC-CERT-06")) func `MDOC-CERT-06 an RSA key or signature is refused`() throws {
        var signer = Self.signer
        signer.outerAlgorithm = DERWriter.bytes { writer in
            writer.sequence {
                $0.oid(OID(1, 2, 840, 113_549, 1, 1, 11))
                $0.null()
            }
        }
        let reasons = try judge([signer, Self.root], .mdocDocumentSigner).reasons
        #expect(reasons.contains(.mdoc(.keyType, .chain(0))))
    }

    @Test(.row("MDOC-CERT-01", "VCI-MDOC-05")) func `VCI-MDOC-05 a root that comes along is not trusted by that`()
        throws
    {
        let all = try Sketch.chain([Self.signer, Self.root]).map { try Certificate(der: $0) }
        let none = PathValidator(anchors: [], profile: .mdocDocumentSigner, at: Instant(seconds: Self.time))
        #expect(none.validate(all).reasons.map(\.name).contains("noAnchor"))
        let other = try Certificate(der: Sketch.authority("IACA", .p256(5), pathLength: 0).signed(by: nil))
        let foreign = PathValidator(anchors: [other], profile: .mdocDocumentSigner, at: Instant(seconds: Self.time))
        #expect(foreign.validate(all).reasons.map(\.name).contains("signature"))
    }
}
