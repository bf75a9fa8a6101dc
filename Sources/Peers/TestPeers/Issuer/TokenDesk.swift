import LanyardJSON
import LanyardLock
import LanyardText
import WalletPorts

/// Answers for the token endpoint: the pre-authorized grant, OpenID4VCI 1.0 §6.
struct TokenDesk {
    let issuer: PeerIssuer

    private var options: PeerIssuer.Options { issuer.options }

    func answer(_ request: HttpRequest, at server: String, _ examination: inout Examination) -> HttpResponse {
        examination.check(
            "VCI-TOK-12", !request.url.contains("?"), "nothing secret is in the URL of the token request")
        guard let form = readForm(request, &examination) else {
            return .error("invalid_request", examination.complaint)
        }
        let grantType = form["grant_type"] ?? ""
        if examination.check("VCI-GEN-02", grantType != "password", "the password grant is not used") {
            examination.check(
                "VCI-TOK-02", grantType == PeerIssuer.preAuthorizedGrant,
                "grant_type is the pre-authorized URN, was \"\(grantType)\"")
        }
        let others = ["code", "code_verifier", "redirect_uri", "refresh_token"].filter { form[$0] != nil }
        examination.check(
            "VCI-TOK-02", others.isEmpty, "no parameters of other grants beside it, saw \(others)")
        examination.check("VCI-OFFER-11", form["issuer_state"] == nil, "issuer_state is not sent to the token endpoint")
        examination.check(
            "VCI-AS-05", form["client_id"] != nil || options.allowsAnonymousAccess,
            "client_id is sent unless anonymous access is allowed")
        let code = form["pre-authorized_code"] ?? ""
        examination.check("VCI-TOK-02", !code.isEmpty, "pre-authorized_code is sent")
        guard let grant = issuer.ledger.withLock({ $0.grants[code] }) else {
            examination.check("VCI-TOK-03", code.isEmpty, "the code arrives as it was in the offer")
            return .error("invalid_grant", "no such pre-authorized code")
        }
        checkServer(server, grant, &examination)
        checkTransactionCode(form["tx_code"], grant, &examination)
        let wanted = readDetails(form["authorization_details"], grant, &examination)
        guard examination.isClean else { return .error("invalid_request", examination.complaint) }
        if let refusal = spend(code, form["tx_code"]) { return refusal }
        return grantAccess(grant, wanted: wanted, clientID: form["client_id"])
    }

