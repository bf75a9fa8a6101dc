package import WalletPorts

/// Why a server did not take a DPoP proof, and what mends it, RFC 9449 §7.1, §8 and §9.
package enum DPoPRefusal: Hashable, Sendable {
    /// A proof needs this nonce.
    case nonce(String)
    /// The proof may be dated wrong: the server's clock says this, far from ours.
    case clock(Instant)
    /// Nothing mends it.
    case final

    /// Reads the code of an answer; nil when it says nothing of DPoP.
    package init?(_ code: String?, _ response: HttpResponse, at now: Instant) {
        switch code {
        case "use_dpop_nonce":
            let nonce = response.header("DPoP-Nonce").flatMap { DPoPNonces.isNonce($0) ? $0 : nil }
            self = nonce.map { .nonce($0) } ?? .final
        case "invalid_dpop_proof":
            let time = response.date.flatMap { abs(now.distance(to: $0)) > Self.noticeableSkew ? $0 : nil }
            self = time.map { .clock($0) } ?? .final
        default: return nil
        }
    }

    /// The error of the `DPoP` challenge; those of other schemes say nothing of a proof.
    static func error(in response: HttpResponse) -> OAuthError? {
        for challenge in AuthenticationChallenge.all(in: response) where challenge.scheme == "dpop" {
            if let code = challenge["error"] {
                return OAuthError(code, description: challenge["error_description"])
            }
        }
        return nil
    }

    /// Seconds of difference that a transfer does not explain.
    private static let noticeableSkew: Double = 10
}
