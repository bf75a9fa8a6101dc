package import LanyardOAuth
package import LanyardOpenID4VCI
package import LanyardText

/// Performs the requests of OpenID4VCI 1.0: the engine that issuance sessions use.
///
/// It sends, checks and records one exchange at a time; the order of exchanges is the session's.
public struct Openid4VciClient: Sendable {
    /// When requests and responses of the credential endpoint are encrypted.
    public let credentialEncryption: CredentialEncryptionPolicy

    package let exchange: Exchange
    package let record: SessionRecord
    let cache: DocumentCache?
    private let strictness: Strictness
    private let profile: Profile
    private let languages: [String]
    let signedMetadata: SignedMetadataPolicy
    /// Judges who signed metadata; nil where nobody can be judged.
    let trust: TrustPolicy?

    /// Makes a client over ports, without a cache and without anchors: signed metadata is not asked for.
    public init(
        http: any HttpTransport, rng: any Rng, clock: any WalletClock,
        credentialEncryption: CredentialEncryptionPolicy = .whenRequired
    ) {
        let record = SessionRecord(clock: clock)
        self.init(
            http: http, clock: clock, credentialEncryption: credentialEncryption, cache: nil, strictness: .tolerant,
            profile: .core, languages: [], activeTime: IssuanceConfig().activeTime, signedMetadata: .ignore, trust: nil,
            record: record)
    }

    package init(_ context: WalletContext, record: SessionRecord) {
        let environment = context.environment
        self.init(
            http: environment.http, clock: environment.clock,
            credentialEncryption: context.config.issuance.credentialEncryption,
            cache: DocumentCache(storage: environment.storage, clock: environment.clock),
            strictness: context.config.strictness, profile: context.config.profile, languages: environment.languages,
            activeTime: context.config.issuance.activeTime, signedMetadata: context.config.issuance.signedMetadata,
            trust: context.trust, record: record)
    }

    private init(
        http: any HttpTransport, clock: any WalletClock, credentialEncryption: CredentialEncryptionPolicy,
        cache: DocumentCache?, strictness: Strictness, profile: Profile, languages: [String], activeTime: Double,
        signedMetadata: SignedMetadataPolicy, trust: TrustPolicy?, record: SessionRecord
    ) {
        self.credentialEncryption = credentialEncryption
        self.cache = cache
        self.strictness = strictness
        self.profile = profile
        self.languages = languages
        self.signedMetadata = signedMetadata
        self.trust = trust
        self.record = record
        exchange = Exchange(http: http, clock: clock, record: record, activeTime: activeTime)
    }

    package var newFindings: Findings { Findings(strictness: strictness, profile: profile) }

    /// Fetches an offer by reference, once.
    package func offer(from reference: URI, findings: inout Findings) async throws(IssuanceError)
        -> CredentialOfferMessage
    {
        let response = try await exchange.send(CredentialOfferLink.request(reference), to: .offer)
        do {
            return try CredentialOfferMessage(response: response, findings: &findings)
        } catch {
            throw refused(error, answer: response, from: .offer, reference.text)
        }
    }

    /// Reads the issuer's metadata, from the cache while it is fresh.
    package func issuerMetadata(
        of issuer: IssuerIdentifier, refetching: Bool = false, findings: inout Findings
    ) async throws(IssuanceError) -> CredentialIssuerMetadata {
        let languages = languages
        let now = exchange.now
        let acceptsSigned = await acceptsSignedMetadata
        let metadata = try await firstUsable(
            MetadataLocation.ofCredentialIssuer(issuer, strictness: strictness), endpoint: .issuerMetadata,
            refetching: refetching,
            request: { CredentialIssuerMetadata.request($0, languages: languages, acceptsSigned: acceptsSigned) },
            read: { response, findings throws(Finding) in
                let received = try ReceivedIssuerMetadata(
                    response: response, issuer: issuer, now: now, findings: &findings)
                return try await trusted(received, findings: &findings)
            }, findings: &findings)
        record.passed(
            "credential issuer metadata", clause: "OpenID4VCI 1.0 §12.2", rows: ["VCI-META-03", "VCI-META-07"],
            issuer.text)
        return metadata
    }

    /// Reads an authorization server's metadata, from the cache while it is fresh.
    package func authorizationServerMetadata(
        of issuer: IssuerIdentifier, findings: inout Findings
    ) async throws(IssuanceError) -> AuthorizationServerMetadata {
        let metadata = try await firstUsable(
            MetadataLocation.ofAuthorizationServer(issuer, strictness: strictness),
            endpoint: .authorizationServerMetadata, refetching: false,
            request: { AuthorizationServerMetadata.request($0) },
            read: { response, findings throws(Finding) in
                try AuthorizationServerMetadata(response: response, issuer: issuer, findings: &findings)
            }, findings: &findings)
        record.passed(
            "authorization server metadata", clause: "RFC 8414 §3.3", rows: ["VCI-AS-01", "VCI-AS-02"], issuer.text)
        return metadata
    }

