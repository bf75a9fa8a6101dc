import LanyardOAuth
public import WalletPorts

/// A nonce for key proofs, OpenID4VCI 1.0 §7.
public struct NonceResponse: Hashable, Sendable {
    /// The challenge, valid until the issuer refuses it.
    public let nonce: String

    /// Reads any 2xx response; everything else is an error, since proofs without a nonce would be refused.
    public init(response: HttpResponse, findings: inout Findings) throws(Finding) {
        let rows = ["VCI-NONCE-01"]
        let json = try Self.document.json(of: response, statuses: 200...299, rows: rows, findings: &findings)
        nonce = try Self.document.root(json)["c_nonce"].string(rows: rows)
    }

    /// The request: a POST without body and token that no cache may answer.
    public static func request(_ endpoint: String) -> HttpRequest {
        HttpRequest(
            "POST", endpoint,
            headers: [HttpHeader("Accept", "application/json"), HttpHeader("Cache-Control", "no-store")])
    }

    static let document = OutsideDocument(
        "nonce response", code: "nonce", party: .issuer, clause: "OpenID4VCI 1.0 §7.2", rows: ["VCI-NONCE-01"])
}
