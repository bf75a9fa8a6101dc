internal import LanyardJOSE
public import LanyardJSON
public import WalletPorts

/// A type metadata document, SD-JWT VC §6: what a type's claims are, how they are shown, and which type it extends.
///
/// Its texts are untrusted, and clean only after `OutsideText`.
public struct TypeMetadata: Hashable, Sendable {
    /// The name of a type, and the digests of its document where they are known.
    public struct Reference: Hashable, Sendable {
        /// The `vct`.
        public let type: String
        /// What the document's bytes must have.
        public let integrity: IntegrityMetadata?

        /// Names a type.
        public init(type: String, integrity: IntegrityMetadata? = nil) {
            self.type = type
            self.integrity = integrity
        }
    }

    /// How the type is shown in one language, §8; the rendering is that of the method `simple`.
    public struct Display: Hashable, Sendable {
        /// A BCP 47 tag.
        public let locale: String
        /// The name, never empty.
        public let name: String
        /// A few words about it.
        public let description: String?
        /// A logo.
        public let logo: Image?
        /// A picture behind the text.
        public let backgroundImage: Image?
        /// A CSS colour.
        public let backgroundColor: String?
        /// A CSS colour.
        public let textColor: String?
    }

    /// An image that is not fetched here.
    public struct Image: Hashable, Sendable {
        /// An `https:` or `data:` URI.
        public let uri: String
        /// What the image's bytes must have.
        public let integrity: IntegrityMetadata?
        /// What it shows.
        public let altText: String?
    }

    /// What is said of one claim, §9.
    public struct Claim: Hashable, Sendable {
        /// Where it is.
        public let path: ClaimsPath
        /// What it is called, an entry a language.
        public let labels: [Label]
        /// Whether the issuer must include it; nil where nothing is said, which means no.
        public internal(set) var isMandatory: Bool?
        /// Whether it must stand in a Disclosure of its own; nil where nothing is said, which means `allowed`.
        public internal(set) var disclosability: Disclosability?
        /// Its name in SVG templates.
        public let svgId: String?
    }

    /// What a claim is called in one language.
    public struct Label: Hashable, Sendable {
        /// A BCP 47 tag.
        public let locale: String
        /// The label, never empty.
        public let text: String
        /// A few words about it.
        public let description: String?
    }

    /// Whether a claim is selectively disclosable, §9.4.
    public enum Disclosability: String, Hashable, Sendable {
        /// The issuer makes it so.
        case always
        /// The issuer may.
        case allowed
        /// The issuer does not.
        case never
    }

    /// The `vct` that it describes.
    public let type: String
    /// A name for developers.
    public let name: String?
    /// A description for developers.
    public let description: String?
    /// The type that it extends.
    public let base: Reference?
    /// How it is shown, an entry a language.
    public let display: [Display]
    /// Its claims, each path once.
    public let claims: [Claim]

    /// Reads a document; throws `typeMetadata.*` for what makes it unusable.
    ///
    /// That is what is wrong with its type, the type it extends, or a claim's path, `sd` or `mandatory`. What is wrong
    /// with a text or a rendering is tolerated: it is left out. Unknown members are passed over.
    public init(parsing bytes: some Collection<UInt8>, findings: inout Findings) throws(Finding) {
        let json = try JSON(
            parsing: bytes, "typeMetadata", .issuer, clause: "SD-JWT VC §6.2", rows: ["SDVC-09"],
            remedy: "Correct the type metadata document.")
        var reader = TypeMetadataReader()
        let document = reader.read(json)
        if let fault = reader.faults.first { throw fault }
        guard let document else { throw TypeMetadataReader.noObject(json) }
        for finding in reader.flaws + reader.deviations { try findings.tolerate(finding) }
        self = document
    }

    init(
        type: String, name: String?, description: String?, base: Reference?, display: [Display], claims: [Claim]
    ) {
        self.type = type
        self.name = name
        self.description = description
        self.base = base
        self.display = display
        self.claims = claims
    }
}
