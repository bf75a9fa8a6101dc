internal import LanyardCBOR

/// Kept, so that the optimiser keeps the work.
nonisolated(unsafe) public var sink = 0

/// Feeds bytes to the reader, and checks that what it read survives being written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let item = try? CBORItem(parsing: input) else { return 0 }
    if item.bytes.array != input { fatalError("the original bytes differ") }
    sink &+= item.diagnostic(indent: 1, shownBytes: 16).utf8.count

    for order in [CBOR.KeyOrder.asGiven, .bytewise, .lengthFirst] {
        let written = item.value.encoded(order)
        guard let again = try? CBORItem(parsing: written) else { fatalError("what was written cannot be read") }
        if again.value.encoded(order) != written { fatalError("the second encoding differs from the first") }
    }
    return 0
}
