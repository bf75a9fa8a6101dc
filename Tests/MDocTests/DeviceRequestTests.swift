import LanyardCBOR
import LanyardCOSE
import LanyardCertificates
import LanyardCrypto
import LanyardTestSupport
import MDoc
import Testing
import WalletPorts

@Suite struct DeviceRequestTests {
    private let reader: Signer
    private let transcript = SessionTranscript.isoMdocOverDCAPI(encryptionInfo: "x", origin: "https://reader.example")

    init() throws {
        reader = try Signer.reader()
    }

    private static let items: CBOR = [
        "docType": .text(Licence.docType), "nameSpaces": [.text(Licence.space): ["family_name": true, "sex": false]],
    ]

    /// A request for documents, each with what stands beside its items request.
    private func request(
        version: String = "1.0", _ documents: [(items: CBOR, more: [(String, [UInt8])])] = [(items, [])],
        more: [(String, [UInt8])] = []
    ) -> [UInt8] {
        CBORWriter.bytes {
            $0.map {
                $0.entry("version") { $0.text(version) }
                $0.entry("docRequests") {
                    $0.array {
                        for (items, more) in documents {
                            $0.map {
                                $0.entry("itemsRequest") { $0.embedded(items.encoded()) }
                                for (name, bytes) in more { $0.entry(name) { $0.raw(bytes) } }
                            }
                        }
                    }
                }
                for (name, bytes) in more { $0.entry(name) { $0.raw(bytes) } }
            }
        }
    }

    private func sign(
        _ payload: [UInt8], by signer: Signer? = nil, protected: CBOR = [1: -7], unprotected: CBOR? = nil
    ) throws -> [UInt8] {
        let signer = signer ?? reader
        let draft = UnsignedCOSESign1(
            protected: protected, unprotected: unprotected ?? [33: .bytes(signer.certificate.der)], payload: payload,
            isDetached: true)
        return draft.encoded(signature: try signer.signature(draft.signingInput))
    }

    /// What a reader signs, spelled out: an array under tag 24.
    private func authentication(_ name: String, _ parts: [[UInt8]]) -> [UInt8] {
        CBORWriter.bytes {
            $0.embedded(
                CBORWriter.bytes {
                    $0.array {
                        $0.text(name)
                        $0.raw(transcript.bytes)
                        for part in parts { $0.raw(part) }
                    }
                })
        }
    }

    private func tagged(_ value: CBOR) -> [UInt8] { CBORWriter.bytes { $0.embedded(value.encoded()) } }

    private func found(_ bytes: [UInt8]) -> String? { code { _ = try DeviceRequest(parsing: bytes) } }

    @Test(.row("MDOC-RQ-01")) func `MDOC-RQ-01 versions of the same major number are read, unknown members ignored`()
        throws
    {
        #expect(found(request()) == nil)
        #expect(found(request(version: "1.7", more: [("new", [0xA0])])) == nil)
        for version in ["2.0", "1", "1.", "1.0.0", "01.0", "1.x", ""] {
            #expect(found(request(version: version)) == "mdoc.deviceRequest.type", "\(version)")
        }
        #expect(found(request([])) == "mdoc.deviceRequest.type")
        #expect(found([0xA0]) == "mdoc.deviceRequest.missing")
        #expect(found([0xBF]) == "mdoc.deviceRequest.truncated")
    }

    @Test(.row("MDOC-RQ-02")) func `MDOC-RQ-02 something is asked for, with intent to retain or without`() throws {
        func found(_ items: CBOR) -> String? { self.found(request([(items, [])])) }
        #expect(found(["docType": "d", "nameSpaces": [:]]) == "mdoc.itemsRequest.type")
        #expect(found(["docType": "d", "nameSpaces": ["n": [:]]]) == "mdoc.itemsRequest.type")
        #expect(found(["docType": "d", "nameSpaces": ["n": ["e": 1]]]) == "mdoc.itemsRequest.type")
        #expect(found(["docType": "d", "nameSpaces": ["n": ["e": nil]]]) == "mdoc.itemsRequest.type")
        #expect(found(["nameSpaces": ["n": ["e": true]]]) == "mdoc.itemsRequest.missing")
        #expect(found(["docType": "d", "nameSpaces": ["n": ["e": true]], "requestInfo": ["x": 1]]) == nil)
    }

