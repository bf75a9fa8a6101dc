import LanyardJSON

/// Recognises what it is given and judges it by the rules that the wallet itself applies.
///
/// Nothing is fetched. Each kind is one `KindInspector`; the first that recognises the input inspects it.
public struct Detector: Sendable {
    /// The most that is looked at, in bytes.
    public static let limit = 8 << 20

    /// By what it judges.
    public let options: InspectOptions
    /// How deep inside something else this is; what is nested deeper than `deepest` is not inspected.
    let depth: Int

    private static let deepest = 4

    /// Makes a detector.
    public init(_ options: InspectOptions) {
        self.init(options, depth: 0)
    }

    private init(_ options: InspectOptions, depth: Int) {
        self.options = options
        self.depth = depth
    }

    /// Every kind that can be recognised, the more specific ones first.
    static let inspectors: [any KindInspector.Type] = [
        OfferInspector.self, PEMInspector.self, SDJWTInspector.self, SDJWTJSONInspector.self,
        IssuerSignedInspector.self, SecurityObjectInspector.self, DeviceResponseInspector.self,
        DeviceRequestInspector.self, StatusTokenInspector.self, JWEInspector.self, JWTInspector.self,
        JWSJSONInspector.self,
        JWKInspector.self, JWKSetInspector.self, CertificateListInspector.self, CertificateInspector.self,
        IssuerMetadataInspector.self, KeyMetadataInspector.self, OfferObjectInspector.self,
        ServerMetadataInspector.self, TypeMetadataInspector.self,
        TokenResponseInspector.self, CredentialResponseInspector.self, NonceResponseInspector.self,
        ErrorResponseInspector.self,
        QuotedTextInspector.self, BrokenJSONInspector.self, CBORInspector.self,
    ]

    /// What can be recognised, a line each, for help.
    public static var kinds: [String] { inspectors.map { $0.summary }.filter { !$0.isEmpty } }

    /// Inspects bytes; nil when they are nothing that is known, or more than the limit.
    public func inspect(_ bytes: [UInt8]) -> Inspection? {
        guard bytes.count <= Self.limit, depth < Self.deepest else { return nil }
        let input = InspectInput(bytes)
        return Self.inspectors.first { $0.recognises(input) }?.inspect(input, self)
    }

    /// Inspects text.
    public func inspect(_ text: String) -> Inspection? { inspect(Array(text.utf8)) }

    /// What the bytes look like, for the message that they were not recognised; no value in it.
    public static func hint(_ bytes: [UInt8]) -> String {
        guard bytes.count <= limit else { return "\(bytes.count) bytes, more than the \(limit) that are looked at" }
        guard bytes.first(where: { !$0.isSpace })?.beginsJSON ?? false else {
            let isText = String(validating: bytes, as: UTF8.self) != nil
            if bytes.isEmpty { return "nothing" }
            return isText ? "text of \(bytes.count) bytes" : "\(bytes.count) bytes that are no text"
        }
        let input = InspectInput(bytes)
        if let object = input.object {
            let names = object.keys.prefix(12).joined(separator: ", ")
            return object.count == 0 ? "an empty JSON object" : "a JSON object with the members \(names)"
        }
        return input.json == nil ? "text that begins like JSON" : "JSON that is no object"
    }

    /// Inspects what is inside something else; what is not recognised there is told as such.
    func inspect(inside text: String, _ what: String) -> Inspection {
        if let part = inner.inspect(text) { return part }
        let why = inner.depth < Self.deepest ? Self.hint(Array(text.utf8)) : "it is nested too deeply to be looked at"
        var inspection = Inspection("unknown", "Nothing that is known")
        inspection.checks = [
            RuleCheck("The \(what) is of a known kind", clause: "this inspector's list", rows: [], .notJudged, why: why)
        ]
        return inspection
    }

    /// A detector for what is inside.
    var inner: Detector { Detector(options, depth: depth + 1) }
}

/// Recognises and inspects one kind of thing; one file each, listed in `Detector.inspectors`.
protocol KindInspector: Sendable {
    /// What it is, for the list in help; empty when another kind's line covers it.
    static var summary: String { get }
    /// Whether the input is meant to be of this kind, sound or not.
    static func recognises(_ input: InspectInput) -> Bool
    /// Judges an input that was recognised.
    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection
}
