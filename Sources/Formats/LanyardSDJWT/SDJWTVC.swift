internal import LanyardCrypto
public import LanyardJOSE
internal import LanyardJSON
internal import LanyardText
public import WalletPorts

/// An SD-JWT VC that keeps the rules for a credential straight from its issuer.
///
/// Signature and digests were verified before, as `VerifiedSDJWT` says; here come type, binding and time. Whether the
/// issuer is trusted is decided elsewhere, from the chain or the metadata that its key came from.
public struct SDJWTVC: Sendable {
    /// What was asked for, and when it is judged.
    public struct Expectation: Sendable {
        /// The `vct` of the requested configuration, or nil when any will do.
        public var type: String?
        /// RFC 7638 thumbprints (SHA-256, base64url) of the keys in the request, in order; empty when no key is bound.
        public var holderKeys: [String]
        /// The time of judgement.
        public var now: Instant
        /// Seconds by which the issuer's clock may differ.
        public var skew: Double

        /// Expects a type and keys at a time.
        public init(type: String?, holderKeys: [String], now: Instant, skew: Double = 60) {
            self.type = type
            self.holderKeys = holderKeys
            self.now = now
            self.skew = skew
        }
    }

    /// The claims that a holder must not be able to withhold.
    public static let alwaysDisclosed: Set<String> = [
        "iss", "nbf", "exp", "cnf", "vct", "vct#integrity", "status", "aka_vcts",
    ]

    /// How an issuer may sign one.
    public static let signaturePolicy = JWSPolicy(
        algorithms: Set(SignatureAlgorithm.allCases), types: ["dc+sd-jwt", "vc+sd-jwt"], party: .issuer)

    /// The SD-JWT and its claims.
    public let credential: VerifiedSDJWT
    /// The `vct`.
    public let type: String
    /// The `iss`, if there is one.
    public let issuer: String?
    /// The key in `cnf.jwk`, if there is one.
    public let holderKey: JWK?
    /// Which of the expected keys that is; nil when none was expected.
    public let holderKeyIndex: Int?
    /// When it is valid.
    public let validity: Validity
    /// Where its status can be asked, if it says so in a way that can be read.
    public let status: StatusReference?

    /// Checks a verified SD-JWT; throws the finding of the first rule that is broken, `sdvc.*`.
    ///
    /// Rules: SD-JWT VC §3.2, OpenID4VCI 1.0 Appendix A.3, HAIP §6.1 under high assurance.
    public init(
        checking credential: VerifiedSDJWT, for expectation: Expectation, findings: inout Findings
    ) throws(Finding) {
        try Self.checkForm(credential)
        try Self.checkHeader(credential.header, findings: &findings)
        try Self.checkDisclosable(credential)
        let claims = credential.claims
        self.credential = credential
        type = try Self.type(in: claims, expected: expectation.type)
        issuer = try IssuerKeySource.issuer(of: claims)
        validity = try Validity(of: claims)
        try validity.check(at: expectation.now, skew: expectation.skew)
        (holderKey, holderKeyIndex) = try Self.holderKey(in: claims, among: expectation.holderKeys)
        status = try Self.status(in: claims, findings: &findings)
    }

    /// Everything that speaks against a credential, of which `init(checking:for:findings:)` throws the first.
    ///
    /// With `isPresented` a key binding JWT is in its place. Tolerated deviations go to the findings.
    package static func faults(
        of credential: VerifiedSDJWT, for expectation: Expectation, isPresented: Bool, findings: inout Findings
    ) -> [Finding] {
        var faults: [Finding] = []
        func collect(_ check: () throws(Finding) -> Void) {
            do { try check() } catch { faults.append(error) }
        }
        let claims = credential.claims
        if !isPresented { collect { () throws(Finding) in try checkForm(credential) } }
        do { try checkHeader(credential.header, findings: &findings) } catch { faults.append(error) }
        collect { () throws(Finding) in try checkDisclosable(credential) }
        collect { () throws(Finding) in _ = try type(in: claims, expected: expectation.type) }
        collect { () throws(Finding) in _ = try IssuerKeySource.issuer(of: claims) }
        collect { () throws(Finding) in
            try Validity(of: claims).check(at: expectation.now, skew: expectation.skew)
        }
        collect { () throws(Finding) in _ = try holderKey(in: claims, among: expectation.holderKeys) }
        do { _ = try status(in: claims, findings: &findings) } catch { faults.append(error) }
        return faults
    }