    @Test(.row("MDOC-RQ-04", "MDOC-RQ-05", "ISO7C-08"))
    func `MDOC-RQ-05 a reader is absent, known and trusted, known and not trusted, or invalid`() throws {
        let items = tagged(Self.items)
        let payload = authentication("ReaderAuthentication", [items])
        let good = try sign(payload)
        func reader(_ auth: [UInt8]?) throws -> AuthenticatedReader? {
            let bytes = request([(Self.items, auth.map { [("readerAuth", $0)] } ?? [])])
            return try DeviceRequest(parsing: bytes).docRequests[0].reader(in: transcript)
        }
        #expect(try reader(nil) == nil)
        let known = try #require(try reader(good))
        #expect(known.certificates == [self.reader.certificate])

        // The root of this reader is not published; one that did not sign it does not make it trusted.
        let time = Instant(seconds: 1_704_067_200)
        let root = try #require(
            Certificate.pem(Vector.text("mdoc/isomdl/presentation__isomdl_iaca_root_cert.pem")).first)
        guard
            case .invalid(let reasons) = PathValidator(anchors: [root], profile: .mdocReader, at: time)
                .validate(known.certificates)
        else {
            Issue.record("a stranger is trusted")
            return
        }
        #expect(reasons.contains { if case .noAnchor = $0 { true } else { false } })

