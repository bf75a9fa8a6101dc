import LanyardJSON
import LanyardLock
import WalletPorts

/// Answers for offers by reference and metadata: everything that is fetched by GET.
struct DocumentDesk {
    let issuer: PeerIssuer

    private var options: PeerIssuer.Options { issuer.options }

    func answer(
        _ request: HttpRequest, at place: IssuerAddresses.Place, _ examination: inout Examination
    ) -> HttpResponse {
        let row = place.endpoint == .offer ? "VCI-OFFER-04" : "VCI-META-03"
        examination.check(row, request.method == "GET", "documents are fetched by GET, not \(request.method)")
        examination.check(row, request.header("Authorization") == nil, "documents are fetched without a token")
        switch place.endpoint {
        case .offer:
            return answerOffer(request, examination)
        case .issuerMetadata:
            checkIssuerMetadata(request, at: place, &examination)
            let served: IssuerAddresses.Place.Way =
                switch options.placement {
                case .inserted: .inserted
                case .insertedWithoutSlash: .insertedWithoutSlash
                case .suffix: .suffix
                }
            let keys = issuer.ledger.withLock { $0.encryptionKeys }
            let metadata = issuer.documents.issuer(keys)
            let isSigned = options.signedMetadata == .always || options.signedMetadata == .offered && takesJWT(request)
            guard isSigned, place.way == served, examination.isClean else {
                return document(metadata, isThere: place.way == served, examination)
            }
            guard let text = try? MetadataPress(issuer: issuer).press(metadata) else {
                return HttpResponse(status: 500)
            }
            return document(Array(text.utf8), type: "application/jwt")
        case .authorizationServerMetadata:
            checkServerMetadata(at: place, &examination)
            if options.authorizationServers.contains(where: { $0.identifier == place.owner && $0.isUnreachable }) {
                return HttpResponse(status: 503)
            }
            let served: IssuerAddresses.Place.Way =
                switch options.serverPlacement {
                case .oauth: .inserted
                case .openidSuffix: .openidSuffix
                case .openidInserted: .openidInserted
                }
            let document = issuer.documents.authorizationServer(place.owner)
            return self.document(document, isThere: place.way == served, examination)
        case .typeMetadata:
            return answerType(request)
        default:
            return document(
                issuer.documents.jwtVcIssuer, isThere: options.keySource == .metadata, examination)
        }
    }

    private func answerOffer(_ request: HttpRequest, _ examination: Examination) -> HttpResponse {
        let id = request.url.split(separator: "/").last.map(String.init) ?? ""
        guard examination.isClean else { return .error("invalid_request", examination.complaint) }
        guard let offer = issuer.ledger.withLock({ $0.offers[id] }) else { return HttpResponse(status: 404) }
        return .json(offer)
    }

    private func checkIssuerMetadata(
        _ request: HttpRequest, at place: IssuerAddresses.Place, _ examination: inout Examination
    ) {
        let accept = request.header("Accept") ?? ""
        let isUnderstood = accept.contains("application/json") || options.signedMetadata != .none && takesJWT(request)
        examination.check("VCI-META-04", isUnderstood, "Accept names application/json, was \"\(accept)\"")
        examination.check("VCI-META-05", request.header("Accept-Language") != nil, "Accept-Language is sent")
        let earlier = remember(place)
        examination.check(
            "VCI-META-01", place.way != .suffix || !earlier.isEmpty, "the well-known name stands between host and path")
        if place.way == .suffix { examination.check("LEG-05", true, "the suffix form is asked for last") }
    }

    private func checkServerMetadata(at place: IssuerAddresses.Place, _ examination: inout Examination) {
        let earlier = remember(place)
        examination.check(
            "VCI-AS-01", place.way == .inserted || earlier.contains(.inserted),
            "RFC 8414's name between host and path is asked for first")
        if place.way != .inserted { examination.check("VCI-AS-03", true, "openid-configuration is asked for after it") }
    }

    /// Notes a way of looking for a document and gives those that were tried before it.
    private func remember(_ place: IssuerAddresses.Place) -> Set<IssuerAddresses.Place.Way> {
        issuer.ledger.withLock { ledger in
            let key = "\(place.endpoint) \(place.owner)"
            defer { ledger.asked[key, default: []].insert(place.way) }
            return ledger.asked[key] ?? []
        }
    }

    private func document(_ json: JSON, isThere: Bool, _ examination: Examination) -> HttpResponse {
        guard isThere else { return HttpResponse(status: 404) }
        guard examination.isClean else { return .error("invalid_request", examination.complaint) }
        return document(json.encoded(), type: "application/json")
    }

    private func document(_ body: [UInt8], type: String) -> HttpResponse {
        HttpResponse(
            status: 200,
            headers: [
                HttpHeader("Content-Type", type), HttpHeader("Cache-Control", "max-age=\(options.metadataMaxAge)"),
            ], body: body)
    }

    private func takesJWT(_ request: HttpRequest) -> Bool {
        request.header("Accept")?.contains("application/jwt") ?? false
    }

    /// SD-JWT VC §6.3.
    private func answerType(_ request: HttpRequest) -> HttpResponse {
        let entry = issuer.documents.types.entries.values.first { $0.url == request.url }
        guard let entry, !options.faults.contains(.typeMissing) else { return HttpResponse(status: 404) }
        var bytes = entry.bytes
        if options.faults.contains(.typeAltered) { bytes.append(UInt8(ascii: " ")) }
        if options.faults.contains(.typeOfOther), var object = (try? JSON(parsing: bytes))?.object {
            object["vct"] = "https://elsewhere.example/types/other"
            bytes = JSON.object(object).encoded()
        }
        return document(bytes, type: "application/json")
    }
}
