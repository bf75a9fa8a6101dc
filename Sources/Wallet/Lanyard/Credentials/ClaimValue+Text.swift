package import LanyardJSON
internal import LanyardText

extension ClaimValue: CustomStringConvertible {
    /// The value for a person: text from outside is cleaned, bytes are described and not printed.
    public var description: String {
        switch self {
        case .text(let text): OutsideText.cleaned(text, limit: 400)
        case .integer(let value): String(value)
        case .decimal(let digits): digits
        case .boolean(let value): value ? "yes" : "no"
        case .date(let date): date.description
        case .instant(let instant): UTCText.format(instant)
        case .bytes(let bytes, let mediaType):
            "<\(mediaType.map { OutsideText.cleaned($0, limit: 60) } ?? "bytes"), \(bytes.count) bytes>"
        case .array(let values): values.map(\.inner).joined(separator: ", ")
        case .object(let members):
            members.map { "\(OutsideText.cleaned($0.name, limit: 80)): \($0.value.inner)" }.joined(separator: ", ")
        case .null: "–"
        }
    }

    /// The value inside another: what has parts is bracketed.
    private var inner: String {
        switch self {
        case .array: "[\(description)]"
        case .object: "(\(description))"
        default: description
        }
    }
}

extension ClaimValue {
    /// Reads a JSON text, for handlers of formats; throws `.unreadable`.
    ///
    /// A text of the form `YYYY-MM-DD` is a date; a `data:` URL in base64 is bytes.
    public init(json text: String) throws(CredentialError) {
        do {
            self.init(try JSON(parsing: text))
        } catch {
            throw CredentialError(
                .unreadable, "a claim is no JSON: \(error.reason)", party: .wallet,
                remedy: "Delete the credential and receive it again.", underlying: error)
        }
    }

    /// Reads a value of an SD-JWT payload, whose depth the JSON reader has bounded.
    ///
    /// A text of the form `YYYY-MM-DD` is a date; a `data:` URL in base64 is bytes.
    package init(_ json: JSON) {
        switch json {
        case .null: self = .null
        case .bool(let value): self = .boolean(value)
        case .number(let number): self = number.int64.map(ClaimValue.integer) ?? .decimal(number.text)
        case .string(let text):
            if let date = CalendarDate(text) {
                self = .date(date)
            } else if let bytes = ClaimValue.dataURL(text) {
                self = bytes
            } else {
                self = .text(text)
            }
        case .array(let values): self = .array(values.map(ClaimValue.init))
        case .object(let object): self = .object(object.members.map { Member($0.name, ClaimValue($0.value)) })
        }
    }

    private static func dataURL(_ text: String) -> ClaimValue? {
        guard text.hasPrefix("data:"), let comma = text.firstIndex(of: ",") else { return nil }
        let parameters = text[text.index(text.startIndex, offsetBy: 5)..<comma].split(
            separator: ";", omittingEmptySubsequences: false)
        guard parameters.last == "base64", let bytes = Base64.decode(text[text.index(after: comma)...]) else {
            return nil
        }
        let mediaType = parameters.first.map(String.init) ?? ""
        return .bytes(bytes, mediaType: mediaType.isEmpty || mediaType == "base64" ? nil : mediaType)
    }
}
