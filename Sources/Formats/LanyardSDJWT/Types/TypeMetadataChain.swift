internal import LanyardJSON
public import WalletPorts

/// The documents of a type and of the types that it extends, one after the other as they arrive.
///
/// Ask for `missing` until it is nil, give the bytes of its document to `append`, and make `TypeRules` of the whole.
public struct TypeMetadataChain: Sendable {
    /// How many documents a type may rest on, its own included.
    public static let longest = 8
    /// Bytes of a document that are read.
    public static let largest = 1 << 20

    /// The documents so far, the type's own first.
    public private(set) var documents: [TypeMetadata] = []
    /// Whose document is needed next; nil when the chain is whole.
    public private(set) var missing: TypeMetadata.Reference?

    /// Begins with the type of a credential.
    public init(_ type: TypeMetadata.Reference) {
        missing = type
    }

    /// Whether what `append` threw forbids the credential itself, and not only to use the metadata.
    ///
    /// So it is with a document that is not the one that the issuer signed for (§7), and with a circle (§10.3).
    public static func forbidsCredential(_ finding: Finding) -> Bool {
        ["typeMetadata.integrity.mismatch", "typeMetadata.extends.circular"].contains(finding.code.description)
    }

    /// Takes the document of `missing`, as its bytes arrived; throws `typeMetadata.*` and changes nothing if it is none.
    ///
    /// Its digest (`integrity.mismatch`), its type (`vct.mismatch`), circles (`extends.circular`) and the length of the
    /// chain are checked here: SD-JWT VC §6.3, §6.4, §7 and §10.3.
    public mutating func append(_ bytes: some Collection<UInt8>, findings: inout Findings) throws(Finding) {
        guard let reference = missing else { return }
        guard bytes.count <= Self.largest else {
            throw .type("tooLarge", "§10.1", ["SDVC-14"], reference.type, "at most \(Self.largest) bytes")
        }
        if let integrity = reference.integrity, !integrity.holds(for: bytes) {
            throw .type("integrity.mismatch", "§7", ["SDVC-09"], reference.type, "the document that was referred to")
        }
        let document = try TypeMetadata(parsing: bytes, findings: &findings)
        // Types are compared to the letter.
        guard JSON.string(document.type) == JSON.string(reference.type) else {
            throw .type(
                "vct.mismatch", "§6.3", ["SDVC-09"], reference.type, "the document of this type",
                seen: .text(document.type))
        }
        if let base = document.base {
            let known = documents.map(\.type) + [document.type]
            guard !known.contains(where: { JSON.string($0) == JSON.string(base.type) }) else {
                throw .type(
                    "extends.circular", "§10.3", ["SDVC-10"], document.type, "no circle", seen: .text(base.type))
            }
            guard known.count < Self.longest else {
                throw .type(
                    "extends.tooDeep", "§6.4", ["SDVC-10"], document.type, "at most \(Self.longest) documents")
            }
        }
        documents.append(document)
        missing = document.base
    }
}

extension Finding {
    /// What a type's metadata does wrong.
    static func type(
        _ code: String, _ clause: String, _ rows: [String], _ type: String, _ expected: String,
        seen: Described = .nothing
    ) -> Finding {
        Finding(
            "typeMetadata.\(code)", .issuer, clause: "SD-JWT VC \(clause)", rows: rows, at: type, expected: expected,
            seen: seen, remedy: "Tell the issuer, or whoever keeps the type.")
    }
}
