import LanyardJSON
import LanyardLock
import WalletPorts

/// Checks who sends a request to the authorization server: RFC 6749 §3.2.1 and §5.2.
struct ClientExamination {
    /// What came of it.
    enum Verdict {
        /// The client's id, if it gave one, and the thumbprint of its instance key, if it has an attestation.
        case client(id: String?, instanceKey: String?)
        /// There is no going on.
        case refused(HttpResponse)
    }

    let issuer: PeerIssuer
    let server: String

    private var policy: PeerIssuer.Options.Clients { issuer.options.clients }

    func examine(_ request: HttpRequest, _ form: RequestForm, _ examination: inout Examination) -> Verdict {
        let client = form["client_id"]
        examination.check("VCI-CAUTH-01", form["client_secret"] == nil, "an app has no secrets of the server's")
        if policy.wantsRegistration, let client {
            let isKnown = issuer.ledger.withLock { $0.registrations[client] != nil }
            guard examination.check("VCI-CAUTH-06", isKnown, "the client has registered") else {
                return .refused(.error("invalid_client", examination.complaint, status: 401))
            }
        }
        let attestations = request.headers.all("OAuth-Client-Attestation")
        let proofs = request.headers.all("OAuth-Client-Attestation-PoP")
        if !(attestations.isEmpty && proofs.isEmpty), policy.methods.contains(.attestation) {
            return AttestationExamination(issuer: issuer, server: server, clientID: client)
                .examine(attestations, proofs, at: request.url, &examination)
        }
        if form["client_assertion"] != nil, policy.methods.contains(.assertion) {
            let id = AssertionExamination(issuer: issuer, server: server).examine(form, &examination)
            return examination.isClean
                ? .client(id: id, instanceKey: nil)
                : .refused(.error("invalid_client", examination.complaint, status: 401))
        }
        guard
            examination.check(
                "VCI-CAUTH-04", policy.methods.contains(.none), "the client is authenticated where the server wants it")
        else { return .refused(.error("invalid_client", examination.complaint, status: 401)) }
        return .client(id: client, instanceKey: nil)
    }
}

/// Checks a client assertion, RFC 7523 §3.
struct AssertionExamination {
    let issuer: PeerIssuer
    let server: String

    /// The client id in the assertion.
    func examine(_ form: RequestForm, _ examination: inout Examination) -> String? {
        let row = "VCI-CAUTH-03"
        examination.check(
            row, form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
            "client_assertion_type is that of a JWT")
        guard let assertion = CompactJWS(form["client_assertion"] ?? "") else {
            examination.check(row, false, "the assertion is a compact JWS")
            return nil
        }
        let claims = assertion.payload
        let client = claims["sub"]?.string ?? ""
        examination.check(row, claims["iss"]?.string == client, "iss and sub are the client id")
        examination.check(row, form["client_id"] ?? client == client, "client_id is that of the assertion")
        examination.check(row, claims["aud"]?.string == server, "aud is the server's identifier as a single string")
        examination.check(row, assertion.header["alg"]?.string == "ES256", "alg is one that the server lists")
        let key = issuer.clientKey(of: client, id: assertion.header["kid"]?.string)
        examination.check(
            row, key.map { assertion.isSigned(by: $0) } ?? false, "the signature is made with a key of the client")
        let now = issuer.clock.now.seconds
        let issued = claims["iat"]?.int64
        examination.check(row, issued.map { abs($0 - now) <= 60 } ?? false, "iat is now")
        examination.check(
            row, claims["exp"]?.int64.map { $0 > now && $0 <= now + 300 } ?? false, "exp is within five minutes")
        let id = claims["jti"]?.string ?? ""
        let isFresh = issuer.ledger.withLock { $0.proofIDs.insert(id).inserted }
        examination.check(row, id.utf8.count >= 16 && isFresh, "jti is unguessable and used once")
        return client
    }
}

extension PeerIssuer {
    /// A key of a client by its id; the only one where no id is given.
    func clientKey(of client: String, id: String?) -> HolderKey? {
        let registered = ledger.withLock { $0.registrations[client]?["jwks"] }
        let keys = (registered ?? options.clients.keys[client])?["keys"]?.array ?? []
        let match = id == nil && keys.count == 1 ? keys.first : keys.first { $0["kid"]?.string == id }
        return match.flatMap { HolderKey(jwk: $0) }
    }
}
