internal import LanyardJSON
internal import WalletPorts

/// Turns an issuer's payload and its Disclosures into the processed claims, as RFC 9901 §7.1 step 3 to 5 says.
///
/// It walks with a stack of its own, at most `depthLimit` containers deep, meets every digest once and looks each up in
/// one dictionary: work grows linearly with what arrived.
struct ClaimsProcessor {
    static let depthLimit = 64
    /// The longest claim name, in bytes: names are repeated in every path beneath them.
    static let nameLimit = 1024

    /// A container on the way: what it will hold, and what it holds by now.
    private struct Frame {
        let origin: Entry
        let node: Int
        let entries: [Entry]
        let isObject: Bool
        var next = 0
        var object: JSONObject
        var array: [JSON] = []

        init(_ isObject: Bool, of entries: [Entry], from origin: Entry, node: Int) {
            self.isObject = isObject
            self.entries = entries
            self.origin = origin
            self.node = node
            object = JSONObject(capacity: isObject ? entries.count : 0)
        }

        /// Containers are small; an index is checked rather than trusted.
        mutating func nextEntry() -> Entry? {
            guard entries.indices.contains(next) else { return nil }
            defer { next += 1 }
            return entries[next]
        }

        /// Places what an entry has become, by the entry's name or as the next element.
        mutating func place(_ value: JSON, of entry: Entry) throws(Finding) {
            guard isObject, let name = entry.name else { return array.append(value) }
            guard object.append(name, value) else {
                throw .disclosure(
                    "nameCollision", rows: ["SDJWT-06", "VCI-SDJWT-04"],
                    at: entry.disclosure.map { "disclosure \($0)" } ?? "",
                    expected: "a claim name that is not there already")
            }
        }

        var step: String { String(array.count) }
        var result: JSON { isObject ? .object(object) : .array(array) }
    }

    /// A member (with a name) or an element to come, and the Disclosure that it came from.
    private struct Entry {
        let name: String?
        let value: JSON
        let disclosure: Int?
    }

    /// What a digest stands for.
    private enum Reference {
        /// The Disclosure of that number, if the digest is met.
        case awaited(Int)
        /// Nothing any more: a digest may be met once only.
        case met
    }

    private let disclosures: [Disclosure]
    private var references: [ExactText: Reference] = [:]
    private var isPlaced: [Bool]
    private var tree: DisclosureTree

    /// Hashes each Disclosure once; throws `sdjwt.disclosure.repeated` when one came twice.
    init(_ disclosures: [Disclosure], hash: DisclosureHash) throws(Finding) {
        self.disclosures = disclosures
        isPlaced = Array(repeating: false, count: disclosures.count)
        tree = DisclosureTree(disclosures: disclosures.count)
        references.reserveCapacity(disclosures.count)
        for (number, disclosure) in disclosures.enumerated() {
            let digest = ExactText(hash.digest(of: disclosure.utf8))
            guard references.updateValue(.awaited(number), forKey: digest) == nil else {
                throw .disclosure(
                    "repeated", rows: ["SDJWT-08"], at: "disclosure \(number)", expected: "each Disclosure once")
            }
        }
    }

    /// Processes a payload; throws the finding of the first rule that is broken.
    mutating func process(_ payload: JSONObject) throws(Finding) -> (claims: JSONObject, tree: DisclosureTree) {
        let root = Entry(name: nil, value: .object(payload), disclosure: nil)
        let claims = try walk(from: try objectFrame(payload, for: root, node: DisclosureTree.root))
        if let stray = isPlaced.firstIndex(of: false) {
            throw .disclosure(
                "unreferenced", rows: ["SDJWT-08", "VCI-SDJWT-04"], at: "disclosure \(stray)",
                expected: "a digest that refers to each Disclosure")
        }
        return (claims, tree)
    }

    private mutating func walk(from root: Frame) throws(Finding) -> JSONObject {
        var stack = [root]
        while var frame = stack.popLast() {
            var child: Frame?
            while child == nil, let entry = frame.nextEntry() {
                child = try openFrame(for: entry, in: frame)
                if child == nil { try frame.place(entry.value, of: entry) }
            }
            if let child {
                guard stack.count + 2 <= Self.depthLimit else {
                    throw .sdjwt(
                        "depth", rows: ["SDJWT-10"], at: tree.pointer(to: child.node),
                        expected: "at most \(Self.depthLimit) levels of nesting")
                }
                stack.append(frame)
                stack.append(child)
            } else if var parent = stack.popLast() {
                try parent.place(frame.result, of: frame.origin)
                stack.append(parent)
            } else {
                return frame.object
            }
        }
        return JSONObject()
    }

