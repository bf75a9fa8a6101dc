internal import MDoc

/// Kept, so that the optimiser keeps the work.
nonisolated(unsafe) public var sink = 0

/// Feeds a request; no signature that was made for another session may hold in this one.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let request = try? DeviceRequest(parsing: input) else { return 0 }
    let transcript = SessionTranscript.isoMdocOverDCAPI(encryptionInfo: "fuzz", origin: "https://fuzz.example")
    for document in request.docRequests {
        if document.items.nameSpaces.isEmpty { fatalError("a document is asked for without any element") }
        if (try? document.reader(in: transcript)) ?? nil != nil { fatalError("a replayed signature holds") }
    }
    for useCase in request.info?.useCases ?? [] {
        let positions = useCase.documentSets.joined()
        if !positions.allSatisfy(request.docRequests.indices.contains) { fatalError("a position beyond the documents") }
    }
    if let readers = try? request.readers(in: transcript), !readers.isEmpty { fatalError("a replayed signature holds") }
    sink &+= request.docRequests.count
    return 0
}
