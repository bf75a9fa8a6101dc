public import LanyardCrypto
internal import LanyardJSON
internal import LanyardText
internal import WalletPorts

/// The hash of an SD-JWT, named by `_sd_alg`: of its Disclosures and of what a key binding is bound to.
///
/// `sha-256` (also when nothing is named), `sha-384` and `sha-512` (RFC 9901 §4.1.1).
public enum DisclosureHash: String, Hashable, Sendable, CaseIterable {
    /// SHA-256.
    case sha256 = "sha-256"
    /// SHA-384.
    case sha384 = "sha-384"
    /// SHA-512.
    case sha512 = "sha-512"

    /// The hash function.
    public var algorithm: HashAlgorithm {
        switch self {
        case .sha256: .sha256
        case .sha384: .sha384
        case .sha512: .sha512
        }
    }

    /// The base64url digest over the ASCII bytes of a Disclosure or of a presentation.
    public func digest(of text: String) -> String { digest(of: text.utf8) }

    func digest(of utf8: some Collection<UInt8>) -> String {
        Base64URL.encode(Hash.digest(algorithm, utf8))
    }

    /// Reads `_sd_alg` at the top of an issuer's payload; throws `sdjwt.sdAlg.unknown`, never guesses.
    init(of payload: JSONObject) throws(Finding) {
        guard let named = payload[Reserved.algorithm] else {
            self = .sha256
            return
        }
        guard let name = named.string, let known = DisclosureHash(rawValue: name) else {
            throw .sdjwt(
                "sdAlg.unknown", clause: "RFC 9901 §4.1.1", rows: ["SDJWT-03", "VCI-SDJWT-03"], at: "/_sd_alg",
                expected: "sha-256, sha-384 or sha-512",
                seen: named.string.map { .text($0) } ?? .kind("no string", length: nil))
        }
        self = known
    }
}
