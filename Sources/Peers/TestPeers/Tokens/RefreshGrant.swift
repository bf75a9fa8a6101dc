import LanyardLock
import WalletPorts

/// Exchanges a refresh token: RFC 6749 §6.
struct RefreshGrant {
    let issuer: PeerIssuer
    let server: String

    func examine(_ request: TokenDesk.Asked, _ examination: inout Examination) -> TokenDesk.Outcome {
        let form = request.form
        let row = "VCI-REF-01"
        let others = ["code", "redirect_uri", "code_verifier", "pre-authorized_code", "tx_code", "issuer_state"]
            .filter { form[$0] != nil }
        examination.check(row, others.isEmpty, "no parameters of other grants beside it, saw \(others)")
        let token = form["refresh_token"] ?? ""
        examination.check(row, !token.isEmpty, "refresh_token is sent")
        guard let kept = issuer.ledger.withLock({ $0.refreshes[token] }) else {
            examination.check(row, token.isEmpty, "the token arrives as it was given")
            return .refused(.error("invalid_grant", "no such refresh token"))
        }
        examination.check(row, server == kept.entitlement.server, "the token goes to the server that gave it")
        examination.check(
            "VCI-CAUTH-01", request.clientID == kept.entitlement.clientID, "client_id is that of the first request")
        examination.check(
            "VCI-DPOP-10", request.keyThumbprint == kept.entitlement.keyThumbprint,
            "the proof is made with the key that the token is bound to")
        examination.check(
            "VCI-WATT-11", request.instanceKey == kept.entitlement.instanceKey,
            "the attestation is of the same key as when the token was given")
        examination.check("VCI-REF-04", !kept.isRefused, "a token that was refused is not sent again")
        if let successor = kept.successor {
            let isUsed = issuer.ledger.withLock { $0.refreshes[successor]?.isUsed ?? false }
            examination.check("VCI-REF-02", !isUsed, "the new token is kept, and used in place of the old one")
        }
        guard examination.isClean else { return .refused(.error("invalid_grant", examination.complaint)) }
        guard kept.expiry.map({ $0 > issuer.clock.now }) ?? true, !kept.isRevoked else {
            issuer.ledger.withLock { $0.refreshes[token]?.isRefused = true }
            return .refused(.error("invalid_grant", "the refresh token has expired or was revoked"))
        }
        return .granted(kept.entitlement)
    }
}

extension IssuerLedger {
    /// What a refresh token stands for.
    struct Refresh: Sendable {
        let entitlement: Entitlement
        let expiry: Instant?
        var isUsed = false
        var isRevoked = false
        var isRefused = false
        /// The token that took its place.
        var successor: String?
    }
}

extension PeerIssuer {
    /// Makes every access token that was given out so far no longer good.
    public func expireAccessTokens() {
        ledger.withLock { ledger in
            for token in ledger.accesses.keys { ledger.accesses[token]?.expiry = Instant(seconds: 0) }
        }
    }

    /// Makes every refresh token that was given out so far no longer good.
    public func revokeRefreshTokens() {
        ledger.withLock { ledger in
            for token in ledger.refreshes.keys { ledger.refreshes[token]?.isRevoked = true }
        }
    }
}
