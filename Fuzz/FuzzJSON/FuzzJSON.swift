import LanyardJSON

/// Keeps results alive; without it the optimiser would leave the work out.
nonisolated(unsafe) public var fuzzResult = 0

/// Reads the bytes as JSON; what was read must be written and read again as the same value.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    do throws(JSONError) {
        let value = try JSON(parsing: bytes)
        guard try JSON(parsing: value.encoded()) == value else { fatalError("the writer changed the value") }
        visit(value)
        let path = try ClaimsPath(json: value["path"] ?? value)
        fuzzResult += try path.select(in: value["in"] ?? value).count
    } catch {
        fuzzResult += error.reason.utf8.count
    }
    return 0
}

/// Visits every value without recursion and asks numbers for both of their readings.
private func visit(_ value: JSON) {
    var open = [value]
    while let next = open.popLast() {
        switch next {
        case .null, .bool: fuzzResult += 1
        case .number(let number): fuzzResult += (number.int64 != nil ? 1 : 0) + (number.double.isFinite ? 1 : 0)
        case .string(let text): fuzzResult += text.utf8.count
        case .array(let elements): open += elements
        case .object(let object): open += object.members.map(\.value)
        }
    }
}
