internal import LanyardCBOR

/// What a reader asks of one document, ISO/IEC 18013-5 §8.3.2.1.2.1.
public struct ItemsRequest: Sendable, Hashable {
    /// One element that is asked for.
    public struct Element: Sendable, Hashable {
        /// The name.
        public let elementIdentifier: String
        /// Whether the reader says that it will keep the value.
        public let intentToRetain: Bool
    }

    /// The elements that are asked for, of one name space.
    public struct NameSpace: Sendable, Hashable {
        /// The name space.
        public let name: String
        /// The elements, in order; never empty.
        public let elements: [Element]
    }

    /// The document type.
    public let docType: String
    /// The name spaces, in order; never empty.
    public let nameSpaces: [NameSpace]
    /// What else the reader says about this document.
    public let info: RequestInfo

    init(cbor field: CBORField) throws(CBORError) {
        docType = try field["docType"].text()
        var spaces: [NameSpace] = []
        for (name, field) in try field["nameSpaces"].members() {
            var elements: [Element] = []
            for (identifier, retain) in try field.members() {
                elements.append(Element(elementIdentifier: identifier, intentToRetain: try retain.bool()))
            }
            guard !elements.isEmpty else { throw field.error(.type, "no element") }
            spaces.append(NameSpace(name: name, elements: elements))
        }
        guard !spaces.isEmpty else { throw field["nameSpaces"].error(.type, "no name space") }
        nameSpaces = spaces
        info = try RequestInfo(cbor: field["requestInfo"])
    }
}

/// What a reader may add about one document (second edition); members that are not known are ignored.
public struct RequestInfo: Sendable, Hashable {
    /// Names an element.
    public struct ElementReference: Sendable, Hashable {
        /// The name space.
        public let nameSpace: String
        /// The name.
        public let elementIdentifier: String
    }

    /// What the reader takes in place of an element.
    public struct Alternatives: Sendable, Hashable {
        /// The element that was asked for.
        public let requested: ElementReference
        /// Sets of elements, each of which would do.
        public let sets: [[ElementReference]]
    }

    /// What the reader takes in place of elements.
    public let alternatives: [Alternatives]
    /// Authority key identifiers of issuers that the reader takes; empty when any will do.
    public let issuerIdentifiers: [[UInt8]]
    /// Whether several documents of this type must differ.
    public let isUniqueDocSetRequired: Bool
    /// The most bytes that the reader takes.
    public let maximumResponseSize: UInt64?
    /// Whether the reader takes a proof without knowledge only: then the document itself must not be returned.
    public let isZeroKnowledgeRequired: Bool

    init(cbor field: CBORField) throws(CBORError) {
        guard field.isPresent else {
            (alternatives, issuerIdentifiers, isUniqueDocSetRequired) = ([], [], false)
            (maximumResponseSize, isZeroKnowledgeRequired) = (nil, false)
            return
        }
        _ = try field.members()
        var alternatives: [Alternatives] = []
        for entry in try field["alternativeDataElements"].optionalArray() ?? [] {
            var sets: [[ElementReference]] = []
            for set in try entry["alternativeElementSets"].array() { sets.append(try Self.references(set)) }
            alternatives.append(
                Alternatives(requested: try Self.reference(entry["requestedElement"]), sets: sets))
        }
        self.alternatives = alternatives
        var identifiers: [[UInt8]] = []
        for entry in try field["issuerIdentifiers"].optionalArray() ?? [] {
            identifiers.append(try entry.byteString().array)
        }
        issuerIdentifiers = identifiers
        isUniqueDocSetRequired = try field["uniqueDocSetRequired"].optionalBool() ?? false
        maximumResponseSize = try field["maximumResponseSize"].optionalUnsigned()
        isZeroKnowledgeRequired = try field["zkRequest"]["zkRequired"].optionalBool() ?? false
    }

    private static func references(_ field: CBORField) throws(CBORError) -> [ElementReference] {
        var references: [ElementReference] = []
        for entry in try field.array() { references.append(try reference(entry)) }
        return references
    }

    private static func reference(_ field: CBORField) throws(CBORError) -> ElementReference {
        let parts = try field.array()
        guard parts.count == 2 else { throw field.error(.type, "a name space and an element belong here") }
        return ElementReference(nameSpace: try parts[0].text(), elementIdentifier: try parts[1].text())
    }
}
