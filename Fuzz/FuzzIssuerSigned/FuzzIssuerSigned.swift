internal import LanyardCBOR
internal import LanyardCOSE
internal import LanyardCrypto
internal import MDoc
internal import WalletPorts

/// Kept, so that the optimiser keeps the work.
nonisolated(unsafe) public var sink = 0

/// Feeds an mdoc as it is, or an array of items that get their digests here, and checks what must hold of every good one.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let items = (try? CBORItem(parsing: input))?.array {
        sink &+= examined(assembled(items))
    } else {
        sink &+= examined(input)
    }
    return 0
}

/// Digests cannot be guessed by mutation: the security object is made for whatever the items are.
private func assembled(_ items: CBORChildren) -> [UInt8] {
    guard let device else { return [] }
    var builder = IssuerSignedBuilder(
        docType: "d", deviceKey: .ec(device.publicKey), signed: "2026-01-01T00:00:00Z",
        validUntil: "2027-01-01T00:00:00Z")
    for item in items {
        builder.add(encoded: item.bytes.array, digestID: item["digestID"]?.int64 ?? 0, in: "n")
    }
    let draft = builder.unsigned(builder.securityObject, chain: [[0]])
    return builder.issuerSigned(draft.encoded(signature: []))
}

private func examined(_ bytes: [UInt8]) -> Int {
    var findings = Findings()
    guard let received = try? IssuerSigned(parsing: bytes, findings: &findings) else { return 0 }
    if received.bytes.array != bytes { fatalError("the original bytes differ") }
    _ = try? received.certificates()
    guard let credential = try? VerifiedIssuerSigned(reopening: bytes) else { return 1 }
    _ = try? ValidityInfo(of: credential.securityObject, findings: &findings)
    _ = try? MSOStatus(of: credential.securityObject, findings: &findings)

    // Each element alone can be sent, and arrives as it was issued.
    for space in received.nameSpaces.prefix(2) {
        for item in space.items.prefix(4) {
            sink &+= "\(item.value)".utf8.count
            let selection = [DocumentDraft.Selection(space.name, [item.elementIdentifier])]
            let transcript = SessionTranscript.isoMdocOverDCAPI(encryptionInfo: "", origin: "")
            guard let draft = try? DocumentDraft(of: credential, disclosing: selection, in: transcript) else {
                fatalError("an element that is there cannot be selected")
            }
            guard let signed = try? draft.signed([UInt8](repeating: 0, count: 64)) else { continue }
            guard let response = try? DeviceResponse(parsing: DeviceResponse.encoded([signed]), findings: &findings),
                response.documents.first?.issuerSigned.nameSpaces.first?.items.map(\.bytes) == [item.bytes]
            else { fatalError("an element differs after being sent") }
        }
    }
    return 2
}

private let device = try? ECPrivateKey.generate(.p256)
