internal import LanyardCBOR
internal import LanyardCrypto
internal import MDoc
internal import WalletPorts

/// Kept, so that the optimiser keeps the work.
nonisolated(unsafe) public var sink = 0

/// Feeds a response; nothing that a stranger made may verify.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    var findings = Findings()
    guard let response = try? DeviceResponse(parsing: input, findings: &findings), let key else { return 0 }
    let transcript = SessionTranscript.isoMdocOverDCAPI(encryptionInfo: "fuzz", origin: "https://fuzz.example")
    for document in response.documents {
        sink &+= (try? document.issuerSigned.certificates())?.count ?? 0
        if (try? document.verified(by: .ec(key.publicKey), in: transcript, readerKey: key)) != nil {
            fatalError("a signature of a key that was never used verifies")
        }
        // Without the signatures, which no mutation makes.
        if (try? VerifiedIssuerSigned(reopening: document.issuerSigned.bytes.array)) != nil { sink &+= 1 }
    }
    return 0
}

private let key = try? ECPrivateKey.generate(.p256)
