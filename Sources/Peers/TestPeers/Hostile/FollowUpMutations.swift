import LanyardJSON
import LanyardText
import WalletPorts

extension RequestMutation {
    /// Wallets that break one row each of deferred issuance and notifications.
    ///
    /// For an offer of `pid` at an issuer that defers once and takes notifications.
    public static let followUpTable: [RequestMutation] = [
        method("VCI-DEF-02", path: "/deferred", "GET"),
        header("VCI-DEF-02", path: "/deferred", "Content-Type", "text/plain"),
        header("VCI-DEF-02", path: "/deferred", "Authorization", "Basic eDp5"),
        body("VCI-DEF-02", "proofs", path: "/deferred") { $0["proofs"] = ["jwt": ["x"]] },
        body("VCI-DEF-02", "an identifier", path: "/deferred") { $0["credential_configuration_id"] = "pid" },
        body("VCI-DEF-02", "an invented transaction", path: "/deferred") { $0["transaction_id"] = "x" },
        method("VCI-NOTIF-01", path: "/notification", "PUT"),
        header("VCI-NOTIF-01", path: "/notification", "Content-Type", "application/x-www-form-urlencoded"),
        header("VCI-NOTIF-01", path: "/notification", "Authorization", "Basic eDp5"),
        body("VCI-NOTIF-01", "an invented id", path: "/notification") { $0["notification_id"] = "x" },
        body("VCI-NOTIF-01", "a member of the wallet's own", path: "/notification") { $0["device"] = "x" },
        body("VCI-NOTIF-03", "an event of the wallet's own", path: "/notification") { $0["event"] = "stored" },
        body("VCI-NOTIF-04", "an umlaut", path: "/notification") { $0["event_description"] = "für Zoë" },
        body("VCI-NOTIF-04", "a quote", path: "/notification") { $0["event_description"] = "\"stored\"" },
    ]
}
