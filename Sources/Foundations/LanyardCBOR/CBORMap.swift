extension CBORItem {
    /// The entries in their order, if this is a map.
    public var map: CBOREntries? { node.major == 5 ? CBOREntries(children) : nil }

    /// The value under a text key, if this is a map that has it.
    public subscript(name: String) -> CBORItem? { map?.first { $0.key.isText(name) }?.value }

    /// The value under an integer key, if this is a map that has it.
    public subscript(label: Int64) -> CBORItem? { map?.first { $0.key.int64 == label }?.value }
}

/// The entries of a map, in order.
public struct CBOREntries: Sequence, IteratorProtocol, Sendable {
    private var items: CBORChildren

    init(_ items: CBORChildren) { self.items = items }

    /// The next key with its value.
    public mutating func next() -> (key: CBORItem, value: CBORItem)? {
        guard let key = items.next(), let value = items.next() else { return nil }
        return (key, value)
    }
}

extension CBORItem {
    /// Bytes of keys with items inside that are looked at in one input: such a key is written anew at every level.
    static let keyBudget = 1 << 20

    /// Refuses a key that occurs twice, however it is written (RFC 8949 §5.6).
    func refuseRepeatedKeys(_ budget: inout Int) throws(CBORError) {
        guard let map else { return }
        // Most maps on the wire are short or have ascending keys; only the rest is worth a set.
        if isAscending(map) || hasFewDistinctKeys(map) { return }
        var seen: Set<[UInt8]> = []
        for (key, _) in map {
            if !key.isPlain { budget -= key.node.range.count }
            guard budget >= 0 else {
                throw CBORError(
                    .tooLarge, offset: key.node.range.lowerBound, "keys that are no plain ones are too long")
            }
            guard seen.insert(key.value.encoded(.bytewise)).inserted else {
                throw CBORError(.duplicateKey, offset: key.node.range.lowerBound, "a key occurs twice")
            }
        }
    }

    private func hasFewDistinctKeys(_ map: CBOREntries) -> Bool {
        var keys: [CBORItem] = []
        for (key, _) in map {
            guard keys.count < 16, key.isPlain, !keys.contains(where: { !$0.precedes(key) && !key.precedes($0) }) else {
                return false
            }
            keys.append(key)
        }
        return true
    }

    /// Whether two such items can be compared without being decoded: a number, or a string in one piece.
    private var isPlain: Bool { node.major < 4 && !node.isIndefinite }

    private func isAscending(_ map: CBOREntries) -> Bool {
        var last: CBORItem?
        for (key, _) in map {
            guard key.isPlain else { return false }
            if let last, !last.precedes(key) { return false }
            last = key
        }
        return true
    }

    /// Whether one definite string or integer comes before another: by kind, then number or length, then bytes.
    private func precedes(_ other: CBORItem) -> Bool {
        let (left, right) = (node, other.node)
        guard left.major == right.major else { return left.major < right.major }
        guard left.argument == right.argument else { return left.argument < right.argument }
        guard left.major >= 2 else { return false }
        return bytes.suffix(Int(left.argument)).lexicographicallyPrecedes(other.bytes.suffix(Int(right.argument)))
    }
}