    /// A frame when the entry is a container, nil when its value can be placed as it is.
    private mutating func openFrame(for entry: Entry, in parent: Frame) throws(Finding) -> Frame? {
        let isContainer =
            switch entry.value {
            case .object, .array: true
            default: false
            }
        guard isContainer || entry.disclosure != nil else { return nil }
        let node = tree.add(entry.name ?? parent.step, under: parent.node, disclosure: entry.disclosure)
        switch entry.value {
        case .object(let object): return try objectFrame(object, for: entry, node: node)
        case .array(let elements): return try arrayFrame(elements, for: entry, node: node)
        default: return nil
        }
    }

    // MARK: Objects

    private mutating func objectFrame(_ object: JSONObject, for origin: Entry, node: Int) throws(Finding) -> Frame {
        var entries: [Entry] = []
        entries.reserveCapacity(object.count)
        for (name, value) in object.members where name != Reserved.digests {
            guard name != Reserved.placeholder else {
                throw .sdjwt(
                    "placeholder.misplaced", rows: ["SDJWT-11", "SDJWT-12"], at: tree.pointer(to: node),
                    expected: "the name ... only as the one member of an array element")
            }
            if name == Reserved.algorithm, node == DisclosureTree.root { continue }
            guard name != Reserved.algorithm else {
                throw .sdjwt(
                    "sdAlg.nested", clause: "RFC 9901 §4.1.1", rows: ["SDJWT-03"], at: tree.pointer(to: node),
                    expected: "_sd_alg only at the top level")
            }
            try checkLength(of: name, node)
            entries.append(Entry(name: name, value: value, disclosure: nil))
        }
        if let digests = object[Reserved.digests] {
            try appendDisclosed(by: digests, node: node, to: &entries)
        }
        return Frame(true, of: entries, from: origin, node: node)
    }

    private mutating func appendDisclosed(
        by digests: JSON, node: Int, to entries: inout [Entry]
    ) throws(Finding) {
        guard case .array(let list) = digests else {
            throw .sdjwt(
                "digests.notArray", rows: ["SDJWT-04", "VCI-SDJWT-04"], at: tree.pointer(to: node) + "/_sd",
                expected: "an array of strings")
        }
        var found: [Int] = []
        found.reserveCapacity(list.count)
        for element in list {
            guard let digest = element.string else {
                throw .sdjwt(
                    "digests.notString", rows: ["SDJWT-04"], at: tree.pointer(to: node) + "/_sd",
                    expected: "an array of strings")
            }
            if let number = try resolve(digest, node: node) { found.append(number) }
        }
        entries.reserveCapacity(entries.count + found.count)
        // Digests stand in no telling order; the Disclosures' own order is stable and closer to the issuer's.
        found.sort()
        for number in found {
            guard let name = disclosures[number].name else {
                throw .disclosure(
                    "elementInObject", rows: ["SDJWT-05"], at: "disclosure \(number)",
                    expected: "[salt, name, value] where a digest of _sd refers to it")
            }
            try checkLength(of: name, node)
            entries.append(Entry(name: name, value: disclosures[number].value, disclosure: number))
        }
    }

    private func checkLength(of name: String, _ node: Int) throws(Finding) {
        guard name.utf8.count > Self.nameLimit else { return }
        throw .sdjwt(
            "name.tooLong", clause: "Lanyard limits", rows: ["SDJWT-10"], at: tree.pointer(to: node),
            expected: "claim names of at most \(Self.nameLimit) bytes", seen: .kind("string", length: name.utf8.count))
    }

    // MARK: Arrays

    private mutating func arrayFrame(_ elements: [JSON], for origin: Entry, node: Int) throws(Finding) -> Frame {
        var entries: [Entry] = []
        entries.reserveCapacity(elements.count)
        for element in elements {
            guard case .object(let object) = element, let digest = object[Reserved.placeholder] else {
                entries.append(Entry(name: nil, value: element, disclosure: nil))
                continue
            }
            guard object.count == 1, let digest = digest.string else {
                throw .sdjwt(
                    "placeholder.shape", rows: ["SDJWT-11"], at: tree.pointer(to: node),
                    expected: "an object whose only member ... is a string")
            }
            // An element without a Disclosure is a decoy or withheld: it leaves no trace.
            guard let number = try resolve(digest, node: node) else { continue }
            guard disclosures[number].name == nil else {
                throw .disclosure(
                    "memberInArray", rows: ["SDJWT-05"], at: "disclosure \(number)",
                    expected: "[salt, value] where an array element refers to it")
            }
            entries.append(Entry(name: nil, value: disclosures[number].value, disclosure: number))
        }
        return Frame(false, of: entries, from: origin, node: node)
    }

    /// The Disclosure that a digest refers to, or nil for a decoy; a digest may be met once only.
    private mutating func resolve(_ digest: String, node: Int) throws(Finding) -> Int? {
        switch references.updateValue(.met, forKey: ExactText(digest)) {
        case nil: return nil
        case .awaited(let number):
            isPlaced[number] = true
            return number
        case .met:
            throw .sdjwt(
                "digest.repeated", rows: ["SDJWT-07", "VCI-SDJWT-04"], at: tree.pointer(to: node),
                expected: "each digest once in the whole SD-JWT")
        }
    }
}