    /// Reads the form, strictly: RFC 6749 Appendix B.
    private func readForm(_ request: HttpRequest, _ examination: inout Examination) -> [String: String]? {
        let row = "VCI-TOK-03"
        examination.check(row, request.method == "POST", "the token endpoint is asked by POST")
        let type = request.headers.first("Content-Type")?.lowercased().prefix { $0 != ";" } ?? ""
        examination.check(
            row, type == "application/x-www-form-urlencoded", "the body is declared as a form, was \"\(type)\"")
        let isEscaped = request.body.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-._~*+%&=".utf8.contains(byte)
            }
        }
        examination.check(row, isEscaped, "reserved characters are escaped")
        let pairs = request.body.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        examination.check(
            row, pairs.allSatisfy { $0.filter { $0 == UInt8(ascii: "=") }.count == 1 },
            "every field is one name and one value")
        guard let fields = FormEncoding.decode(String(decoding: request.body, as: UTF8.self)) else {
            examination.check(row, false, "the form decodes as UTF-8")
            return nil
        }
        let form = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
        examination.check(row, form.count == fields.count, "no parameter is repeated")
        return form
    }

    private func checkServer(_ server: String, _ grant: IssuerLedger.Grant, _ examination: inout Examination) {
        if let hint = grant.authorizationServer {
            examination.check("VCI-OFFER-12", server == hint, "the code goes to the server that the offer names")
        } else if let asked = options.authorizationServers.first(where: { $0.identifier == server }) {
            let fits = asked.grantTypes?.contains(PeerIssuer.preAuthorizedGrant) ?? false
            examination.check("VCI-META-12", fits, "the code goes to a server that supports the grant")
        } else {
            examination.check("VCI-META-11", server == issuer.identifier, "the issuer is its own server")
        }
    }

    private func checkTransactionCode(
        _ sent: String?, _ grant: IssuerLedger.Grant, _ examination: inout Examination
    ) {
        examination.check(
            "VCI-OFFER-15", (sent != nil) == (grant.transactionCode != nil),
            "tx_code is sent if and only if the offer has the object")
        guard let sent, grant.transactionCode != nil else { return }
        examination.check(
            "VCI-TOK-11", !grant.wrongCodes.contains(sent), "a transaction code that was refused is not sent again")
        examination.check(
            "VCI-TOK-11", grant.wrongCodes.count <= options.transactionCodeAttempts,
            "a person is asked a bounded number of times")
    }

    /// Reads `authorization_details`, OpenID4VCI 1.0 §6.1.1, and gives the configurations wanted, or nil.
    private func readDetails(
        _ text: String?, _ grant: IssuerLedger.Grant, _ examination: inout Examination
    ) -> [String]? {
        guard let text else { return nil }
        let row = "VCI-TOK-04"
        let details = (try? JSON(parsing: text))?.array ?? []
        examination.check(row, !details.isEmpty, "authorization_details is an array of objects")
        var wanted: [String] = []
        for detail in details {
            let id = detail["credential_configuration_id"]?.string ?? ""
            examination.check(row, detail["type"]?.string == "openid_credential", "the type is openid_credential")
            examination.check(
                row, grant.configurations.contains(id), "the configuration is one of the offer, was \"\(id)\"")
            examination.check(row, detail["format"] == nil, "no format beside the configuration id")
            let locations = detail["locations"]?.array?.compactMap(\.string)
            examination.check(
                "VCI-AUTHZ-05", locations == (options.authorizationServers.isEmpty ? nil : [issuer.identifier]),
                "locations names the issuer if its metadata names servers")
            wanted.append(id)
        }
        return wanted
    }

    /// Uses the code up, or says why not.
    private func spend(_ code: String, _ transactionCode: String?) -> HttpResponse? {
        issuer.ledger.withLock { ledger in
            guard var grant = ledger.grants[code] else { return .error("invalid_grant") }
            defer { ledger.grants[code] = grant }
            guard !grant.isSpent else { return .error("invalid_grant", "the pre-authorized code was used") }
            guard grant.transactionCode == transactionCode else {
                if let transactionCode { grant.wrongCodes.append(transactionCode) }
                if grant.wrongCodes.count >= options.transactionCodeAttempts { grant.isSpent = true }
                return .error(options.transactionCodeError, "the transaction code is wrong")
            }
            grant.isSpent = true
            return nil
        }
    }

    /// OpenID4VCI 1.0 §6.2.
    private func grantAccess(_ grant: IssuerLedger.Grant, wanted: [String]?, clientID: String?) -> HttpResponse {
        let granted = (wanted ?? grant.configurations).filter { !options.withheldConfigurations.contains($0) }
        // A request with details must be answered with details.
        let count = max(options.identifiersPerConfiguration, wanted == nil ? 0 : 1)
        let identifiers = granted.flatMap { id in (0..<count).map { ("\(id)#\($0)", id) } }
        let nonce = options.sendsNonceWithToken ? issuer.makeNonce() : nil
        let token = PeerIssuer.token()
        let access = IssuerLedger.Access(
            offered: grant.configurations, granted: granted, identifiers: identifiers, clientID: clientID,
            expiry: issuer.clock.now.advanced(by: Double(options.tokenLifetime)), nonce: nonce)
        issuer.ledger.withLock { $0.accesses[token] = access }
        var body: JSONObject = [
            "access_token": .string(token), "token_type": "Bearer",
            "expires_in": .number(JSONNumber(options.tokenLifetime)),
        ]
        if let nonce {
            body["c_nonce"] = .string(nonce)
            body["c_nonce_expires_in"] = 300
        }
        if count > 0 {
            body["authorization_details"] = .array(
                granted.map { id in
                    [
                        "type": "openid_credential", "credential_configuration_id": .string(id),
                        "credential_identifiers": .array(
                            identifiers.filter { $0.1 == id }.map { .string($0.0) }),
                    ]
                })
        }
        return .json(.object(body))
    }
}
