import LanyardJSON
import LanyardLock
import WalletPorts

/// Answers for the client registration endpoint, RFC 7591 §3.
struct RegistrationDesk {
    let issuer: PeerIssuer

    func answer(_ request: HttpRequest, _ examination: inout Examination) -> HttpResponse {
        guard issuer.options.clients.wantsRegistration else { return HttpResponse(status: 404) }
        let row = "VCI-CAUTH-06"
        examination.check(row, request.method == "POST", "the registration endpoint is asked by POST")
        examination.check(
            row, request.mediaType == "application/json", "the body is application/json, was \"\(request.mediaType)\"")
        var metadata = (try? JSON(parsing: request.body))?.object ?? JSONObject()
        let redirects = metadata["redirect_uris"]?.array?.compactMap(\.string) ?? []
        examination.check(row, !redirects.isEmpty, "redirect_uris is an array of strings")
        let method = metadata["token_endpoint_auth_method"]?.string ?? "client_secret_basic"
        let methods = issuer.options.clients.methods.map(\.rawValue)
        examination.check(row, methods.contains(method), "the method is one that the server lists, was \"\(method)\"")
        guard examination.isClean else { return .error("invalid_client_metadata", examination.complaint) }
        let client = "registered-\(PeerIssuer.token())"
        metadata["client_id"] = .string(client)
        metadata["client_id_issued_at"] = .number(JSONNumber(issuer.clock.now.seconds))
        issuer.ledger.withLock { [metadata] in $0.registrations[client] = .object(metadata) }
        return .json(.object(metadata), status: 201)
    }
}
