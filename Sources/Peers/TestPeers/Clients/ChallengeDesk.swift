import LanyardJSON
import WalletPorts

/// Answers for the challenge endpoint, OAuth 2.0 Attestation-Based Client Authentication, draft 07 §8.
struct ChallengeDesk {
    let issuer: PeerIssuer
    let server: String

    func answer(_ request: HttpRequest, _ examination: inout Examination) -> HttpResponse {
        guard issuer.options.clients.challenge == .endpoint else { return HttpResponse(status: 404) }
        let row = "VCI-WATT-06"
        examination.check(row, request.method == "POST", "the challenge endpoint is asked by POST")
        examination.check(row, request.body.isEmpty, "the challenge request has no body")
        examination.check(
            row, request.header("Accept")?.contains("application/json") ?? false, "Accept names application/json")
        guard examination.isClean else { return .error("invalid_request", examination.complaint) }
        return .json(["attestation_challenge": .string(issuer.makeChallenge(server, for: nil))])
    }
}
