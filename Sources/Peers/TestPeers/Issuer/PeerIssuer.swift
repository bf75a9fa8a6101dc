public import LanyardCrypto
public import LanyardJSON
import LanyardLock
import LanyardText
public import WalletPorts

/// A strict OpenID4VCI 1.0 issuer with its authorization server, as a pure function from request to response.
///
/// It gives the pre-authorized and the authorization code grant and issues SD-JWT VCs, mdocs and JWT VCs. Every duty of the wallet that a request shows is checked under
/// the id of its requirement row, written to `log`, and a broken one is answered with an error, so that no wallet passes by
/// luck. Its checks are written from the rows and share no code with the wallet's builders of requests.
public final class PeerIssuer: Peer {
    /// The pre-authorized grant type.
    public static let preAuthorizedGrant = "urn:ietf:params:oauth:grant-type:pre-authorized_code"

    /// How it behaves.
    public let options: Options
    /// What it received and thought of it.
    public let log = PeerLog()
    let pki: PeerPKI
    let clock: any WalletClock
    let addresses: IssuerAddresses
    let documents: IssuerDocuments
    let signer: PeerCertificate
    let documentSigner: PeerCertificate
    /// What signs its metadata, under the issuer root.
    let accessCertificate: PeerCertificate
    let ledger: Mutex<IssuerLedger>

    /// Opens an issuer; its PKI's issuer root and issuing authority are the anchors of what it issues.
    public init(_ options: Options = Options(), pki: PeerPKI, clock: any WalletClock) throws(CryptoError) {
        self.options = options
        self.pki = pki
        self.clock = clock
        addresses = IssuerAddresses(options)
        signer = try pki.credentialSigner(options.identifier, host: PeerIssuer.host(of: options.identifier))
        documentSigner = try pki.documentSigner()
        ledger = Mutex(IssuerLedger(encryptionKeys: try EncryptionKeys()))
        accessCertificate = try pki.credentialSigner(
            options.identifier, host: PeerIssuer.host(of: options.identifier)
        ) { $0.commonName = "Utopia Access Certificate" }
        documents = IssuerDocuments(
            options: options, addresses: addresses, signingKey: HolderKey(signer.key.publicKey).jwkWithID,
            types: TypeRegistry(options.typeDocuments, url: addresses.typeDocument))
    }

    /// The credential issuer identifier.
    public var identifier: String { options.identifier }

    /// The anchors of its credentials, as PEM.
    public var anchorPEM: String { pki.issuerRoot.pem + pki.issuingAuthority.pem }

    /// The origins that it answers for: its own and those of its authorization servers.
    public var origins: Set<String> { Set(([identifier] + addresses.servers).map(PeerIssuer.origin)) }

    /// Which endpoint a URL is, whatever its query.
    public func endpoint(of url: String) -> PeerEndpoint? { addresses.place(of: url)?.endpoint }

    /// Makes an offer; nil configurations offer all.
    ///
    /// Pre-authorized code and `issuer_state` are fresh and hold characters that a careless encoder breaks.
    /// `authorizationServer` is the hint in each grant; `change` may spoil the offer or add to it.
    public func makeOffer(
        _ configurations: [String]? = nil, grants: Set<PeerGrant> = [.preAuthorizedCode],
        transactionCode: PeerTransactionCode? = nil, authorizationServer: String? = nil,
        change: (inout JSONObject) -> Void = { _ in }
    ) -> PeerOffer {
        let code = grants.contains(.preAuthorizedCode) ? "pre+auth&code=\(PeerIssuer.token())/%" : nil
        let state = grants.contains(.authorizationCode) ? "state+of&offer=\(PeerIssuer.token())/%" : nil
        let ids = configurations ?? options.configurations.map(\.id)
        let hint: JSONObject = authorizationServer.map { ["authorization_server": .string($0)] } ?? JSONObject()
        var members = JSONObject()
        if let state {
            var grant = hint
            grant["issuer_state"] = .string(state)
            members["authorization_code"] = .object(grant)
        }
        if let code {
            var grant = hint
            grant["pre-authorized_code"] = .string(code)
            if let transactionCode { grant["tx_code"] = transactionCode.json }
            members[PeerIssuer.preAuthorizedGrant] = .object(grant)
        }
        var object: JSONObject = [
            "credential_issuer": .string(identifier),
            "credential_configuration_ids": .array(ids.map { .string($0) }), "grants": .object(members),
        ]
        change(&object)
        let json = JSON.object(object)
        let id = PeerIssuer.token()
        ledger.withLock {
            if let code {
                $0.grants[code] = IssuerLedger.Grant(
                    configurations: ids, transactionCode: transactionCode?.value,
                    authorizationServer: authorizationServer)
            }
            if let state {
                $0.issuerStates[state] = IssuerLedger.OfferedState(
                    configurations: ids, authorizationServer: authorizationServer)
            }
            $0.offers[id] = json
        }
        return PeerOffer(
            json: json, reference: addresses.offer(id), preAuthorizedCode: code ?? "", issuerState: state,
            transactionCode: transactionCode?.value)
    }

