/// Reads one item and all that is inside it, RFC 8949 §3, in one pass and without recursion.
///
/// Every declared length is compared with the bytes that are left before anything is done with it. What is not well
/// formed by Appendix C and F is refused; lengths and numbers in a longer form than needed are read.
struct CBORParser {
    private struct Container {
        let node: Int
        /// Items still to come; nil when a break ends them.
        var left: UInt64?
        /// Whether a break may come: not between a key and its value.
        var isEven = true
    }

    private let bytes: [UInt8]
    private let end: Int
    private let limits: CBORLimits
    private var position: Int
    private var nodes: [CBORNode] = []
    private var open: [Container] = []

    init(_ bytes: [UInt8], _ range: Range<Int>, limits: CBORLimits) {
        self.bytes = bytes
        self.limits = limits
        position = range.lowerBound
        end = range.upperBound
    }

    /// Reads exactly one item and nothing after it.
    mutating func document() throws(CBORError) -> CBORStorage {
        guard end - position <= limits.bytes else {
            throw failure(.tooLarge, "longer than \(limits.bytes) bytes")
        }
        nodes.reserveCapacity(min(64, end - position))
        repeat {
            if try head() { close() }
        } while !open.isEmpty
        guard position == end else { throw failure(.trailing, "something follows the item") }
        let storage = CBORStorage(bytes, nodes)
        var budget = CBORItem.keyBudget
        for (index, node) in nodes.enumerated() where node.major == 5 && node.next > index + 3 {
            try CBORItem(storage, index).refuseRepeatedKeys(&budget)
        }
        return storage
    }

    /// Reads one head, and the content of a string; true when that completes an item.
    private mutating func head() throws(CBORError) -> Bool {
        let start = position
        guard start < end else { throw failure(.truncated, "the input ends early") }
        let initial = bytes[start]
        position += 1
        if initial == 0xFF {
            try endContainer(at: start)
            return true
        }
        guard nodes.count < limits.items else { throw failure(.tooLarge, "more than \(limits.items) items") }
        let argument = try argument(initial)
        try checkChunk(initial, at: start)
        nodes.append(
            CBORNode(initial: initial, start: UInt32(start), end: 0, next: 0, argument: argument))
        let isIndefinite = initial & 0x1F == 31
        switch initial >> 5 {
        case 2, 3:
            if isIndefinite { return try enter(nil) }
            guard argument <= UInt64(end - position) else {
                throw failure(.truncated, "the string is longer than the bytes that are left")
            }
            let content = position..<position + Int(argument)
            position = content.upperBound
            guard initial >> 5 == 2 || UTF8Text.isValid(bytes, content) else {
                throw failure(.encoding, "the text is not UTF-8", at: start)
            }
            return true
        case 4: return try enter(isIndefinite ? nil : try count(argument, of: 1))
        case 5: return try enter(isIndefinite ? nil : try count(argument, of: 2))
        case 6: return try enter(1)
        default: return true
        }
    }

    /// The number of items inside, each of at least one byte.
    private func count(_ argument: UInt64, of width: UInt64) throws(CBORError) -> UInt64 {
        guard argument <= UInt64(end - position) / width else {
            throw failure(.truncated, "more items than bytes that are left")
        }
        return argument * width
    }

    private mutating func argument(_ initial: UInt8) throws(CBORError) -> UInt64 {
        let information = initial & 0x1F
        switch information {
        case 0..<24:
            return UInt64(information)
        case 24...27:
            let width = 1 << Int(information - 24)
            guard width <= end - position else { throw failure(.truncated, "the head is cut off") }
            var number: UInt64 = 0
            for offset in position..<position + width { number = number << 8 | UInt64(bytes[offset]) }
            position += width
            // RFC 8949 §3.3: values below 32 have the one-byte form only.
            guard initial != 0xF8 || number >= 32 else { throw failure(.malformed, "a simple value in the wrong form") }
            return number
        case 31 where (2...5).contains(initial >> 5):
            return 0
        default:
            throw failure(.malformed, "additional information that is not assigned")
        }
    }

    /// Inside a chunked string only definite strings of its own kind may stand, RFC 8949 §3.2.3.
    private func checkChunk(_ initial: UInt8, at start: Int) throws(CBORError) {
        guard let last = open.last, last.left == nil else { return }
        let container = nodes[last.node].initial
        guard container == 0x5F || container == 0x7F else { return }
        guard initial >> 5 == container >> 5, initial & 0x1F != 31 else {
            throw failure(.malformed, "a chunk of another kind than its string", at: start)
        }
    }

    /// Enters the item that was read last; true when it has nothing inside.
    private mutating func enter(_ count: UInt64?) throws(CBORError) -> Bool {
        if count == 0 { return true }
        guard open.count < limits.depth else { throw failure(.depth, "nested deeper than \(limits.depth)") }
        open.append(Container(node: nodes.count - 1, left: count))
        return false
    }

    private mutating func endContainer(at start: Int) throws(CBORError) {
        guard let last = open.last, last.left == nil, last.isEven || nodes[last.node].major != 5 else {
            throw failure(.malformed, "a break that ends nothing", at: start)
        }
        open.removeLast()
        complete(last.node)
    }

    /// Counts a completed item in its container, and completes every container that it was the last of.
    private mutating func close() {
        if nodes[nodes.count - 1].next == 0 { complete(nodes.count - 1) }
        while let last = open.indices.last {
            open[last].isEven.toggle()
            guard let left = open[last].left else { return }
            open[last].left = left - 1
            guard left == 1 else { return }
            complete(open.removeLast().node)
        }
    }

    private mutating func complete(_ node: Int) {
        nodes[node].end = UInt32(position)
        nodes[node].next = UInt32(nodes.count)
    }

    private func failure(_ code: CBORError.Code, _ reason: String, at offset: Int? = nil) -> CBORError {
        CBORError(code, offset: offset ?? position, reason)
    }
}

/// Whether bytes are text.
enum UTF8Text {
    static func isValid(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        guard let other = range.first(where: { bytes[$0] >= 0x80 }) else { return true }
        return String(validating: bytes[other..<range.upperBound], as: UTF8.self) != nil
    }
}
