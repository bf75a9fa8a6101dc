/// One item of a parsed input: where it is, and where the item after it is in the list of all items.
///
/// Items are listed in the order in which they start, so that the first element of a container is the next in the list.
struct CBORNode {
    /// The first byte: major type and additional information.
    let initial: UInt8
    /// Where the item starts in the input, in bytes.
    let start: UInt32
    /// Where the item ends.
    var end: UInt32
    /// The position in the list of the first item that is not inside this one.
    var next: UInt32
    /// The number in the head: a value, a length, a count, a tag, the bits of a float.
    let argument: UInt64

    var major: UInt8 { initial >> 5 }
    var information: UInt8 { initial & 0x1F }
    var isIndefinite: Bool { information == 31 }

    /// The length of the head, in bytes.
    var headLength: Int {
        switch information {
        case 24: 2
        case 25: 3
        case 26: 5
        case 27: 9
        default: 1
        }
    }

    var range: Range<Int> { Int(start)..<Int(end) }
    /// What follows the head.
    var content: Range<Int> { (Int(start) + headLength)..<Int(end) }
}

/// An input and its items, shared by every view into it.
final class CBORStorage: Sendable {
    let bytes: [UInt8]
    let nodes: [CBORNode]

    init(_ bytes: [UInt8], _ nodes: [CBORNode]) {
        self.bytes = bytes
        self.nodes = nodes
    }
}
