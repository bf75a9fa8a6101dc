import LanyardJSON
import WalletPorts

extension HttpResponse {
    /// A JSON response that must not be stored.
    static func json(_ json: JSON, status: Int = 200, headers: [HttpHeader] = []) -> HttpResponse {
        HttpResponse(
            status: status,
            headers: [HttpHeader("Content-Type", "application/json"), HttpHeader("Cache-Control", "no-store")]
                + headers, body: json.encoded())
    }

    /// An error response of the token and credential endpoints.
    static func error(_ code: String, _ description: String? = nil, status: Int = 400) -> HttpResponse {
        var body: JSONObject = ["error": .string(code)]
        if let description { body["error_description"] = .string(description) }
        return .json(.object(body), status: status)
    }

    /// A refusal of the access token, RFC 6750 §3 and RFC 9449 §7.1.
    static func unauthorized(_ code: String, scheme: String) -> HttpResponse {
        HttpResponse(
            status: 401,
            headers: [
                HttpHeader("WWW-Authenticate", "\(scheme) error=\"\(code)\""), HttpHeader("Cache-Control", "no-store"),
            ])
    }
}
