import LanyardJSON
import LanyardLock
import WalletPorts

/// Exchanges a pre-authorized code: OpenID4VCI 1.0 §6.1.
struct PreAuthorizedGrant {
    let issuer: PeerIssuer
    let server: String

    private var options: PeerIssuer.Options { issuer.options }

    func examine(_ request: TokenDesk.Asked, _ examination: inout Examination) -> TokenDesk.Outcome {
        let form = request.form
        let others = ["code", "code_verifier", "redirect_uri", "refresh_token"].filter { form[$0] != nil }
        examination.check(
            "VCI-TOK-02", others.isEmpty, "no parameters of other grants beside it, saw \(others)")
        examination.check("VCI-OFFER-11", form["issuer_state"] == nil, "issuer_state is not sent to the token endpoint")
        examination.check(
            "VCI-AS-05", request.clientID != nil || options.allowsAnonymousAccess,
            "client_id is sent unless anonymous access is allowed")
        let code = form["pre-authorized_code"] ?? ""
        examination.check("VCI-TOK-02", !code.isEmpty, "pre-authorized_code is sent")
        guard let grant = issuer.ledger.withLock({ $0.grants[code] }) else {
            examination.check("VCI-TOK-03", code.isEmpty, "the code arrives as it was in the offer")
            return .refused(.error("invalid_grant", "no such pre-authorized code"))
        }
        checkServer(grant, &examination)
        checkTransactionCode(form["tx_code"], grant, &examination)
        let wanted = readDetails(form["authorization_details"], grant, &examination)
        guard examination.isClean else { return .refused(.error("invalid_request", examination.complaint)) }
        if let refusal = spend(code, form["tx_code"]) { return .refused(refusal) }
        return .granted(
            IssuerLedger.Entitlement(
                server: server, configurations: grant.configurations, wanted: wanted, hasDetails: wanted != nil,
                isByScope: false,
                clientID: request.clientID, keyThumbprint: request.keyThumbprint, instanceKey: request.instanceKey))
    }

    private func checkServer(_ grant: IssuerLedger.Grant, _ examination: inout Examination) {
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
}
