import LanyardJSON
public import WalletPorts

/// What a server answered to a pushed authorization request, RFC 9126 §2.2.
public struct PushedAuthorizationResponse: Hashable, Sendable {
    /// The reference for the browser: opaque, for one use.
    public let requestURI: String
    /// Seconds that the reference lives from the response on; positive.
    public let expiresIn: Int64

    /// Reads a 201 response; a 200 and a missing lifetime are tolerated.
    public init(response: HttpResponse, findings: inout Findings) throws(Finding) {
        let json = try Self.document.json(of: response, statuses: 200...201, findings: &findings)
        let root = Self.document.root(json)
        guard case .object = json else { throw root.finding("type", expected: "an object") }
        if response.status != 201 {
            try findings.tolerate(
                root.finding(
                    "status.lenient", expected: "status 201", seen: .text("\(response.status)"),
                    remedy: "Answer a pushed authorization request with 201."))
        }
        requestURI = try root["request_uri"].string()
        let lifetime = root["expires_in"]
        if let seconds = lifetime.value?.int64, seconds > 0 {
            expiresIn = seconds
        } else {
            try findings.tolerate(lifetime.finding("expiresIn", expected: "a positive number of seconds"))
            let text = lifetime.value?.string.flatMap { Int64($0) } ?? Self.assumedLifetime
            expiresIn = text > 0 ? text : Self.assumedLifetime
        }
    }

    /// Whether the reference can still be used, so many seconds after the response came.
    public func isUsable(after seconds: Double) -> Bool {
        seconds < Double(expiresIn)
    }

    /// The shortest lifetime that RFC 9126 §2.2 calls typical.
    private static let assumedLifetime: Int64 = 5

    static let document = OutsideDocument(
        "pushed authorization response", code: "par", party: .authorizationServer, clause: "RFC 9126 §2.2",
        rows: ["VCI-PAR-04"])
}

extension AuthorizationServerMetadata {
    /// Where to push an authorization request, or nil when it goes through the browser.
    ///
    /// It is pushed wherever the server takes it. Throws when the server or the profile demands it and there is no endpoint.
    public func pushEndpoint(findings: Findings) throws(Finding) -> String? {
        if let endpoint = pushedAuthorizationRequestEndpoint { return endpoint }
        guard requiresPushedAuthorizationRequests || findings.isHighAssurance else { return nil }
        throw Self.document.finding(
            "par.missing", rows: ["VCI-PAR-01", "VCI-AS-09"],
            clause: findings.isHighAssurance ? "HAIP 1.0 §4" : "RFC 9126 §5",
            at: "/pushed_authorization_request_endpoint", expected: "an https URL", seen: .absent,
            remedy: "Name the endpoint for pushed authorization requests.")
    }
}
