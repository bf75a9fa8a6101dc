import LanyardJSON
import LanyardOAuth
import LanyardOpenID4VCI
import WalletPorts

/// Keeps results alive; without it the optimiser would leave the work out.
nonisolated(unsafe) public var fuzzResult = 0

/// Reads the bytes as the metadata of an issuer and of an authorization server, and as the answer of each endpoint.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let response = HttpResponse(status: 200, headers: [HttpHeader("Content-Type", "application/json")], body: bytes)
    for strictness in [Strictness.tolerant, .strict] {
        var findings = Findings(strictness: strictness)
        attempt { () throws(Finding) in _ = try TokenResponse(response: response, findings: &findings) }
        attempt { () throws(Finding) in _ = try NonceResponse(response: response, findings: &findings) }
        if let json = try? JSON(parsing: bytes) {
            // The identifier has to be the one that the document names, or nothing else would be read.
            let named = json["credential_issuer"]?.string ?? json["issuer"]?.string ?? "https://issuer.example"
            if let issuer = IssuerIdentifier(named) {
                attempt { () throws(Finding) in
                    _ = try CredentialIssuerMetadata(json: json, issuer: issuer, findings: &findings)
                }
                attempt { () throws(Finding) in
                    _ = try AuthorizationServerMetadata(json: json, issuer: issuer, findings: &findings)
                }
            }
        }
        fuzzResult += findings.list.count
    }
    fuzzResult += OAuthError(response: HttpResponse(status: 400, body: bytes)) == nil ? 0 : 1
    fuzzResult += AuthenticationChallenge.all(in: String(decoding: bytes, as: UTF8.self)).count
    return 0
}

private func attempt(_ work: () throws(Finding) -> Void) {
    do throws(Finding) { try work() } catch { fuzzResult += error.description.utf8.count }
}
