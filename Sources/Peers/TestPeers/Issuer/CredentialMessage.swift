import LanyardJSON
import LanyardLock
import LanyardText
import WalletPorts

/// The body of a request to the credential or deferred endpoint, and how its answer is packed: OpenID4VCI 1.0 §10.
struct CredentialMessage {
    /// What became of a body.
    enum Reading {
        /// It can be read.
        case message(CredentialMessage)
        /// It cannot; the error.
        case refused(HttpResponse)
    }

    let issuer: PeerIssuer
    let body: JSONObject
    private let isEncrypted: Bool
    private let isDeferred: Bool

    private var policy: PeerIssuer.Options.Encryption { issuer.options.encryption }

    /// Reads the body of a request, plain or encrypted.
    static func read(
        _ request: HttpRequest, at issuer: PeerIssuer, row: String, _ examination: inout Examination
    ) -> Reading {
        examination.check(row, request.method == "POST", "the endpoint is asked by POST")
        let text = String(decoding: request.body, as: UTF8.self)
        let type = request.mediaType
        let isEncrypted = type == "application/jwt" || text.hasPrefix("eyJ")
        var bytes = request.body
        if isEncrypted {
            let desk = SealedRequest(issuer: issuer)
            switch desk.open(text, type, &examination) {
            case .failure(let refusal): return .refused(refusal.response)
            case .success(let plaintext): bytes = plaintext
            }
        } else {
            examination.check(row, type == "application/json", "the body is application/json, was \"\(type)\"")
            let isRequired = issuer.options.encryption.requests == .required
            guard examination.check("VCI-ENC-02", !isRequired, "the request is encrypted where the issuer wants it")
            else { return .refused(.error("invalid_encryption_parameters", examination.complaint)) }
        }
        let body = (try? JSON(parsing: bytes))?.object
        examination.check(isEncrypted ? "VCI-ENC-03" : row, body != nil, "the body is a JSON object")
        guard let body else { return .refused(.error("invalid_credential_request", examination.complaint)) }
        return .message(
            CredentialMessage(
                issuer: issuer, body: body, isEncrypted: isEncrypted, isDeferred: row.hasPrefix("VCI-DEF")))
    }

    /// Checks that nothing but some members, and those for encryption, is in the body.
    func checkMembers(_ names: [String], row: String, _ examination: inout Examination) {
        let extra = body.keys.filter { !(names + ["credential_response_encryption"]).contains($0) }
        examination.check(row, extra.isEmpty, "only defined members are in the body, saw \(extra)")
    }

    /// Checks what is asked for the encryption of the answer, OpenID4VCI 1.0 §8.2 and §9.1.
    func checkParameters(_ examination: inout Examination) {
        guard let parameters = body["credential_response_encryption"] else {
            examination.check(
                isDeferred ? "VCI-ENC-11" : "VCI-ENC-02", policy.responses != .required,
                "an encrypted answer is asked for where the issuer wants it")
            return
        }
        guard examination.check("VCI-ENC-01", isEncrypted, "what asks for an encrypted answer is encrypted itself")
        else { return }
        let row = "VCI-ENC-06"
        examination.check(row, policy.responses != .none, "an encrypted answer is asked for where the issuer gives it")
        let extra = (parameters.object?.keys ?? []).filter { !["jwk", "enc", "zip"].contains($0) }
        examination.check(row, extra.isEmpty, "only jwk, enc and zip are in the parameters, saw \(extra)")
        let encryption = parameters["enc"]?.string ?? ""
        examination.check(
            row, policy.encryptions.contains(encryption), "enc is one that the issuer lists, was \"\(encryption)\"")
        examination.check(
            "VCI-ENC-07", encryption == policy.strongest || !policy.encryptions.contains(encryption),
            "enc is the strongest of the list, was \"\(encryption)\"")
        if let zip = parameters["zip"] {
            examination.check(
                "VCI-ENC-05", zip.string.map { policy.compressions?.contains($0) ?? false } ?? false,
                "zip is one that the issuer lists")
        }
        checkRecipient(parameters["jwk"], &examination)
    }

    private func checkRecipient(_ jwk: JSON?, _ examination: inout Examination) {
        let row = "VCI-ENC-06"
        let algorithm = jwk?["alg"]?.string ?? ""
        examination.check(
            row, policy.algorithms.contains(algorithm), "jwk has an alg that the issuer lists, was \"\(algorithm)\"")
        examination.check(row, jwk?["use"]?.string == "enc", "jwk is for encryption")
        examination.check(row, jwk?["kid"]?.string?.isEmpty == false, "jwk has a kid")
        let leaked = HolderKey.privateMembers.filter { jwk?[$0] != nil }
        examination.check(row, leaked.isEmpty, "jwk holds no private member, saw \(leaked.sorted())")
        let key = jwk.flatMap { HolderKey(jwk: $0) }
        guard examination.check(row, key != nil, "jwk is an EC key"), let key else { return }
        let isFresh = issuer.ledger.withLock { $0.recipients.insert(key.thumbprint).inserted }
        examination.check(isDeferred ? "VCI-ENC-11" : row, isFresh, "each request has a key of its own")
    }

    /// A successful answer, encrypted if that was asked for.
    func answer(_ body: JSONObject, status: Int) -> HttpResponse {
        let faults = issuer.options.faults
        guard let parameters = self.body["credential_response_encryption"], !faults.contains(.plainAnswer),
            let jwk = parameters["jwk"], let key = HolderKey(jwk: jwk)
        else { return .json(.object(body), status: status) }
        var header: JSONObject = [
            "alg": "ECDH-ES", "enc": parameters["enc"] ?? .null, "kid": jwk["kid"] ?? .null,
            "apu": .string(Base64URL.encode(Array("Utopia".utf8))), "apv": .string(Base64URL.encode(Array("PID".utf8))),
        ]
        if let zip = parameters["zip"] { header["zip"] = zip }
        guard let sealed = try? SealedAnswer(faults: faults).seal(JSON.object(body).encoded(), to: key, header) else {
            return HttpResponse(status: 500)
        }
        return HttpResponse(
            status: status,
            headers: [HttpHeader("Content-Type", "application/jwt"), HttpHeader("Cache-Control", "no-store")],
            body: Array(sealed.utf8))
    }
}
