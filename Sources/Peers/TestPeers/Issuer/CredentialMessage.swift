import LanyardJSON
import WalletPorts

/// The body of a request to the credential or deferred endpoint, and how its answer is packed.
struct CredentialMessage {
    let issuer: PeerIssuer
    let body: JSONObject

    /// Reads a body; nil when there is no object in it.
    init?(_ request: HttpRequest, at issuer: PeerIssuer, row: String, _ examination: inout Examination) {
        self.issuer = issuer
        examination.check(row, request.method == "POST", "the endpoint is asked by POST")
        let type = request.mediaType
        examination.check(row, type == "application/json", "the body is application/json, was \"\(type)\"")
        let body = (try? JSON(parsing: request.body))?.object
        examination.check(row, body != nil, "the body is a JSON object")
        guard let body else { return nil }
        self.body = body
    }

    /// Checks that nothing but some members, and those for encryption, is in the body.
    func checkMembers(_ names: [String], row: String, _ examination: inout Examination) {
        let extra = body.keys.filter { !(names + ["credential_response_encryption"]).contains($0) }
        examination.check(row, extra.isEmpty, "only defined members are in the body, saw \(extra)")
    }

    /// Checks what is asked for the encryption of the answer.
    func checkParameters(_ examination: inout Examination) {}

    /// A successful answer.
    func answer(_ body: JSONObject, status: Int) -> HttpResponse {
        .json(.object(body), status: status)
    }
}
