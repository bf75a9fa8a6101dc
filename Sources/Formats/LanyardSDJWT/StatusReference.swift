internal import LanyardJSON
internal import WalletPorts

/// Where the status of a credential can be asked: an entry of a Token Status List.
public struct StatusReference: Hashable, Sendable {
    /// The list.
    public let uri: String
    /// The entry.
    public let index: Int64

    /// Reads the claim `status`, or throws why it is no `status_list` with `idx` and `uri`.
    init(_ status: JSON) throws(Finding) {
        guard let list = status["status_list"]?.object else {
            throw Self.finding("noList", at: "/status", expected: "an object with the member status_list")
        }
        guard let index = list["idx"]?.int64, index >= 0 else {
            throw Self.finding("index", at: "/status/status_list/idx", expected: "an integer from zero on")
        }
        guard let uri = list["uri"]?.string, !uri.isEmpty else {
            throw Self.finding("uri", at: "/status/status_list/uri", expected: "a URI")
        }
        self.uri = uri
        self.index = index
    }

    private static func finding(_ code: String, at location: String, expected: String) -> Finding {
        .sdvc(
            "status.\(code)", clause: "SD-JWT VC §3.2.2.2, Token Status List §6", rows: ["SDVC-04", "VCI-SDJWT-10"],
            at: location, expected: expected,
            remedy: "The issuer must correct the claim status; without it revocation cannot be checked.")
    }
}