        var changed = good
        changed[changed.count - 1] ^= 1
        #expect(code { _ = try reader(changed) } == "cose.signature.invalid")
        let other = authentication("ReaderAuthentication", [tagged(["docType": "d"])])
        #expect(code { _ = try reader(sign(other)) } == "cose.signature.invalid")
        #expect(
            code {
                _ = try reader(sign(payload, by: Signer(.p256), unprotected: [33: .bytes(self.reader.certificate.der)]))
            } == "cose.signature.invalid")
        #expect(code { _ = try reader(sign(payload, unprotected: [:])) } == "mdoc.readerAuth.x5chain")
        #expect(
            code {
                _ = try reader(
                    sign(payload, protected: [:], unprotected: [1: -7, 33: .bytes(self.reader.certificate.der)]))
            } == "cose.alg.unprotected")
        #expect(try reader(sign(payload, unprotected: [33: [.bytes(self.reader.certificate.der)]])) != nil)
        // Replayed in the session of another origin.
        let asked = try DeviceRequest(parsing: request([(Self.items, [("readerAuth", good)])]))
        let elsewhere = SessionTranscript.isoMdocOverDCAPI(encryptionInfo: "x", origin: "https://other.example")
        #expect(code { _ = try asked.docRequests[0].reader(in: elsewhere) } == "cose.signature.invalid")
    }

    @Test(.row("MDOC-RQ-04")) func `MDOC-RQ-04 the items request is taken as it arrived`() throws {
        // The same request in an indefinite map: the same meaning, other bytes.
        var long: [UInt8] = [0xBF]
        long += Self.items.encoded().dropFirst() + [0xFF]
        let arrived = CBORWriter.bytes { $0.embedded(long) }
        let auth = try sign(authentication("ReaderAuthentication", [arrived]))
        let bytes = CBORWriter.bytes {
            $0.map {
                $0.entry("version") { $0.text("1.0") }
                $0.entry("docRequests") {
                    $0.array {
                        $0.map {
                            $0.entry("itemsRequest") { $0.raw(arrived) }
                            $0.entry("readerAuth") { $0.raw(auth) }
                        }
                    }
                }
            }
        }
        let document = try DeviceRequest(parsing: bytes).docRequests[0]
        #expect(try document.reader(in: transcript) != nil)
        #expect(document.items.nameSpaces[0].elements.map(\.intentToRetain) == [true, false])
        let again = try DeviceRequest(parsing: request([(Self.items, [("readerAuth", auth)])]))
        #expect(code { _ = try again.docRequests[0].reader(in: transcript) } == "cose.signature.invalid")
    }

    @Test(.row("MDOC-RQ-06")) func `MDOC-RQ-06 each document can have a reader of its own`() throws {
        let other = try Signer(.p256)
        let payload = authentication("ReaderAuthentication", [tagged(Self.items)])
        let bytes = request([
            (Self.items, [("readerAuth", try sign(payload))]),
            (Self.items, [("readerAuth", try sign(payload, by: other))]), (Self.items, []),
        ])
        let readers = try DeviceRequest(parsing: bytes).docRequests.map { try $0.reader(in: transcript) }
        #expect(readers.map { $0?.certificates.first } == [reader.certificate, other.certificate, nil])
    }

    @Test(.row("MDOC-2E-01", "MDOC-2E-03"))
    func `MDOC-2E-03 a reader signs the whole request, from version 1_1 on`() throws {
        let items = tagged(Self.items)
        let info = tagged(["useCases": [["mandatory": true, "documentSets": [[0], [1]]]]])
        let all = CBORWriter.bytes {
            $0.array {
                $0.raw(items); $0.raw(items)
            }
        }
        func readers(
            _ version: String, _ parts: [[UInt8]], info: [UInt8]? = nil, name: String = "ReaderAuthenticationAll"
        ) throws -> [AuthenticatedReader] {
            let auth = try CBORWriter.bytes { (writer) throws in
                let message = try sign(authentication(name, parts))
                writer.array { $0.raw(message) }
            }
            let bytes = request(
                version: version, [(Self.items, []), (Self.items, [])],
                more: (info.map { [("deviceRequestInfo", $0)] } ?? []) + [("readerAuthAll", auth)])
            return try DeviceRequest(parsing: bytes).readers(in: transcript)
        }
        #expect(try readers("1.1", [all, [0xF6]]).map(\.certificates) == [[reader.certificate]])
        #expect(try readers("1.1", [all, info], info: info).count == 1)
        #expect(code { _ = try readers("1.1", [all, [0xF6]], info: info) } == "cose.signature.invalid")
        #expect(code { _ = try readers("1.1", [all]) } == "cose.signature.invalid")  // the former three parts
        func many(_ count: Int) throws -> [UInt8] {
            let message = try sign(authentication("ReaderAuthenticationAll", [all, [0xF6]]))
            let auth = CBORWriter.bytes { $0.array { for _ in 0..<count { $0.raw(message) } } }
            return request(version: "1.1", [(Self.items, []), (Self.items, [])], more: [("readerAuthAll", auth)])
        }
        #expect(try DeviceRequest(parsing: many(16)).readers(in: transcript).count == 16)
        #expect(code { _ = try DeviceRequest(parsing: many(17)) } == "mdoc.deviceRequest.readerAuthAll")
        #expect(
            code { _ = try readers("1.1", [all, [0xF6]], name: "ReaderAuthentication") } == "cose.signature.invalid")
        let one = CBORWriter.bytes { $0.array { $0.raw(items) } }
        #expect(code { _ = try readers("1.1", [one, [0xF6]]) } == "cose.signature.invalid")
        // The same bytes under version 1.0 have no such members.
        #expect(try readers("1.0", [all]).isEmpty)
    }

    @Test(.row("MDOC-2E-01", "MDOC-2E-02")) func `MDOC-2E-02 use cases name documents that are asked for`() throws {
        func info(_ value: CBOR, version: String = "1.1") throws -> DeviceRequestInfo? {
            let bytes = request(
                version: version, [(Self.items, []), (Self.items, [])], more: [("deviceRequestInfo", tagged(value))])
            return try DeviceRequest(parsing: bytes).info
        }
        let cases = try #require(
            try info([
                "useCases": [
                    ["mandatory": true, "documentSets": [[0, 1], [1]], "purposeHints": ["org.iso": 2]],
                    ["mandatory": false, "documentSets": [[0]]],
                ], "new": 1,
            ])
        ).useCases
        #expect(cases.map(\.isMandatory) == [true, false])
        #expect(cases.map(\.documentSets) == [[[0, 1], [1]], [[0]]])
        #expect(cases[0].purposeHints == ["org.iso": 2])
        #expect(try info([:])?.useCases.isEmpty == true)
        for wrong in [
            ["useCases": [["mandatory": true, "documentSets": [[2]]]]],
            ["useCases": [["mandatory": true, "documentSets": [[-1]]]]], ["useCases": [["documentSets": [[0]]]]], [],
        ] as [CBOR] {
            #expect(code { _ = try info(wrong) }?.hasPrefix("mdoc.deviceRequestInfo.") == true)
            #expect(try info(wrong, version: "1.0") == nil)
        }
    }

    @Test(.row("MDOC-2E-04")) func `MDOC-2E-04 what a reader adds about a document is read`() throws {
        func info(_ value: CBOR) throws -> RequestInfo {
            let items: CBOR = ["docType": "d", "nameSpaces": ["n": ["e": true]], "requestInfo": value]
            return try DeviceRequest(parsing: request([(items, [])])).docRequests[0].items.info
        }
        let full = try info([
            "alternativeDataElements": [
                [
                    "requestedElement": ["n", "e"],
                    "alternativeElementSets": [[["n", "f"], ["m", "g"]], [["n", "h"]]],
                ]
            ], "issuerIdentifiers": [.bytes([1, 2])], "uniqueDocSetRequired": true, "maximumResponseSize": 16_384,
            "zkRequest": ["systemSpecs": [], "zkRequired": true], "org.example": ["x": 1],
        ])
        #expect(full.alternatives.map(\.requested.elementIdentifier) == ["e"])
        #expect(full.alternatives[0].sets.map { $0.map(\.elementIdentifier) } == [["f", "g"], ["h"]])
        #expect(full.issuerIdentifiers == [[1, 2]] && full.isUniqueDocSetRequired)
        #expect(full.maximumResponseSize == 16_384 && full.isZeroKnowledgeRequired)
        let empty = try info([:])
        #expect(!empty.isZeroKnowledgeRequired && empty.maximumResponseSize == nil && empty.alternatives.isEmpty)
        // What would narrow the disclosure is not overlooked because it is misspelt.
        #expect(code { _ = try info(["zkRequest": ["zkRequired": 1]]) } == "mdoc.itemsRequest.type")
        #expect(
            code {
                _ = try info(["alternativeDataElements": [["requestedElement": ["n"], "alternativeElementSets": []]]])
            } == "mdoc.itemsRequest.type")
        #expect(code { _ = try info([]) } == "mdoc.itemsRequest.type")
    }
}
