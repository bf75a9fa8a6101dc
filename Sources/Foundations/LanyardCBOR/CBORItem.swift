/// A CBOR data item as it arrived, RFC 8949: a view into the input that remembers its original bytes.
///
/// What is signed or digested is taken from ``bytes``, never encoded anew. Reading a value gives nil when the item is of
/// another kind; ``CBORField`` reads with names and errors.
public struct CBORItem: Sendable {
    /// What an item is.
    public enum Kind: String, Hashable, Sendable {
        /// A whole number from zero on.
        case unsigned = "unsigned integer"
        /// A whole number below zero.
        case negative = "negative integer"
        /// A byte string.
        case bytes = "byte string"
        /// A text string.
        case text = "text string"
        /// An array.
        case array = "array"
        /// A map.
        case map = "map"
        /// A tagged item.
        case tag = "tagged item"
        /// `true` or `false`.
        case bool = "boolean"
        /// `null`.
        case null = "null"
        /// `undefined`.
        case undefined = "undefined"
        /// Another simple value.
        case simple = "simple value"
        /// A floating-point number of 16, 32 or 64 bits.
        case float = "floating-point number"
    }

    private let storage: CBORStorage
    private let index: Int

    init(_ storage: CBORStorage, _ index: Int) {
        self.storage = storage
        self.index = index
    }

    /// Parses exactly one item and nothing after it.
    ///
    /// Indefinite lengths and numbers in longer forms than needed are read. Refused: what RFC 8949 Appendix F calls not
    /// well formed, text that is no UTF-8, a repeated key (§5.6), and what exceeds the limits. Throws where and why.
    public init(parsing bytes: some Collection<UInt8>, limits: CBORLimits = .default) throws(CBORError) {
        try self.init(parsing: ByteView(Array(bytes)), limits: limits)
    }

    /// Parses a view, without copying what is under it.
    public init(parsing view: ByteView, limits: CBORLimits = .default) throws(CBORError) {
        let (bytes, range) = view.source
        var parser = CBORParser(bytes, range, limits: limits)
        self.init(try parser.document(), 0)
    }

    var node: CBORNode { storage.nodes[index] }

    /// The original bytes of this item, its head included.
    public var bytes: ByteView { ByteView(storage.bytes, node.range) }

    /// What this item is.
    public var kind: Kind {
        switch node.major {
        case 0: .unsigned
        case 1: .negative
        case 2: .bytes
        case 3: .text
        case 4: .array
        case 5: .map
        case 6: .tag
        default:
            switch node.information {
            case 20, 21: .bool
            case 22: .null
            case 23: .undefined
            case 25, 26, 27: .float
            default: .simple
            }
        }
    }

    /// The number, if this is one from zero on.
    public var unsigned: UInt64? { node.major == 0 ? node.argument : nil }

    /// The whole number, if this is one that fits; a bignum is a tagged byte string and none.
    public var int64: Int64? {
        switch node.major {
        case 0: Int64(exactly: node.argument)
        case 1: Int64(exactly: node.argument).map { -1 - $0 }
        default: nil
        }
    }

    /// The byte string, the chunks of one joined.
    public var byteString: ByteView? { node.major == 2 ? string : nil }

    /// The text, the chunks of one joined.
    public var text: String? {
        guard node.major == 3 else { return nil }
        guard node.isIndefinite else { return String(decoding: storage.bytes[node.content], as: UTF8.self) }
        return String(decoding: string, as: UTF8.self)
    }

    private var string: ByteView {
        guard node.isIndefinite else { return ByteView(storage.bytes, node.content) }
        var joined: [UInt8] = []
        for chunk in children { joined += storage.bytes[chunk.node.content] }
        return ByteView(joined)
    }

    /// The boolean, if this is one.
    public var bool: Bool? { kind == .bool ? node.information == 21 : nil }

    /// Whether this is `null`.
    public var isNull: Bool { node.initial == 0xF6 }

    /// The floating-point number, exact from each of the three widths.
    public var double: Double? {
        guard node.major == 7 else { return nil }
        return switch node.information {
        case 25: HalfFloat.double(UInt16(truncatingIfNeeded: node.argument))
        case 26: Double(Float(bitPattern: UInt32(truncatingIfNeeded: node.argument)))
        case 27: Double(bitPattern: node.argument)
        default: nil
        }
    }

    /// The tag and what it marks, if this is a tagged item.
    public var tagged: (tag: UInt64, content: CBORItem)? {
        node.major == 6 ? (node.argument, CBORItem(storage, index + 1)) : nil
    }

    /// What this tag marks, if it is that tag.
    public func content(of tag: UInt64) -> CBORItem? {
        node.major == 6 && node.argument == tag ? CBORItem(storage, index + 1) : nil
    }

    /// The elements, if this is an array.
    public var array: CBORChildren? { node.major == 4 ? children : nil }

    /// What is inside, in order: elements, keys and values, the marked item, chunks.
    var children: CBORChildren { CBORChildren(storage, index) }

    /// Whether this is a text with exactly these code units.
    func isText(_ name: String) -> Bool {
        guard node.major == 3 else { return false }
        guard !node.isIndefinite else { return string.elementsEqual(name.utf8) }
        return node.argument == UInt64(name.utf8.count) && storage.bytes[node.content].elementsEqual(name.utf8)
    }
}

/// The items inside another, in order.
public struct CBORChildren: Sequence, IteratorProtocol, Sendable {
    private let storage: CBORStorage
    private var index: Int
    private let end: Int

    init(_ storage: CBORStorage, _ parent: Int) {
        self.storage = storage
        index = parent + 1
        end = Int(storage.nodes[parent].next)
    }

    /// The next item.
    public mutating func next() -> CBORItem? {
        guard index < end else { return nil }
        defer { index = Int(storage.nodes[index].next) }
        return CBORItem(storage, index)
    }
}
