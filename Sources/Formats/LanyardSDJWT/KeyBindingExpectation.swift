internal import LanyardCrypto
public import LanyardJOSE
internal import LanyardJSON
internal import LanyardText
public import WalletPorts

/// What a verifier expects of a key binding JWT.
public struct KeyBindingExpectation: Sendable {
    /// The verifier's own identifier.
    public var audience: String
    /// The nonce of its request.
    public var nonce: String
    /// The time of judgement.
    public var now: Instant
    /// The oldest `iat` that is taken, in seconds.
    public var maximumAge: Double
    /// Seconds by which the holder's clock may be ahead.
    public var skew: Double

    /// Expects an audience and a nonce.
    public init(audience: String, nonce: String, now: Instant, maximumAge: Double = 300, skew: Double = 60) {
        self.audience = audience
        self.nonce = nonce
        self.now = now
        self.maximumAge = maximumAge
        self.skew = skew
    }
}

extension VerifiedSDJWT {
    /// Verifies the key binding as a verifier that requires one (RFC 9901 §7.3).
    ///
    /// The key is that of the verified `cnf.jwk`; one in the key binding's header means nothing. Throws
    /// `sdjwt.keyBinding.*` or a finding about the JWS.
    public func verifiedKeyBinding(for expectation: KeyBindingExpectation) throws(Finding) -> VerifiedJWS {
        guard let text = received.keyBinding else {
            throw .keyBinding("missing", expected: "a key binding JWT after the last tilde", seen: .absent)
        }
        guard let confirmation = claims["cnf"]?["jwk"] else {
            throw .keyBinding("noHolderKey", at: "/cnf/jwk", expected: "the holder's key as cnf.jwk", seen: .absent)
        }
        let key = try JWK(json: confirmation, at: "/cnf/jwk")
        let policy = JWSPolicy(
            algorithms: Set(SignatureAlgorithm.allCases), types: [KeyBindingJWT.type], party: .wallet)
        let jws = try JWS(compact: text).verified(by: key, policy: policy)
        let claims = try jws.claims()
        guard let issuedAt = claims["iat"]?.int64.map(Instant.init(seconds:)) else {
            throw .keyBinding("iat", at: "/iat", expected: "whole seconds since 1970")
        }
        guard issuedAt <= expectation.now.advanced(by: expectation.skew),
            issuedAt >= expectation.now.advanced(by: -expectation.maximumAge)
        else {
            throw .keyBinding(
                "stale", at: "/iat", expected: "a time within the last \(Int(exactly: expectation.maximumAge) ?? 0) s",
                seen: .value(String(issuedAt.seconds)))
        }
        guard claims["aud"] == .string(expectation.audience) else {
            throw .keyBinding(
                "audience", at: "/aud", expected: OutsideText.cleaned(expectation.audience, limit: 120),
                seen: claims["aud"]?.string.map { .text($0) } ?? .kind("no string", length: nil))
        }
        guard claims["nonce"] == .string(expectation.nonce) else {
            throw .keyBinding("nonce", at: "/nonce", expected: "the nonce of the request")
        }
        let presentation = String(received.text.dropLast(text.count))
        guard claims["sd_hash"]?.string == KeyBindingJWT.presentationHash(of: presentation, using: hash) else {
            throw .keyBinding("hash", at: "/sd_hash", expected: "the digest over what was presented")
        }
        return jws
    }
}

extension Finding {
    fileprivate static func keyBinding(
        _ code: String, at location: String = "", expected: String, seen: Described = .nothing
    ) -> Finding {
        Finding(
            "sdjwt.keyBinding.\(code)", .wallet, clause: "RFC 9901 §7.3", rows: ["SDJWT-15", "SDJWT-16"], at: location,
            expected: expected, seen: seen, remedy: "The wallet must present again, with a fresh key binding.")
    }
}
