import LanyardText
import WalletPorts

/// The fields of a form, read strictly: RFC 6749 Appendix B.
struct RequestForm: Sendable {
    let fields: [String: String]

    subscript(name: String) -> String? { fields[name] }

    /// Takes fields that were read elsewhere.
    init(fields: [String: String]) {
        self.fields = fields
    }

    /// Reads the body of a POST; what is wrong with it is written down under the row.
    init?(bodyOf request: HttpRequest, _ row: String, _ examination: inout Examination) {
        examination.check(row, request.method == "POST", "the endpoint is asked by POST")
        let type = request.mediaType
        examination.check(
            row, type == "application/x-www-form-urlencoded", "the body is declared as a form, was \"\(type)\"")
        self.init(String(decoding: request.body, as: UTF8.self), row, &examination)
    }

    /// Reads the query of a URL, without its mark.
    init?(query: Substring, _ row: String, _ examination: inout Examination) {
        self.init(String(query), row, &examination)
    }

    private init?(_ text: String, _ row: String, _ examination: inout Examination) {
        let isEscaped = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-._~*+%&=".utf8.contains(byte)
            }
        }
        examination.check(row, isEscaped, "reserved characters are escaped")
        let pairs = text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        examination.check(
            row, pairs.allSatisfy { $0.filter { $0 == UInt8(ascii: "=") }.count == 1 },
            "every field is one name and one value")
        guard let fields = FormEncoding.decode(text) else {
            examination.check(row, false, "the form decodes as UTF-8")
            return nil
        }
        self.fields = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
        examination.check(row, self.fields.count == fields.count, "no parameter is repeated")
    }
}

extension HttpRequest {
    /// The media type without parameters, in lower case; empty without a `Content-Type`.
    var mediaType: String {
        String((header("Content-Type") ?? "").prefix { $0 != ";" }).lowercased()
    }
}
