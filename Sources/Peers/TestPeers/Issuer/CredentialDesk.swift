import LanyardCrypto
import LanyardJSON
import LanyardLock
import WalletPorts

/// Answers for the credential endpoint, OpenID4VCI 1.0 §8.
struct CredentialDesk {
    let issuer: PeerIssuer

    private var options: PeerIssuer.Options { issuer.options }

    func answer(_ request: HttpRequest, _ examination: inout Examination) -> HttpResponse {
        let row = "VCI-CREQ-01"
        let message: CredentialMessage
        let reading = CredentialMessage.read(request, at: issuer, row: row, &examination)
        let pass: ResourceGate.Pass
        switch ResourceGate(issuer: issuer, row: row).admit(request, &examination) {
        case .failure(let refusal): return refusal.response
        case .success(let admitted): pass = admitted
        }
        let (token, access) = (pass.token, pass.access)
        if !request.url.contains(token) {
            examination.check(
                "VCI-META-10", request.url == issuer.addresses.credentialEndpoint,
                "the endpoint is asked as the metadata gives it, query included")
        }
        switch reading {
        case .refused(let response): return response
        case .message(let read): message = read
        }
        let body = message.body
        message.checkMembers(
            ["credential_identifier", "credential_configuration_id", "proofs"], row: "VCI-CREQ-05", &examination)
        guard let (configuration, target) = readTarget(body, access, &examination) else {
            return refuse("invalid_credential_request", examination)
        }
        let outcomes = ProofDesk(issuer: issuer, configuration: configuration, access: access)
            .examine(body["proofs"], &examination)
        checkService(target, outcomes, access, &examination)
        message.checkParameters(&examination)
        guard examination.isClean else {
            let isProofWrong = examination.checks.contains { check in
                !check.passed && (check.row.hasPrefix("VCI-PROOF") || check.row.hasPrefix("VCI-KA"))
            }
            return refuse(isProofWrong ? "invalid_proof" : "invalid_credential_request", examination)
        }
        if let refusal = refuseNonce(outcomes, token) { return refusal }
        return issue(configuration, target, to: outcomes.map(\.key), pass, message)
    }

    private func refuse(_ code: String, _ examination: Examination) -> HttpResponse {
        .error(code, examination.complaint)
    }

    /// Which configuration is asked for, and by which name.
    private func readTarget(
        _ body: JSONObject, _ access: IssuerLedger.Access, _ examination: inout Examination
    ) -> (PeerConfiguration, String)? {
        let identifier = body["credential_identifier"]?.string
        let configuration = body["credential_configuration_id"]?.string
        let id: String?
        if access.identifiers.isEmpty {
            examination.check(
                "VCI-CREQ-03", configuration != nil && !body.contains("credential_identifier"),
                "the configuration id is sent where the token response named no identifiers")
            id = configuration
        } else {
            examination.check(
                "VCI-CREQ-02", identifier != nil && !body.contains("credential_configuration_id"),
                "one identifier and no configuration id is sent where the token response named identifiers")
            let match = access.identifiers.first { $0.identifier == identifier }
            examination.check("VCI-CREQ-02", match != nil, "the identifier is one of the token response")
            id = match?.configuration
        }
        guard let id else { return nil }
        guard let found = options.configurations.first(where: { $0.id == id }) else {
            examination.check("VCI-CREQ-03", false, "the configuration id is a key of the metadata")
            return nil
        }
        let isOffered = access.entitlement.configurations.contains(id)
        if examination.check("VCI-TOK-05", isOffered, "this token serves what was offered, not \"\(id)\"") {
            examination.check("VCI-TOK-09", access.granted.contains(id), "only what was granted is asked for")
        }
        return (found, identifier ?? id)
    }

    /// Checks the request in the light of earlier ones with the same token.
    private func checkService(
        _ target: String, _ outcomes: [ProofExamination.Outcome], _ access: IssuerLedger.Access,
        _ examination: inout Examination
    ) {
        // Who has a refresh token is expected to come again.
        if options.batchSize != nil, options.refreshTokens == nil {
            examination.check(
                "VCI-CREQ-08", !access.served.contains(target), "one request with many keys, not many requests")
        }
        guard let refusal = access.refusal else { return }
        let nonces = Set(outcomes.compactMap(\.nonce))
        examination.check("VCI-CERR-03", refusal.nonces.isDisjoint(with: nonces), "a refused nonce is replaced")
        examination.check(
            "VCI-CERR-03", refusal.keys == outcomes.map(\.key.thumbprint), "the retry is made with the same keys")
        examination.check("VCI-CERR-03", refusal.count <= 2, "retries are bounded, this is number \(refusal.count)")
    }

    private func refuseNonce(_ outcomes: [ProofExamination.Outcome], _ token: String) -> HttpResponse? {
        let nonces = Set(outcomes.compactMap(\.nonce))
        guard !nonces.isEmpty else { return nil }
        let isRefused = issuer.ledger.withLock { ledger -> Bool in
            let isStale = nonces.contains { ledger.nonces[$0] != true }
            guard isStale || ledger.refusedNonces < options.nonceRefusals else {
                ledger.accesses[token]?.refusal = nil
                if options.rotatesNonces { for nonce in nonces { ledger.nonces[nonce] = false } }
                return false
            }
            ledger.refusedNonces += 1
            for nonce in nonces { ledger.nonces[nonce] = false }
            let count = (ledger.accesses[token]?.refusal?.count ?? 0) + 1
            ledger.accesses[token]?.refusal = IssuerLedger.Refusal(
                nonces: nonces, keys: outcomes.map(\.key.thumbprint), count: count)
            return true
        }
        guard isRefused else { return nil }
        switch options.nonceRefusal {
        case .invalidNonce:
            return .error("invalid_nonce", "the nonce is no longer good")
        case .invalidProofWithNonce:
            return .json(["error": "invalid_proof", "c_nonce": .string(issuer.makeNonce())], status: 400)
        }
    }

    private func issue(
        _ configuration: PeerConfiguration, _ target: String, to keys: [HolderKey], _ pass: ResourceGate.Pass,
        _ message: CredentialMessage
    ) -> HttpResponse {
        let session = pass.access.entitlement.session
        var response = HttpResponse(status: 500)
        if options.deferral?.configurations?.contains(configuration.id) ?? true, let desk = DeferredDesk(issuer: issuer)
        {
            response = desk.begin(configuration, to: keys, session: session, message)
        } else {
            let press = CredentialPress(issuer: issuer, configuration: configuration, session: session)
            guard let body = try? press.answer(to: keys) else { return response }
            response = message.answer(body, status: 200)
        }
        issuer.ledger.withLock { ledger in
            ledger.usedKeys.formUnion(keys.map(\.thumbprint))
            ledger.accesses[pass.token]?.served.append(target)
        }
        return response
    }
}
