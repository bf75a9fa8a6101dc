import LanyardJOSE
import LanyardJSON
import LanyardSDJWT
import WalletPorts

/// The key binding JWT of a presentation; what only its verifier knows is not judged.
enum KeyBindingReport {
    static func inspection(
        _ text: String, of read: SDJWT, _ verified: VerifiedSDJWT?, _ detector: Detector
    ) -> Inspection {
        var inspection = JWTInspector.inspect(text, as: .keyBinding, detector.inner)
        var examination = Examination(detector.options)
        if let verified, inspection.checks.allSatisfy({ $0.outcome != .failed || $0.rule == SignatureJudgement.rule }) {
            examination.concludeInOrder(rules, fault(of: text, in: verified, detector.options), text)
        } else {
            examination.skip(rules, "it is broken already, or the Disclosures cannot be resolved")
        }
        // The key is the holder's, not one that the key binding names itself.
        inspection.checks.removeAll { $0.rule == SignatureJudgement.rule }
        inspection.checks += examination.checks
        return inspection
    }

    /// Checks it as its verifier does, taking audience, nonce and age as they are.
    private static func fault(of text: String, in verified: VerifiedSDJWT, _ options: InspectOptions) -> Finding? {
        let claims = (try? JWS(compact: text).unverifiedClaims(from: .wallet)) ?? [:]
        let expectation = KeyBindingExpectation(
            audience: claims["aud"]?.string ?? "", nonce: claims["nonce"]?.string ?? "", now: options.now,
            maximumAge: .infinity)
        do throws(Finding) {
            _ = try verified.verifiedKeyBinding(for: expectation)
            return nil
        } catch {
            return error
        }
    }

    private static let rules: [Rule<String>] = [
        Rule(
            "The holder's key of cnf.jwk signed it", clause: "RFC 9901 §7.3", rows: ["SDJWT-15", "SDJWT-16"],
            codes: ["sdjwt.keyBinding.noHolderKey", "jose.signature.invalid", "jose.key.mismatch", "jwk."]
        ) { _ in .passed("it did") },
        Rule(
            "Audience, nonce and age are the verifier's", clause: "RFC 9901 §7.3", rows: ["SDJWT-16"],
            codes: [
                "sdjwt.keyBinding.audience", "sdjwt.keyBinding.nonce", "sdjwt.keyBinding.stale", "sdjwt.keyBinding.iat",
            ]
        ) { _ in .notJudged("only the verifier knows what it asked for, and when") },
        Rule(
            "sd_hash is over what was presented", clause: "RFC 9901 §4.3.1", rows: ["SDJWT-15", "SDJWT-16"],
            codes: ["sdjwt.keyBinding.hash"]
        ) { _ in .passed("it is") },
    ]
}
