public import LanyardCrypto
public import LanyardJOSE
import LanyardJSON
public import LanyardOAuth
public import WalletPorts

/// Issuer metadata as a JWT, OpenID4VCI 1.0 §12.2.3; it holds nothing that can be used before it is verified.
public struct SignedIssuerMetadata: Sendable {
    /// The value of `typ`.
    public static let type = "openidvci-issuer-metadata+jwt"

    /// The protected header.
    public let header: JOSEHeader
    /// The certificates of the signer as DER, its own first; empty when the header names the key otherwise.
    public let chain: [[UInt8]]
    /// When it ends; nil if it does not say.
    public let expiresAt: Instant?
    private let jws: JWS
    private let issuer: IssuerIdentifier
    private let algorithm: SignatureAlgorithm

    /// Reads a JWT for an issuer: its type, algorithm, subject and times.
    ///
    /// Under High Assurance profiles it must bring the signer's certificates.
    public init(
        compact text: String, issuer: IssuerIdentifier, now: Instant, findings: inout Findings
    ) throws(Finding) {
        let jws = try Self.document.concerned { () throws(Finding) in try JWS(compact: text, from: .issuer) }
        self.jws = jws
        header = jws.header
        self.issuer = issuer
        algorithm = try Self.algorithm(of: jws.header)
        chain = jws.header.x5c ?? []
        if chain.isEmpty {
            let finding = Self.document.finding(
                "x5c.missing", rows: ["VCI-META-09"], clause: "HAIP 1.0 §4.1", at: "/x5c",
                expected: "the certificates of the signer", seen: .absent, remedy: "Send the signer's chain as x5c.")
            if findings.isHighAssurance { throw finding }
        }
        let claims = Self.document.root(.object(try jws.unverifiedClaims(from: .issuer)))
        let subject = try claims["sub"].string()
        guard subject == issuer.text else {
            throw claims["sub"].finding(
                "subject", expected: "\"\(issuer.text)\" to the letter", seen: .text(subject),
                remedy: "Sign the metadata of the issuer that was asked for.")
        }
        guard try claims["iat"].optionalDate() != nil else {
            throw claims["iat"].finding("missing", expected: "the time of issuance")
        }
        expiresAt = try claims["exp"].optionalDate()
        if let expiresAt, expiresAt <= now {
            throw claims["exp"].finding(
                "expired", expected: "a time after \(now.seconds)", seen: .text("\(expiresAt.seconds)"),
                remedy: "Sign the metadata anew.")
        }
    }

    /// Checks the signature by the key of a signer whom the caller trusts for this issuer, then reads the metadata.
    public func verified(
        by key: PublicKey, findings: inout Findings
    ) throws(Finding) -> CredentialIssuerMetadata {
        let policy = JWSPolicy(algorithms: [algorithm], types: [Self.type], party: .issuer)
        let claims = try Self.document.concerned { () throws(Finding) in
            try jws.verified(by: key, policy: policy).claims()
        }
        return try CredentialIssuerMetadata(json: .object(claims), issuer: issuer, findings: &findings)
    }

    private static func algorithm(of header: JOSEHeader) throws(Finding) -> SignatureAlgorithm {
        let type = header.typ?.lowercased()
        guard type == Self.type || type == "application/\(Self.type)" else {
            throw document.finding(
                "typ", at: "/typ", expected: Self.type, seen: header.typ.map { .text($0) } ?? .absent,
                remedy: "Name the type in the header.")
        }
        guard let algorithm = SignatureAlgorithm(rawValue: header.alg) else {
            throw document.finding(
                "alg", at: "/alg",
                expected: SignatureAlgorithm.allCases.map(\.rawValue).joined(separator: ", "), seen: .text(header.alg),
                remedy: "Sign with ES256.")
        }
        return algorithm
    }

    static let document = OutsideDocument(
        "signed issuer metadata", code: "signedMetadata", party: .issuer, clause: "OpenID4VCI 1.0 §12.2.3",
        rows: ["VCI-META-08"])
}

/// The issuer metadata of a response, plain or signed as its media type says, whatever was asked for.
public enum ReceivedIssuerMetadata: Sendable {
    /// A JSON document, vouched for by TLS.
    case plain(CredentialIssuerMetadata)
    /// A JWT, to be verified.
    case signed(SignedIssuerMetadata)

    /// Reads a response of a metadata location.
    public init(
        response: HttpResponse, issuer: IssuerIdentifier, now: Instant, findings: inout Findings
    ) throws(Finding) {
        guard response.status == 200, response.mediaType == "application/jwt" else {
            self = .plain(try CredentialIssuerMetadata(response: response, issuer: issuer, findings: &findings))
            return
        }
        self = .signed(
            try SignedIssuerMetadata(
                compact: String(decoding: response.body, as: UTF8.self), issuer: issuer, now: now, findings: &findings))
    }
}
