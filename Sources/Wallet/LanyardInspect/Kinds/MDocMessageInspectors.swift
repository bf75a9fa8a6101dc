import LanyardCBOR
import LanyardCOSE
import LanyardCertificates
import MDoc
import WalletPorts

/// What a wallet sends: DeviceResponse.
///
/// Who the session was with is not known, so device authentication is not judged.
enum DeviceResponseInspector: KindInspector {
    static let summary = ""

    static func recognises(_ input: InspectInput) -> Bool {
        guard let candidate = input.cbor, candidate.has("version"), !candidate.has("docRequests") else { return false }
        return candidate.item == nil || candidate.has("status") || candidate.has("documents")
    }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        var inspection = Inspection("device-response", "mdoc response (DeviceResponse)")
        guard let candidate = input.cbor else { return inspection }
        var examination = Examination(detector.options)
        let response = examination.examine(rules) { findings throws(Finding) in
            try DeviceResponse(parsing: candidate.bytes, findings: &findings)
        }
        inspection.checks = examination.checks
        guard let response else { return inspection }
        inspection.add("", [.init("version", response.version), .init("status", "\(response.status)")])
        inspection.noteRest(of: response.documents.count, looked: 20, "documents")
        for document in response.documents.prefix(20) {
            var part = IssuerSignedInspector.inspect(
                document.issuerSigned.bytes.array, base64: nil, detector.inner)
            part.add("Device", facts(document))
            inspection.parts.append(part)
        }
        return inspection
    }

    private static func facts(_ document: Document) -> [Inspection.Fact] {
        guard let device = document.deviceSigned else { return [.init("authentication", "none")] }
        let kind =
            switch device.authentication {
            case .signature(let message): "signature, \(message.header.algorithm?.description ?? "")"
            case .mac: "MAC"
            }
        return [.init("authentication", kind)]
            + device.elements.prefix(100).map {
                .init("\($0.nameSpace)/\($0.elementIdentifier)", Secrets.notation($0.elementValue, shownBytes: 16))
            }
    }

    private static let rules: [Rule<DeviceResponse>] = [
        Rule(
            "It is CBOR of the right shape, version 1", clause: "ISO/IEC 18013-5 §8.3.2.1.2.2",
            rows: ["MDOC-DR-01", "MDOC-DR-02"],
            codes: [
                "mdoc.deviceResponse.", "mdoc.document.", "mdoc.issuerSigned.", "mdoc.deviceSigned.", "cose.",
                "mdoc.x5chain.missing",
            ]
        ) { .passed("documents: \($0.documents.count)") },
        Rule(
            "issuerAuth is untagged, its certificates unprotected", clause: "ISO/IEC 18013-5 §9.1.2.4",
            rows: ["MDOC-MSO-01"], codes: ["mdoc.issuerAuth.tagged", "mdoc.x5chain.protected"]
        ) { _ in .passed("in each document") },
        Rule("The status is 0", clause: "ISO/IEC 18013-5 §8.3.2.1.2.3", rows: [], codes: ["mdoc.deviceResponse.status"])
        {
            $0.status == 0 ? .passed("0") : .notJudged("the device says that something went wrong: \($0.status)")
        },
        Rule(
            "The device authenticated the session", clause: "ISO/IEC 18013-5 §9.1.3", rows: ["MDOC-AUTH-01"],
            codes: ["mdoc.deviceMac.key"]
        ) { _ in .notJudged("the session transcript is not in the response") },
    ]
}

/// What a reader asks for: DeviceRequest.
///
/// Its signatures are over a session that is not known here.
enum DeviceRequestInspector: KindInspector {
    static let summary = ""

    static func recognises(_ input: InspectInput) -> Bool { input.cbor?.has("docRequests") ?? false }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        var inspection = Inspection("device-request", "mdoc request (DeviceRequest)")
        guard let candidate = input.cbor else { return inspection }
        var examination = Examination(detector.options)
        let request = examination.examine(rules) { _ throws(Finding) in try DeviceRequest(parsing: candidate.bytes) }
        inspection.checks = examination.checks
        guard let request else { return inspection }
        inspection.add("", [.init("version", request.version)])
        inspection.noteRest(of: request.docRequests.count, looked: 20, "document requests")
        for asked in request.docRequests.prefix(20) {
            inspection.add(
                asked.items.docType,
                asked.items.nameSpaces.flatMap { space in
                    space.elements.prefix(100).map {
                        .init(
                            "\(space.name)/\($0.elementIdentifier)",
                            $0.intentToRetain ? "to be retained" : "not retained")
                    }
                })
        }
        let use = CertificateChain.Use(.mdocReader, rows: ["MDOC-RQ-05", "TRUST-02"])
        for message in request.docRequests.prefix(20).compactMap(\.readerAuth) + request.readerAuthAll.prefix(5) {
            guard let chain = try? message.header.certificates() else { continue }
            inspection.parts.append(CertificateChain(der: chain, from: .verifier).inspection(use, detector.options))
        }
        return inspection
    }

    private static let rules: [Rule<DeviceRequest>] = [
        Rule(
            "It is CBOR of the right shape, version 1", clause: "ISO/IEC 18013-5 §8.3.2.1.2.1",
            rows: ["MDOC-RQ-01", "MDOC-RQ-02"], codes: ["mdoc.deviceRequest.", "mdoc.itemsRequest.", "cose."]
        ) { .passed("documents asked for: \($0.docRequests.count)") },
        Rule(
            "The reader signed it for the session", clause: "ISO/IEC 18013-5 §9.1.4", rows: ["MDOC-RQ-04"],
            codes: ["mdoc.readerAuth."]
        ) { request in
            let isSigned = !request.readerAuthAll.isEmpty || request.docRequests.contains { $0.readerAuth != nil }
            return isSigned
                ? .notJudged("the session transcript is not in the request") : .notApplicable("nobody signed it")
        },
    ]
}
