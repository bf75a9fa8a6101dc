internal import LanyardOAuth

/// What it means that an endpoint gave no answer, or one with a status that brings nothing.
extension IssuanceError {
    /// No answer: the network's fault, or an answer that no wallet can take.
    package init(_ error: HttpError, from endpoint: Endpoint, at url: String) {
        let code: Code
        var party = endpoint.party
        let remedy: String
        switch error.code {
        case .cancelled:
            self = .cancelled
            return
        case .tooLarge:
            code = endpoint.fault
            remedy = "Answer with less: a wallet reads no more than the limit."
        case .notHttp:
            code = endpoint.fault
            remedy = "Check that an HTTPS server listens at this address."
        case .redirectRefused:
            code = endpoint.fault
            remedy = "Answer at the address that was asked: redirects are not followed."
        case .invalidRequest:
            code = endpoint == .offer ? .invalidOffer : .invalidMetadata
            remedy = "Name an https URL without user name and fragment."
        case .addressRefused:
            (code, party) = (.network, .environment)
            remedy = "Use a server with a public address; a transport can be made to allow others, for tests."
        case .tls:
            (code, party) = (.network, .environment)
            remedy =
                "Check the server's certificate, host name and TLS version; a test root must be given to the wallet."
        case .offline:
            (code, party) = (.network, .environment)
            remedy = "Go online, then try again."
        case .timeout:
            (code, party) = (.network, .environment)
            remedy = "The server took too long: try again later."
        default:
            (code, party) = (.network, .environment)
            remedy = "Check the connection and the server's address, then try again."
        }
        self.init(
            code, "no answer from \(url): \(error)", party: party, remedy: remedy, endpoint: url, underlying: error,
            isRetryable: error.isRetryable)
    }

    /// An answer that breaks a rule; one whose status says that it may be better later is retryable.
    package init(
        _ finding: Finding, as code: Code, answer: HttpResponse, endpoint: String, cleaning record: SessionRecord
    ) {
        let status = UnexpectedStatus(answer)
        let told = (200..<300).contains(answer.status) ? nil : OAuthError(response: answer)
        let base = IssuanceError(finding, as: status.isTemporary ? .refused : code, endpoint: endpoint)
        self.init(
            base.code, base.reason, party: base.party, remedy: base.remedy,
            serverError: told.map { record.cleaned($0.code, limit: 80) },
            serverDescription: told?.description.map { record.cleaned($0) }, endpoint: endpoint, finding: finding,
            isRetryable: status.isTemporary, retryAfter: status.isTemporary ? status.retryAfter : nil)
    }
}

extension IssuanceError {
    /// An authorization server refused a request that brought a person's authorization, or asks for one.
    package init(_ response: HttpResponse, at endpoint: String, _ now: Instant, _ record: SessionRecord) {
        let failure = AuthorizationServerFailure(response: response, at: now)
        let status = UnexpectedStatus(response)
        let isTemporary = status.isTemporary && failure.error == nil
        let remedy =
            switch failure.error?.code {
            case "invalid_grant": "The code was used or is too old: start the issuance again."
            case "invalid_client", "unauthorized_client", "invalid_client_attestation":
                "Configure the client id, and the attestation or key, that the authorization server knows."
            case "invalid_scope", "invalid_authorization_details":
                "Ask the issuer what may be requested: its server does not grant this configuration."
            case nil where [401, 403].contains(response.status):
                "Configure the client id that the authorization server knows."
            case nil:
                status.remedy(
                    for: "answer", absence: "Correct the endpoint in the metadata: the server has nothing there.")
            default: "Tell the issuer what its server answered."
            }
        self.init(
            failure.error != nil || isTemporary ? .refused : .invalidResponse,
            "the authorization server answered \(failure.status)", party: .authorizationServer, remedy: remedy,
            serverError: failure.error.map { record.cleaned($0.code, limit: 80) },
            serverDescription: failure.error?.description.map { record.cleaned($0) },
            endpoint: String(endpoint.prefix { $0 != "?" }), isRetryable: isTemporary, retryAfter: status.retryAfter)
    }
}
