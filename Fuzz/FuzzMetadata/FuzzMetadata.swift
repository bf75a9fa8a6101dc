internal import LanyardJSON
internal import LanyardOAuth
internal import LanyardOpenID4VCI
internal import WalletPorts

/// Kept, so that the optimiser keeps the work.
nonisolated(unsafe) public var sink = 0

/// Reads a document as the metadata of whichever issuer or server it names, and as each answer of an endpoint.
///
/// Input that is no JSON is read as a `WWW-Authenticate` field.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let json = try? JSON(parsing: input) else {
        let challenges = AuthenticationChallenge.all(in: String(decoding: input, as: UTF8.self))
        if challenges.count > count { fatalError("more challenges than bytes") }
        sink &+= challenges.count
        return 0
    }
    if let issuer = json["credential_issuer"]?.string.flatMap(IssuerIdentifier.init) { examine(json, issuer) }
    if let issuer = json["issuer"]?.string.flatMap(IssuerIdentifier.init) {
        var findings = Findings()
        let server = try? AuthorizationServerMetadata(json: json, issuer: issuer, findings: &findings)
        if server.map({ !$0.tokenEndpoint.lowercased().hasPrefix("https://") }) ?? false { fatalError("not https") }
    }
    let response = HttpResponse(status: 400, headers: [], body: input)
    sink &+=
        CredentialFailure(response: response, at: Instant(seconds: 0)).step(sentNonce: true, hasNonceEndpoint: true)
        .hashValue & 1
    sink &+= TokenFailure(response: response, at: Instant(seconds: 0)).step(sentTransactionCode: true).hashValue & 1
    var findings = Findings()
    if let token = try? TokenResponse(json: json, findings: &findings) {
        _ = try? token.grantedCredentials(askedWithDetails: true, findings: &findings)
    }
    return 0
}

private func examine(_ json: JSON, _ issuer: IssuerIdentifier) {
    var findings = Findings()
    guard let metadata = try? CredentialIssuerMetadata(json: json, issuer: issuer, findings: &findings) else { return }
    if metadata.batchSize < 1 || metadata.authorizationServers.isEmpty { fatalError("no batch size, or no server") }
    for configuration in metadata.configurations {
        sink &+= configuration.claims.count
        _ = try? ProofChoice(for: configuration, abilities: .init(attestsKeys: true))
        var findings = Findings()
        if let response = try? CredentialResponse(
            status: 200, json: json, keys: 2, configuration: configuration, findings: &findings),
            case .issued(let credentials, _) = response.content, !(1...2).contains(credentials.count)
        {
            fatalError("no credentials, or too many")
        }
    }
    sink &+= metadata.configurations.count &+ metadata.droppedConfigurations.count
}
