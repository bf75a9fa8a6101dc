public import LanyardCrypto
import LanyardJOSE
public import LanyardJSON
import LanyardOAuth
public import WalletPorts

/// The key to which an issuer encrypts one response, OpenID4VCI 1.0 §8.2 and §10: fresh for each request, on P-256.
public struct JweRecipientKey: Sendable {
    private let key: ECPrivateKey
    private let response: MessageEncryption.Response
    private let kid: String

    /// Makes a fresh key for the response to one request.
    public init(for response: MessageEncryption.Response) throws(CryptoError) {
        try self.init(.generate(.p256), for: response)
    }

    /// Takes a key that is at hand, as test vectors want.
    package init(_ key: ECPrivateKey, for response: MessageEncryption.Response) {
        self.key = key
        self.response = response
        kid = JWK(.ec(key.publicKey)).thumbprint()
    }

    /// The value of `credential_response_encryption`: the public key with its algorithm, `enc`, and `zip` where it may be used.
    public var parameters: JSON {
        var members: JSONObject = [
            "jwk": JWK(.ec(key.publicKey), kid: kid, alg: response.alg, use: "enc").json,
            "enc": .string(response.enc.rawValue),
        ]
        if response.zip { members["zip"] = "DEF" }
        return .object(members)
    }

    /// The same as drafts 13 to 15 had it, with `alg` beside the key as well.
    public var draftParameters: JSON {
        guard var members = parameters.object else { return parameters }
        members["alg"] = .string(response.alg)
        return .object(members)
    }

    /// Decrypts the body of a response of any 2xx status; errors never come encrypted.
    ///
    /// A plain answer is refused, and so is a JWE with another `alg`, `enc` or `kid` than was offered, or compressed unasked.
    /// A missing media type and a missing `kid` are tolerated.
    public func open(_ response: HttpResponse, findings: inout Findings) throws(Finding) -> JSON {
        try checkMediaType(response, findings: &findings)
        let jwe = try JWE(compact: String(decoding: response.body, as: UTF8.self), from: .issuer)
        let policy = JWEPolicy(
            encryptions: [self.response.enc], kid: kid, allowsCompression: self.response.zip, party: .issuer)
        let plaintext = try CredentialResponse.document.concerned(rows: ["VCI-ENC-09"]) { () throws(Finding) in
            try jwe.opened(with: key, policy: policy).plaintext
        }
        if jwe.header.kid == nil {
            try findings.tolerate(
                Self.finding(
                    "kid.missing", "the kid of the key that was sent", .absent,
                    remedy: "Copy the `kid` of the key into the JWE header."))
        }
        return try CredentialResponse.document.json(plaintext)
    }

    private func checkMediaType(_ response: HttpResponse, findings: inout Findings) throws(Finding) {
        guard let type = response.mediaType else {
            return try findings.tolerate(
                Self.finding(
                    "mediaType", "application/jwt", .absent, remedy: "Answer with Content-Type: application/jwt."))
        }
        guard type == "application/jwt" else {
            throw Self.finding(
                "plain", "application/jwt, since an encrypted response was asked for", .text(type),
                remedy: "Encrypt every 2xx response to a request that brings encryption parameters.")
        }
    }

    private static func finding(_ kind: String, _ expected: String, _ seen: Described, remedy: String) -> Finding {
        CredentialResponse.document.finding(
            "encryption.\(kind)", rows: ["VCI-ENC-09", "VCI-ENC-10", "VCI-CRES-07"], clause: "OpenID4VCI 1.0 §10",
            expected: expected, seen: seen, remedy: remedy)
    }
}