    private static func checkForm(_ credential: VerifiedSDJWT) throws(Finding) {
        guard credential.received.keyBinding == nil else {
            throw .sdvc(
                "keyBinding.present", clause: "RFC 9901 §7.2", rows: ["SDJWT-01", "VCI-SDJWT-01"],
                expected: "an SD-JWT that ends with a tilde, without a key binding JWT")
        }
    }

    private static func checkDisclosable(_ credential: VerifiedSDJWT) throws(Finding) {
        let hidden = credential.tree.topLevelClaims
        guard let first = alwaysDisclosed.filter(hidden.contains).min() else { return }
        throw .sdvc(
            "claim.disclosable", clause: "SD-JWT VC §3.2.2.2", rows: ["SDVC-02", "SDJWT-13", "VCI-SDJWT-05"],
            at: "/\(first)", expected: "the claim in the payload, not in a Disclosure")
    }

    private static func checkHeader(_ header: JOSEHeader, findings: inout Findings) throws(Finding) {
        let type = header.typ?.lowercased() ?? ""
        switch type.hasPrefix("application/") ? String(type.dropFirst("application/".count)) : type {
        case "dc+sd-jwt":
            break
        case "vc+sd-jwt":
            try findings.tolerate(
                .sdvc(
                    "typ.former", clause: "SD-JWT VC §3.2.1", rows: ["SDVC-01", "VCI-SDJWT-02"], at: "/typ",
                    expected: "dc+sd-jwt", seen: .text(type),
                    remedy: "The issuer should sign with the typ dc+sd-jwt."))
        default:
            throw .sdvc(
                "typ", clause: "SD-JWT VC §3.2.1", rows: ["SDVC-01", "SDJWT-17", "VCI-SDJWT-02"], at: "/typ",
                expected: "dc+sd-jwt", seen: header.typ.map { .text($0) } ?? .absent)
        }
        guard !findings.isHighAssurance || header.x5c != nil else {
            throw .sdvc(
                "x5c.missing", clause: "HAIP 1.0 §6.1.1", rows: ["VCI-SDJWT-08"], at: "/x5c",
                expected: "the issuer's certificates", seen: .absent)
        }
    }

    private static func type(in claims: JSONObject, expected: String?) throws(Finding) -> String {
        guard let member = claims["vct"] else {
            throw .sdvc(
                "vct.missing", clause: "SD-JWT VC §3.2.2.1", rows: ["SDVC-02", "VCI-SDJWT-05"], at: "/vct",
                expected: "the type of the credential", seen: .absent)
        }
        guard let type = member.string, !type.isEmpty else {
            throw .sdvc(
                "vct.type", clause: "SD-JWT VC §3.2.2.1", rows: ["SDVC-02", "VCI-SDJWT-05"], at: "/vct",
                expected: "a non-empty string")
        }
        guard expected == nil || member == expected.map(JSON.string) else {
            throw .sdvc(
                "vct.mismatch", clause: "OpenID4VCI 1.0 Appendix A.3.2", rows: ["VCI-SDJWT-06"], at: "/vct",
                expected: "the requested type \(OutsideText.cleaned(expected ?? "", limit: 120))", seen: .text(type))
        }
        return type
    }

    private static func status(in claims: JSONObject, findings: inout Findings) throws(Finding) -> StatusReference? {
        guard let member = claims["status"] else { return nil }
        do {
            return try StatusReference(member)
        } catch {
            try findings.tolerateUnlessHighAssurance(error)
            return nil
        }
    }

    private static func holderKey(
        in claims: JSONObject, among expected: [String]
    ) throws(Finding) -> (JWK?, Int?) {
        func finding(_ code: String, at location: String, _ expected: String, _ seen: Described = .absent) -> Finding {
            .sdvc(
                "cnf.\(code)", clause: "SD-JWT VC §3.2.2.2, OpenID4VCI 1.0 §8.3", rows: ["SDVC-03", "VCI-SDJWT-07"],
                at: location, expected: expected, seen: seen)
        }
        guard let confirmation = claims["cnf"] else {
            guard expected.isEmpty else { throw finding("missing", at: "/cnf", "the key that was sent as proof") }
            return (nil, nil)
        }
        guard let json = confirmation["jwk"] else {
            guard expected.isEmpty else { throw finding("noJWK", at: "/cnf/jwk", "the holder's key as jwk") }
            return (nil, nil)
        }
        let key = try JWK(json: json, at: "/cnf/jwk")
        guard !expected.isEmpty else { return (key, nil) }
        guard let index = expected.firstIndex(of: key.thumbprint()) else {
            throw finding(
                "foreignKey", at: "/cnf/jwk", "one of the keys that were sent as proofs", .value("another key"))
        }
        return (key, index)
    }
}
