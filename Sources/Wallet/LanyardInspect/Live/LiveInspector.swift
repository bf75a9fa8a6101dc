import LanyardJSON
import LanyardOAuth
import LanyardOpenID4VCI
import LanyardText
public import WalletPorts

/// Reads the metadata of a live issuer and reports on every META and AS row.
///
/// Only documents are fetched, with plain GETs and without a token; what a token would be needed for is not judged.
public struct LiveInspector: Sendable {
    private let http: any HttpTransport
    private let options: InspectOptions
    private let languages: [String]

    /// Makes an inspector over a transport; languages are those to ask documents for.
    public init(http: any HttpTransport, options: InspectOptions, languages: [String] = []) {
        self.http = http
        self.options = options
        self.languages = languages
    }

    /// Inspects the issuer or the authorization server at a URL, which may be a `.well-known` one.
    ///
    /// Nil when the text is no https URL without query and fragment. Throws when the network gives no answer: then there
    /// is nothing to judge. A server that the issuer names and that cannot be reached is a finding.
    public func inspect(_ url: String) async throws(HttpError) -> Inspection? {
        guard let address = IssuerAddress(url) else { return nil }
        switch address.role {
        case .credentialIssuer: return try await issuer(address.identifier)
        case .authorizationServer:
            let search = await searchServer(address.identifier)
            if let failure = search.networkFailure { throw failure }
            return server(address.identifier, search).inspection
        }
    }

    // MARK: Credential issuer

    private func issuer(_ issuer: IssuerIdentifier) async throws(HttpError) -> Inspection {
        let languages = languages
        let search = await MetadataSearch(
            MetadataLocation.ofCredentialIssuer(issuer, strictness: .tolerant), http,
            request: { CredentialIssuerMetadata.request($0, languages: languages) })
        if let failure = search.networkFailure { throw failure }
        var inspection = Inspection("live-issuer", "Credential issuer \(issuer.text)")
        inspection.add("Asked", search.facts)
        var examination = Examination(options)
        guard let found = search.found, let response = found.response else {
            let fault = search.failure("issuerMetadata", .issuer, rows: ["VCI-META-01", "VCI-META-03"])
            examination.conclude(IssuerDelivery.rules, fault.map { [$0] } ?? [], nil)
            IssuerMetadataRules.document.skip("there is no document", in: &examination)
            inspection.checks = examination.checks.inRowOrder + unreadServer
            return inspection
        }
        let (delivery, metadata) = read(
            IssuerMetadataRules.document, response, found.location, issuer, IssuerDelivery.rules, &inspection,
            &examination
        ) { response, findings throws(Finding) in
            _ = try CredentialIssuerMetadata(response: response, issuer: issuer, findings: &findings)
        }
        let (signed, signedPart) = await signedForm(at: found.location)
        if let signedPart { inspection.parts.append(signedPart) }
        var usable = 0
        let servers = metadata?.authorizationServers ?? [issuer]
        for server in servers.prefix(Self.mostServers) {
            let (isUsable, part) = self.server(server, await searchServer(server))
            if isUsable { usable += 1 }
            inspection.parts.append(part)
        }
        examination.conclude(
            IssuerDelivery.rules, delivery,
            IssuerDelivery(
                issuer: issuer, url: found.location.url, response: response, languages: languages, signed: signed,
                servers: (usable, servers.count)))
        inspection.conclude(examination)
        inspection.checks = inspection.checks.inRowOrder
        inspection.noteRest(of: servers.count, looked: Self.mostServers, "authorization servers")
        return inspection
    }

    /// Judges the document in an answer; gives what is wrong with the answer before its members are looked at.
    private func read<Metadata, Delivery>(
        _ document: MetadataDocument<Metadata>, _ response: HttpResponse, _ location: MetadataLocation,
        _ issuer: IssuerIdentifier, _ rules: [Rule<Delivery>], _ inspection: inout Inspection,
        _ examination: inout Examination, _ read: (HttpResponse, inout Findings) throws(Finding) -> Void
    ) -> (delivery: [Finding], metadata: Metadata?) {
        var findings = options.newFindings
        var faults: [Finding] = []
        do throws(Finding) {
            if let deviation = location.deviation { try findings.tolerate(deviation) }
        } catch {
            faults.append(error)
        }
        do throws(Finding) { try read(response, &findings) } catch { faults.append(error) }
        let json = InspectInput(response.body).object
        // What is wrong with the members is for the rules of the document to say, if there is one.
        let delivery = (findings.list + faults).filter { finding in
            json == nil || rules.contains { $0.isBroken(by: finding) }
        }
        guard let json else {
            document.skip("the document cannot be read", in: &examination)
            return (delivery, nil)
        }
        document.examineIdentity(json, issuer, in: &examination)
        return (delivery, document.examine(json, issuer, in: &examination, of: &inspection))
    }

    private func signedForm(at location: MetadataLocation) async -> (IssuerDelivery.SignedProbe, Inspection?) {
        let request = HttpRequest("GET", location.url, headers: [HttpHeader("Accept", "application/jwt")])
        do throws(HttpError) {
            let response = try await http.send(request)
            guard response.status == 200, response.mediaType == "application/jwt" else { return (.unsigned, nil) }
            let input = InspectInput(response.body)
            let part = JWTInspector.inspect(input.text ?? "", as: .signedIssuerMetadata, Detector(options))
            let trust = part.parts.first { $0.kind.hasPrefix("certificate") }?.checks.first {
                $0.rule == CertificateRules.trust
            }
            return (.signed(holds: part.checks.allSatisfy { $0.outcome != .failed }, trust: trust), part)
        } catch {
            return (.failed("asking for a JWT failed: \(error.code)"), nil)
        }
    }

    // MARK: Authorization server

    private static let mostServers = 5

    private func searchServer(_ issuer: IssuerIdentifier) async -> MetadataSearch {
        await MetadataSearch(
            MetadataLocation.ofAuthorizationServer(issuer, strictness: .tolerant), http,
            request: { AuthorizationServerMetadata.request($0) })
    }

    private func server(
        _ issuer: IssuerIdentifier, _ search: MetadataSearch
    ) -> (isUsable: Bool, inspection: Inspection) {
        var inspection = Inspection("live-authorization-server", "Authorization server \(issuer.text)")
        inspection.add("Asked", search.facts)
        var examination = Examination(options)
        guard let found = search.found, let response = found.response else {
            let fault = search.failure("as", .authorizationServer, rows: ["VCI-AS-01"])
            examination.conclude(ServerDelivery.rules, fault.map { [$0] } ?? [], nil)
            ServerMetadataRules.document.skip("there is no document", in: &examination)
            inspection.checks = examination.checks.inRowOrder
            return (false, inspection)
        }
        var isRead = false
        let (delivery, _) = read(
            ServerMetadataRules.document, response, found.location, issuer, ServerDelivery.rules, &inspection,
            &examination
        ) { response, findings throws(Finding) in
            _ = try AuthorizationServerMetadata(response: response, issuer: issuer, findings: &findings)
            isRead = true
        }
        examination.conclude(ServerDelivery.rules, delivery, ServerDelivery(url: found.location.url))
        inspection.conclude(examination)
        inspection.checks = inspection.checks.inRowOrder
        return (isRead && (found.location.deviation == nil || options.strictness == .tolerant), inspection)
    }

    private var unreadServer: [RuleCheck] {
        var examination = Examination(options)
        let why = "the issuer's metadata cannot be read, so its servers are not known"
        examination.skip(ServerDelivery.rules, why)
        ServerMetadataRules.document.skip(why, in: &examination)
        return examination.checks.inRowOrder
    }
}
