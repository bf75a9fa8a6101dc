public import WalletPorts

/// A challenge of an authorization server for proofs of attested clients, attestation-based client authentication §8.
public enum AttestationChallenge {
    /// The request: a POST without a body that no cache may answer.
    public static func request(_ endpoint: String) -> HttpRequest {
        HttpRequest(
            "POST", endpoint,
            headers: [HttpHeader("Accept", "application/json"), HttpHeader("Cache-Control", "no-store")])
    }

    /// Reads the challenge in a 200 response.
    public static func value(in response: HttpResponse, findings: inout Findings) throws(Finding) -> String {
        let json = try document.json(of: response, findings: &findings)
        return try document.root(json)["attestation_challenge"].string()
    }

    /// The challenge that replaces the last one, which any response of the server may carry.
    public static func rotated(in response: HttpResponse) -> String? {
        response.header("OAuth-Client-Attestation-Challenge").flatMap { $0.isEmpty ? nil : $0 }
    }

    static let document = OutsideDocument(
        "attestation challenge", code: "challenge", party: .authorizationServer,
        clause: "attestation-based client authentication §8", rows: ["VCI-WATT-06"])
}
