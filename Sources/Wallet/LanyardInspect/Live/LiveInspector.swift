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
    /// Nil when the text is no https URL without query and fragment.
    public func inspect(_ url: String) async -> Inspection? {
        guard let address = IssuerAddress(url) else { return nil }
        switch address.role {
        case .credentialIssuer: return await issuer(address.identifier)
        case .authorizationServer: return await server(address.identifier).inspection
        }
    }

    // MARK: Credential issuer

    private func issuer(_ issuer: IssuerIdentifier) async -> Inspection {
        var inspection = Inspection("live-issuer", "Credential issuer \(issuer.text)")
        let languages = languages
        let search = await MetadataSearch(
            MetadataLocation.ofCredentialIssuer(issuer, strictness: .tolerant), http,
            request: { CredentialIssuerMetadata.request($0, languages: languages) })
        inspection.add("Asked", search.facts)
        var examination = Examination(options)
        guard let found = search.found, let response = found.response else {
            let fault = search.failure(
                "issuerMetadata", .issuer, clause: "OpenID4VCI 1.0 §12.2.2", rows: ["VCI-META-01", "VCI-META-03"])
            examination.conclude(IssuerDelivery.rules, fault.map { [$0] } ?? [], nil)
            examination.skip(IssuerMetadataRules.identity, "there is no document")
            examination.skip(IssuerMetadataRules.document, "there is no document")
            inspection.checks = examination.checks.inRowOrder
            inspection.checks += unreadServer("the issuer's metadata cannot be read, so its servers are not known")
            return inspection
        }
        let (delivery, json) = read(response, found.location, issuer)
        var identity: [Finding] = []
        let subject = json.flatMap { json in
            identity = IssuerMetadataRules.identityFaults(json, issuer)
            return IssuerMetadataInspector.examine(
                MetadataIdentifier.naming(issuer, in: json, "credential_issuer"), issuer, in: &examination)
        }
        if json == nil { examination.skip(IssuerMetadataRules.document, "the document cannot be read") }
        if let json {
            examination.conclude(IssuerMetadataRules.identity, identity, json)
        } else {
            examination.skip(IssuerMetadataRules.identity, "the document cannot be read")
        }

        var parts: [Inspection] = []
        let (signed, signedPart) = await signedForm(at: found.location)
        if let signedPart { parts.append(signedPart) }
        var usable = 0
        let servers = subject?.metadata.authorizationServers ?? [issuer]
        for server in servers.prefix(Self.mostServers) {
            let (isUsable, part) = await self.server(server)
            if isUsable { usable += 1 }
            parts.append(part)
        }
        examination.conclude(
            IssuerDelivery.rules, delivery,
            IssuerDelivery(
                issuer: issuer, url: found.location.url, response: response, languages: languages, signed: signed,
                servers: (usable, servers.count)))
        if let subject { inspection.add("", IssuerMetadataInspector.facts(subject.metadata)) }
        inspection.checks = examination.checks.inRowOrder
        inspection.parts = parts
        return inspection
    }

    /// What is wrong with an answer before its members are looked at, and the document in it.
    private func read(
        _ response: HttpResponse, _ location: MetadataLocation, _ issuer: IssuerIdentifier
    ) -> ([Finding], JSONObject?) {
        var findings = options.newFindings
        var faults: [Finding] = []
        do throws(Finding) {
            if let deviation = location.deviation { try findings.tolerate(deviation) }
        } catch {
            faults.append(error)
        }
        do throws(Finding) {
            _ = try CredentialIssuerMetadata(response: response, issuer: issuer, findings: &findings)
        } catch {
            faults.append(error)
        }
        let document = InspectInput(response.body).object
        let told = findings.list + faults
        // What is wrong with the members is for the rules of the document to say, if there is one.
        let ofDelivery = told.filter { finding in
            document == nil || IssuerDelivery.rules.contains { $0.isBroken(by: finding) }
        }
        return (ofDelivery, document)
    }

    private func signedForm(at location: MetadataLocation) async -> (IssuerDelivery.SignedProbe, Inspection?) {
        let request = HttpRequest("GET", location.url, headers: [HttpHeader("Accept", "application/jwt")])
        do throws(HttpError) {
            let response = try await http.send(request)
            guard response.status == 200 else { return (.unsigned, nil) }
            guard response.mediaType == "application/jwt" else { return (.unsigned, nil) }
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

    private func server(_ issuer: IssuerIdentifier) async -> (isUsable: Bool, inspection: Inspection) {
        var inspection = Inspection("live-authorization-server", "Authorization server \(issuer.text)")
        let search = await MetadataSearch(
            MetadataLocation.ofAuthorizationServer(issuer, strictness: .tolerant), http,
            request: { AuthorizationServerMetadata.request($0) })
        inspection.add("Asked", search.facts)
        var examination = Examination(options)
        guard let found = search.found, let response = found.response else {
            let fault = search.failure("as", .authorizationServer, clause: "RFC 8414 §3", rows: ["VCI-AS-01"])
            examination.conclude(ServerDelivery.rules, fault.map { [$0] } ?? [], nil)
            examination.skip(ServerMetadataRules.identity, "there is no document")
            examination.skip(ServerMetadataRules.document, "there is no document")
            inspection.checks = examination.checks.inRowOrder
            return (false, inspection)
        }
        var findings = options.newFindings
        var faults: [Finding] = []
        do throws(Finding) {
            if let deviation = found.location.deviation { try findings.tolerate(deviation) }
            _ = try AuthorizationServerMetadata(response: response, issuer: issuer, findings: &findings)
        } catch {
            faults.append(error)
        }
        let document = InspectInput(response.body).object
        let delivery = (findings.list + faults).filter { finding in
            document == nil || ServerDelivery.rules.contains { $0.isBroken(by: finding) }
        }
        examination.conclude(ServerDelivery.rules, delivery, ServerDelivery(url: found.location.url))
        guard let json = document else {
            examination.skip(ServerMetadataRules.identity, "the document cannot be read")
            examination.skip(ServerMetadataRules.document, "the document cannot be read")
            inspection.checks = examination.checks.inRowOrder
            return (false, inspection)
        }
        examination.conclude(ServerMetadataRules.identity, ServerMetadataRules.identityFaults(json, issuer), json)
        let subject = ServerMetadataInspector.examine(
            MetadataIdentifier.naming(issuer, in: json, "issuer"), issuer, in: &examination)
        if let subject { inspection.add("", ServerMetadataInspector.facts(subject.metadata)) }
        inspection.checks = examination.checks.inRowOrder
        return (faults.isEmpty, inspection)
    }

    private func unreadServer(_ why: String) -> [RuleCheck] {
        var examination = Examination(options)
        examination.skip(ServerDelivery.rules, why)
        examination.skip(ServerMetadataRules.identity, why)
        examination.skip(ServerMetadataRules.document, why)
        return examination.checks.inRowOrder
    }
}
