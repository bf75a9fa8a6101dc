public import LanyardJSON
import LanyardText

/// A transaction code as the issuer knows it.
public struct PeerTransactionCode: Hashable, Sendable {
    /// The code that was given to the person.
    public let value: String
    /// `input_mode`; nil leaves it out.
    public let inputMode: String?
    /// `length`; nil leaves it out.
    public let length: Int64?
    /// `description`; nil leaves it out.
    public let description: String?

    /// Makes a code.
    public init(_ value: String, inputMode: String? = nil, length: Int64? = nil, description: String? = nil) {
        self.value = value
        self.inputMode = inputMode
        self.length = length
        self.description = description
    }

    /// Makes a code of digits with mode, length and description.
    public static func numeric(
        _ value: String, description: String? = "The code in the letter that we sent you"
    ) -> PeerTransactionCode {
        PeerTransactionCode(value, inputMode: "numeric", length: Int64(value.count), description: description)
    }

    /// Makes a code of any characters with mode, length and description.
    public static func text(
        _ value: String, description: String? = "The code in the letter that we sent you"
    ) -> PeerTransactionCode {
        PeerTransactionCode(value, inputMode: "text", length: Int64(value.count), description: description)
    }

    /// The `tx_code` object of the offer.
    var json: JSON {
        var object = JSONObject()
        if let inputMode { object["input_mode"] = .string(inputMode) }
        if let length { object["length"] = .number(JSONNumber(length)) }
        if let description { object["description"] = .string(description) }
        return .object(object)
    }
}

/// A grant that an offer names.
public enum PeerGrant: Hashable, Sendable {
    /// `urn:ietf:params:oauth:grant-type:pre-authorized_code`.
    case preAuthorizedCode
    /// `authorization_code`.
    case authorizationCode
}

/// An offer that an issuer made.
public struct PeerOffer: Hashable, Sendable {
    /// The offer object.
    public let json: JSON
    /// The URL that serves the object.
    public let reference: String
    /// The pre-authorized code in it; empty if it does not name that grant.
    public let preAuthorizedCode: String
    /// The `issuer_state` in it; nil if it does not name the authorization code grant.
    public let issuerState: String?
    /// The transaction code that goes with it by another way.
    public let transactionCode: String?

    /// The link that carries the offer itself; what a QR code holds.
    public var link: String { "openid-credential-offer://?credential_offer=" + escaped(json.encodedText()) }

    /// The link that carries a reference.
    public var referenceLink: String { "openid-credential-offer://?credential_offer_uri=" + escaped(reference) }
}

/// Escapes everything but unreserved characters, RFC 3986 §2.3.
private func escaped(_ text: String) -> String {
    var out = ""
    for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            out.unicodeScalars.append(Unicode.Scalar(byte))
        default:
            out += "%" + Hex.encode([byte]).uppercased()
        }
    }
    return out
}