    /// Asks the nonce endpoint; never from a cache.
    ///
    /// The answer is given too: it may carry a nonce for DPoP.
    package func nonce(
        _ endpoint: String, findings: inout Findings
    ) async throws(IssuanceError) -> (nonce: String, response: HttpResponse) {
        let response = try await exchange.send(NonceResponse.request(endpoint), to: .nonce)
        do {
            let nonce = try NonceResponse(response: response, findings: &findings).nonce
            record.protect(nonce)
            return (nonce, response)
        } catch {
            throw refused(error, answer: response, from: .nonce, endpoint)
        }
    }

    package func refused(_ finding: Finding, as code: IssuanceError.Code, _ endpoint: String) -> IssuanceError {
        record.note(finding)
        return IssuanceError(finding, as: code, endpoint: String(endpoint.prefix { $0 != "?" }))
    }

    /// An answer that cannot be used.
    package func refused(
        _ finding: Finding, answer: HttpResponse, from endpoint: Endpoint, _ url: String
    ) -> IssuanceError {
        record.note(finding)
        return IssuanceError(
            finding, as: endpoint.fault, answer: answer, endpoint: String(url.prefix { $0 != "?" }), cleaning: record)
    }

    /// Tries the places of a document in order, and takes the first that can be used.
    ///
    /// A place that does not answer, or answers something else, is passed over; which place answered changes nothing,
    /// since a document is taken only if it names exactly the issuer that was asked for. If none can be used, the error
    /// tells of the document that came closest.
    private func firstUsable<Document>(
        _ locations: [MetadataLocation], endpoint: Endpoint, refetching: Bool,
        request: (MetadataLocation) -> HttpRequest,
        read: (HttpResponse, inout Findings) async throws(Finding) -> Document, findings: inout Findings
    ) async throws(IssuanceError) -> Document {
        var closest: (error: IssuanceError, rank: Closeness)?
        func missed(_ error: IssuanceError, _ rank: Closeness) {
            if rank == .broken || rank > closest?.rank ?? .nothing { closest = (error, rank) }
        }
        for location in locations {
            let answer: (response: HttpResponse, isCached: Bool)
            do {
                answer = try await fetch(location, endpoint, refetching, request)
            } catch {
                switch error.code {
                case .network: missed(error, .unreachable)
                case endpoint.fault: missed(error, .broken)
                default: throw error
                }
                continue
            }
            var inner = newFindings
            do {
                let document = try await read(answer.response, &inner)
                if let deviation = location.deviation { try inner.tolerate(deviation) }
                for finding in inner.list { findings.note(finding) }
                if !answer.isCached { await keep(answer.response, of: location.url, languages) }
                return document
            } catch {
                let wrapped = refused(error, answer: answer.response, from: endpoint, location.url)
                switch answer.response.status {
                case 200: missed(wrapped, .broken)
                case 404, 410: missed(wrapped, .absent)
                default: missed(wrapped, wrapped.isRetryable ? .unreachable : .refused)
                }
            }
        }
        throw closest?.error
            ?? IssuanceError(
                .invalidMetadata, "there is no place to read the \(endpoint.name) from", party: .issuer,
                remedy: "Check the issuer identifier.")
    }

    private func fetch(
        _ location: MetadataLocation, _ endpoint: Endpoint, _ refetching: Bool,
        _ request: (MetadataLocation) -> HttpRequest
    ) async throws(IssuanceError) -> (HttpResponse, Bool) {
        if let cache, !refetching {
            do {
                if let response = try await cache.fresh(location.url, languages: languages) { return (response, true) }
            } catch {
                throw IssuanceError(error)
            }
        }
        return (try await exchange.send(request(location), to: endpoint), false)
    }

    /// How close a place came to giving a document.
    private enum Closeness: Int, Comparable {
        case nothing
        case absent
        case refused
        case unreachable
        case broken

        static func < (left: Closeness, right: Closeness) -> Bool { left.rawValue < right.rawValue }
    }

    /// A cache that cannot be written costs a request later and nothing else.
    func keep(_ response: HttpResponse, of url: String, _ languages: [String]) async {
        do {
            try await cache?.keep(response, for: url, languages: languages)
        } catch {
            record.note(
                Finding(
                    "cache.notKept", .environment, severity: .note, clause: "RFC 9111", at: url,
                    expected: "room in the store", seen: .text(error.code.description),
                    remedy: "Nothing to do: the document is fetched again next time."))
        }
    }
}

extension Openid4VciClient: DocumentFetcher {
    /// Fetches a public document, such as an issuer's keys.
    public func get(_ url: String) async throws -> HttpResponse {
        let response = try await exchange.send(
            HttpRequest("GET", url, headers: [HttpHeader("Accept", "application/json")]), to: .issuerKeys)
        let status = UnexpectedStatus(response)
        guard !status.isTemporary else {
            throw IssuanceError(
                .refused, "the address of the issuer's keys answered \(response.status)", party: .issuer,
                remedy: status.waiting, endpoint: String(url.prefix { $0 != "?" }), isRetryable: true,
                retryAfter: status.retryAfter)
        }
        return response
    }
}
