import LanyardJSON
import WalletPorts

/// Reads the parameters of an authorization request out of a signed object: RFC 9101.
struct RequestObject {
    let issuer: PeerIssuer
    let server: String

    /// The parameters, from the object if there is one; nil where one was owed or it cannot be read.
    func parameters(of form: RequestForm, _ examination: inout Examination) -> RequestForm? {
        let row = "VCI-PAR-08"
        guard let text = form["request"] else {
            let isOwed = issuer.options.authorization?.requestObjects == .required
            return examination.check(row, !isOwed, "the request is signed where the server wants it") ? form : nil
        }
        let outside = form.fields.keys.filter {
            !["client_id", "request", "client_assertion", "client_assertion_type"].contains($0)
        }
        examination.check(row, outside.isEmpty, "nothing but the client is beside the object, saw \(outside.sorted())")
        guard let object = CompactJWS(text) else {
            examination.check(row, false, "the object is a compact JWS")
            return nil
        }
        let claims = object.payload
        let client = form["client_id"] ?? ""
        examination.check(row, object.header["typ"]?.string == "oauth-authz-req+jwt", "typ is oauth-authz-req+jwt")
        examination.check(row, claims["iss"]?.string == client, "iss is the client id")
        examination.check(row, claims["client_id"]?.string == client, "client_id is inside and outside")
        examination.check(row, claims["aud"]?.string == server, "aud is the server's identifier as a single string")
        examination.check(
            row, claims["request"] == nil && claims["request_uri"] == nil, "no other request is in the object")
        let key = issuer.clientKey(of: client, id: object.header["kid"]?.string)
        examination.check(
            row, object.header["alg"]?.string == "ES256" && key.map { object.isSigned(by: $0) } ?? false,
            "the signature is made with a key of the client")
        var fields: [String: String] = [:]
        for (name, value) in claims.members where !["iss", "aud", "iat", "exp", "nbf", "jti"].contains(name) {
            fields[name] = value.string ?? value.encodedText()
        }
        return RequestForm(fields: fields)
    }
}
