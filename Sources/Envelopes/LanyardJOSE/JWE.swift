import LanyardText
public import WalletPorts

/// An encrypted object as it arrived, RFC 7516, in the compact form.
public struct JWE: Sendable, Hashable {
    /// The protected header.
    public let header: JOSEHeader
    /// The encrypted key; empty with direct key agreement.
    public let encryptedKey: [UInt8]
    /// The initialization vector.
    public let initializationVector: [UInt8]
    /// The ciphertext.
    public let ciphertext: [UInt8]
    /// The authentication tag.
    public let tag: [UInt8]
    /// What is authenticated beside the ciphertext: the header's base64url, exactly as it arrived.
    public let additionalData: [UInt8]

    /// Reads the compact form: five parts in strict base64url, joined by dots.
    public init(compact text: some StringProtocol, from party: Finding.Party = .issuer) throws(Finding) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 7, omittingEmptySubsequences: false)
        guard parts.count == 5 else { throw JWE.malformed(party, "five parts", .kind("parts", length: parts.count)) }
        var decoded: [[UInt8]] = []
        for part in parts {
            guard let bytes = Base64URL.decode(utf8: part) else {
                throw JWE.malformed(party, "base64url without padding", .kind("text", length: part.count))
            }
            decoded.append(bytes)
        }
        header = try JOSEHeader(parsing: decoded[0], from: party)
        encryptedKey = decoded[1]
        initializationVector = decoded[2]
        ciphertext = decoded[3]
        tag = decoded[4]
        additionalData = Array(parts[0])
    }

    static func malformed(
        _ party: Finding.Party, _ expected: String, _ seen: Described, at location: String = ""
    ) -> Finding {
        Finding(
            "jwe.malformed", party, clause: "RFC 7516 §7.1", rows: ["VCI-ENC-08"], at: location, expected: expected,
            seen: seen, remedy: "The sender has to send a JWE as RFC 7516 spells it.")
    }
}

/// What a JWE must say of itself before it is opened.
public struct JWEPolicy: Sendable, Hashable {
    /// The accepted content encryption.
    public let encryptions: Set<ContentEncryption>
    /// The id of the key it must be for; a JWE without `kid` passes.
    public let kid: String?
    /// Whether `zip: DEF` is accepted.
    public let allowsCompression: Bool
    /// The longest plaintext after decompression, in bytes.
    public let limit: Int
    /// Whose fault a failure is.
    public let party: Finding.Party

    /// Makes a policy; the limit is 5 MiB by default.
    public init(
        encryptions: Set<ContentEncryption> = Set(ContentEncryption.allCases), kid: String? = nil,
        allowsCompression: Bool = false, limit: Int = 5 << 20, party: Finding.Party
    ) {
        self.encryptions = encryptions
        self.kid = kid
        self.allowsCompression = allowsCompression
        self.limit = limit
        self.party = party
    }
}

/// An encrypted object that was opened: its tag showed that nobody changed it.
public struct OpenedJWE: Sendable, Hashable {
    /// The protected header.
    public let header: JOSEHeader
    /// The plaintext, decompressed.
    public let plaintext: [UInt8]
}