    /// Answers one request and writes down what it thought of it.
    public func reply(to request: HttpRequest) async -> PeerReply {
        var examination = Examination()
        let place = addresses.place(of: request.url)
        var response = answer(request, at: place, &examination)
        addNonce(to: &response, at: place, for: examination.proofKey)
        addChallenge(to: &response, at: place, for: examination.instanceKey)
        log.append(
            PeerLog.Exchange(
                endpoint: place?.endpoint, request: request, response: response, checks: examination.checks))
        return PeerReply(response)
    }

    private func answer(
        _ request: HttpRequest, at place: IssuerAddresses.Place?, _ examination: inout Examination
    ) -> HttpResponse {
        let isSecure = examination.check("VCI-GEN-01", request.url.hasPrefix("https://"), "requests go over https")
        guard isSecure, let place else { return HttpResponse(status: 404) }
        switch place.endpoint {
        case .authorization:
            let desk = AuthorizationDesk(issuer: self, server: place.owner)
            return desk?.answer(request, &examination) ?? HttpResponse(status: 404)
        case .pushedAuthorization:
            return PushedRequestDesk(issuer: self, server: place.owner).answer(request, &examination)
        case .attestationChallenge:
            return ChallengeDesk(issuer: self, server: place.owner).answer(request, &examination)
        case .registration: return RegistrationDesk(issuer: self).answer(request, &examination)
        case .token: return TokenDesk(issuer: self, server: place.owner).answer(request, &examination)
        case .nonce: return answerNonce(request, &examination)
        case .credential: return CredentialDesk(issuer: self).answer(request, &examination)
        case .deferred: return DeferredDesk(issuer: self)?.answer(request, &examination) ?? HttpResponse(status: 404)
        case .notification:
            return NotificationDesk(issuer: self)?.answer(request, &examination) ?? HttpResponse(status: 404)
        default: return DocumentDesk(issuer: self).answer(request, at: place, &examination)
        }
    }

    /// OpenID4VCI 1.0 §7.
    private func answerNonce(_ request: HttpRequest, _ examination: inout Examination) -> HttpResponse {
        guard options.hasNonceEndpoint else { return HttpResponse(status: 404) }
        examination.check("VCI-NONCE-01", request.method == "POST", "the nonce endpoint is asked by POST")
        examination.check("VCI-NONCE-01", request.body.isEmpty, "the nonce request has no body")
        examination.check(
            "VCI-NONCE-01", request.header("Authorization") == nil, "the nonce request carries no access token")
        guard examination.isClean else { return .error("invalid_request", examination.complaint) }
        return .json(["c_nonce": .string(makeNonce())])
    }

    /// The nonce for the next DPoP proof, RFC 9449 §8.2; the nonce endpoint sends one always, OpenID4VCI 1.0 §7.2.
    private func addNonce(to response: inout HttpResponse, at place: IssuerAddresses.Place?, for key: String?) {
        guard let place, response.header("DPoP-Nonce") == nil else { return }
        let isOwed = options.dpop.rotatesNonces && key != nil
        switch place.endpoint {
        case .token, .pushedAuthorization:
            guard options.dpop.serverNonces, isOwed else { return }
            response.headers.append(HttpHeader("DPoP-Nonce", makeDPoPNonce(.server(place.owner), for: key)))
        case .nonce, .credential, .deferred, .notification:
            guard options.dpop.issuerNonces, isOwed || place.endpoint == .nonce else { return }
            response.headers.append(HttpHeader("DPoP-Nonce", makeDPoPNonce(.issuer, for: key)))
        default: return
        }
    }

    /// The challenge for the next proof of possession of the client's key.
    private func addChallenge(to response: inout HttpResponse, at place: IssuerAddresses.Place?, for key: String?) {
        let name = "OAuth-Client-Attestation-Challenge"
        guard let place, let key, options.clients.challenge != .none, options.clients.rotatesChallenges,
            response.header(name) == nil
        else { return }
        response.headers.append(HttpHeader(name, makeChallenge(place.owner, for: key)))
    }

    func makeNonce() -> String {
        let nonce = PeerIssuer.token()
        ledger.withLock { $0.nonces[nonce] = true }
        return nonce
    }

    /// 192 random bits as text.
    static func token() -> String { Base64URL.encode(RandomBytes.make(24)) }

    static func host(of identifier: String) -> String {
        String(origin(identifier).dropFirst("https://".count).prefix { $0 != ":" })
    }

    static func origin(_ url: String) -> String {
        let scheme = url.hasPrefix("http://") ? "http://" : "https://"
        return scheme + url.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" }
    }
}
