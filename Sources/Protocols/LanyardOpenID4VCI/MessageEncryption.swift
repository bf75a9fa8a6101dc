import LanyardCrypto
public import LanyardJOSE
import LanyardOAuth
public import WalletPorts

/// When a wallet encrypts what it exchanges with the credential and deferred endpoints.
public enum CredentialEncryptionDemand: String, Hashable, Sendable, CaseIterable {
    /// Where the issuer's metadata demands it.
    case whenRequired
    /// Wherever the issuer takes it.
    case preferred
    /// Always; an issuer that does not encrypt responses is refused.
    case required
}

/// How one request is encrypted and how its response shall be, OpenID4VCI 1.0 §8.2 and §10.
///
/// A response is encrypted only together with its request; a request may be encrypted alone.
public struct MessageEncryption: Hashable, Sendable {
    /// How the request is encrypted.
    public struct Request: Hashable, Sendable {
        /// The issuer's key, which names its algorithm.
        public let key: JWK
        /// The content encryption.
        public let enc: ContentEncryption
        /// Whether the request is compressed before.
        public let zip: Bool
    }

    /// How the response shall be encrypted.
    public struct Response: Hashable, Sendable {
        /// The key management algorithm.
        public let alg: String
        /// The content encryption.
        public let enc: ContentEncryption
        /// Whether the issuer may compress the response before.
        public let zip: Bool
    }

    /// How the request is encrypted.
    public let request: Request
    /// How the response shall be encrypted, nil for a plain one.
    public let response: Response?

    private init(_ request: Request, _ response: Response?) {
        self.request = request
        self.response = response
    }

    /// Decides for an issuer; nil for plain messages.
    ///
    /// What the metadata demands is done, and more as `demand` says; of several `enc` values the strongest common one is taken.
    /// Throws `encryption.response.none` or `encryption.request.none` when something is demanded for which there is no common key
    /// or algorithm: an issuer that takes response keys takes them in encrypted requests alone.
    public static func chosen(
        _ demand: CredentialEncryptionDemand, for metadata: CredentialIssuerMetadata, compresses: Bool = true,
        findings: inout Findings
    ) throws(Finding) -> MessageEncryption? {
        let request = metadata.requestEncryption.flatMap { Request(for: $0, compresses: compresses) }
        let response = metadata.responseEncryption.flatMap { Response(for: $0, compresses: compresses) }
        let isResponseNeeded = metadata.responseEncryption?.isRequired == true || demand == .required
        if isResponseNeeded || demand == .preferred && response != nil {
            if let request, let response { return MessageEncryption(request, response) }
            let missing = response == nil ? missingResponse(metadata) : missingRequest(metadata)
            guard !isResponseNeeded else { throw missing }
            findings.note(missing.asWarning)
        }
        let isRequestNeeded = metadata.requestEncryption?.isRequired == true
        if isRequestNeeded, request == nil { throw missingRequest(metadata) }
        return isRequestNeeded || demand == .preferred ? request.map { MessageEncryption($0, nil) } : nil
    }

    /// How an issuer of drafts 13 to 15 shall encrypt a response to a plain request, which 1.0 forbids; nil if it cannot.
    ///
    /// Only for an issuer that is known to follow a draft.
    public static func draftResponse(
        for metadata: CredentialIssuerMetadata, compresses: Bool = true
    ) -> Response? {
        metadata.responseEncryption.flatMap { Response(for: $0, compresses: compresses) }
    }

    private static func missingRequest(_ metadata: CredentialIssuerMetadata) -> Finding {
        Finding(
            "encryption.request.none", .issuer, clause: "OpenID4VCI 1.0 §8.2", rows: ["VCI-ENC-02", "VCI-ENC-04"],
            at: "issuer metadata: /credential_request_encryption",
            expected: "a key with kid and alg ECDH-ES on a NIST curve, and AES-GCM among enc_values_supported",
            seen: metadata.requestEncryption == nil ? .absent : .kind("others", length: nil),
            remedy: "Publish such a key: encrypted responses are asked for in encrypted requests only.")
    }

    private static func missingResponse(_ metadata: CredentialIssuerMetadata) -> Finding {
        Finding(
            "encryption.response.none", .issuer, clause: "OpenID4VCI 1.0 §12.2.4", rows: ["VCI-ENC-02", "VCI-ENC-07"],
            at: "issuer metadata: /credential_response_encryption", expected: "ECDH-ES with AES-GCM",
            seen: metadata.responseEncryption.map { .text(($0.algorithms + $0.encryptions).joined(separator: " ")) }
                ?? .absent,
            remedy: "Offer ECDH-ES with A256GCM, or do not demand encryption of this issuer.")
    }
}

extension MessageEncryption.Request {
    /// The first key that can be encrypted to, and the strongest common algorithm; nil without.
    fileprivate init?(for support: RequestEncryption, compresses: Bool) {
        guard let key = support.keys.first(where: Self.isUsable),
            let enc = ContentEncryption.strongest(among: support.encryptions)
        else { return nil }
        self.init(key: key, enc: enc, zip: compresses && support.compressions.contains("DEF"))
    }

    private static func isUsable(_ key: JWK) -> Bool {
        guard case .ec = key.key, key.alg == JWE.directAgreement, key.use ?? "enc" == "enc" else { return false }
        return key.operations?.contains { $0 == "deriveKey" || $0 == "deriveBits" } ?? true
    }
}

extension MessageEncryption.Response {
    fileprivate init?(for support: ResponseEncryption, compresses: Bool) {
        guard support.algorithms.contains(JWE.directAgreement),
            let enc = ContentEncryption.strongest(among: support.encryptions)
        else { return nil }
        self.init(alg: JWE.directAgreement, enc: enc, zip: compresses && support.compressions.contains("DEF"))
    }
}
