public import LanyardCrypto
public import LanyardDER
import LanyardText
public import WalletPorts

/// An X.509 certificate as it arrived: read, not judged.
///
/// Its fields are strict DER. Extensions that are malformed or repeated leave the rest readable and are listed in
/// ``malformedExtensions``; a ``PathValidator`` refuses them. Equal when the bytes are (RFC 5280 §4.1).
public struct Certificate: Sendable {
    /// The whole certificate.
    public let der: [UInt8]
    /// 1, 2 or 3.
    public let version: Int
    /// The serial number, big-endian two's complement as it arrived.
    public let serial: [UInt8]
    /// Who signed it.
    public let issuer: DistinguishedName
    /// Whose key it holds.
    public let subject: DistinguishedName
    /// The first second of its validity.
    public let notBefore: Instant
    /// The last second of its validity.
    public let notAfter: Instant
    /// The key, not yet decoded.
    public let subjectPublicKeyInfo: SubjectPublicKeyInfo
    /// How it was signed.
    public let algorithm: CertificateAlgorithm
    /// Whether the signed part names the same algorithm as the signature does.
    public let namesOneAlgorithm: Bool
    /// Every extension in order, known or not.
    public let extensions: [CertificateExtension]
    /// Extensions that could not be read or came twice.
    public let malformedExtensions: [OID]
    /// The subject's other names.
    public let subjectAlternativeNames: [GeneralName]
    /// The identifier of its key, which certificates below it point to.
    public let subjectKeyIdentifier: [UInt8]?
    /// Which key signed it.
    public let authorityKeyIdentifier: AuthorityKeyIdentifier?
    /// What the key may be used for; nil is unrestricted.
    public let keyUsage: KeyUsage?
    /// The purposes of the key; nil is unrestricted.
    public let extendedKeyUsage: [OID]?
    /// Whether it may sign others.
    public let basicConstraints: BasicConstraints?

    let signedBytes: [UInt8]
    let signature: [UInt8]
    let key: DecodedKey

    /// Reads a certificate of at most 64 KiB with nothing after it; `party` is who sent it, for the finding.
    public init(der: [UInt8], from party: Finding.Party = .issuer) throws(Finding) {
        guard der.count <= 65_536 else {
            throw Self.finding(
                "tooLarge", party, expected: "at most 65536 bytes", seen: .kind("certificate", length: der.count))
        }
        do {
            try self.init(reading: der)
        } catch {
            throw Self.finding("malformed", party, expected: "a certificate in DER", seen: .text(error.description))
        }
    }

    private init(reading der: [UInt8]) throws(DERError) {
        self.der = der
        var outer = try DERReader.only(.sequence, in: der).reader()
        let signed = try outer.next(.sequence)
        let algorithmField = try outer.next(.sequence)
        signature = Array(try outer.next(.bitString).wholeBytes())
        try outer.finish()
        signedBytes = signed.bytes
        algorithm = try CertificateAlgorithm(algorithmField)

        var fields = try signed.reader()
        if let explicit = try fields.nextIf(.constructed(0)) {
            var inner = try explicit.reader()
            let number = try inner.next(.integer).int64()
            try inner.finish()
            guard (0...2).contains(number) else {
                throw DERError(.value, at: explicit.range.lowerBound, "the version is none of 1, 2, 3")
            }
            version = Int(number) + 1
        } else {
            version = 1
        }
        serial = Array(try fields.next(.integer).integer())
        namesOneAlgorithm = try fields.next(.sequence).bytes == algorithmField.bytes
        issuer = try DistinguishedName(try fields.next(.sequence))
        var validity = try fields.next(.sequence).reader()
        notBefore = Instant(seconds: try validity.next().time())
        notAfter = Instant(seconds: try validity.next().time())
        try validity.finish()
        subject = try DistinguishedName(try fields.next(.sequence))
        subjectPublicKeyInfo = try SubjectPublicKeyInfo(try fields.next(.sequence))
        key = DecodedKey(subjectPublicKeyInfo)
        for number: UInt8 in 1...2 where try fields.nextIf(.context(number)) != nil && version == 1 {
            throw DERError(.value, at: fields.offset, "a certificate of version 1 has no unique identifiers")
        }
        let extensionsField = try fields.nextIf(.constructed(3))
        try fields.finish()
        if let extensionsField, version < 3 {
            throw DERError(.value, at: extensionsField.range.lowerBound, "extensions need version 3")
        }

        let known = try KnownExtensions(extensionsField)
        extensions = known.all
        malformedExtensions = known.malformed
        subjectAlternativeNames = known.subjectAlternativeNames
        subjectKeyIdentifier = known.subjectKeyIdentifier
        authorityKeyIdentifier = known.authorityKeyIdentifier
        keyUsage = known.keyUsage
        extendedKeyUsage = known.extendedKeyUsage
        basicConstraints = known.basicConstraints
    }

    /// The public key, decoded when it is first asked for; throws for key types other than ``SubjectPublicKeyInfo/publicKey()`` reads.
    public var publicKey: PublicKey {
        get throws(Finding) {
            do { return try key.get() } catch {
                throw Self.finding(
                    "key", .issuer, expected: "a P-256, P-384, P-521, Ed25519 or RSA key", seen: .text(error.reason))
            }
        }
    }

    /// The DNS names among the subject's other names, as they arrived.
    public var dnsNames: [String] {
        subjectAlternativeNames.compactMap { if case .dns(let name) = $0 { name } else { nil } }
    }

    /// The URIs among the subject's other names, as they arrived.
    public var uris: [String] {
        subjectAlternativeNames.compactMap { if case .uri(let uri) = $0 { uri } else { nil } }
    }

    /// Whether subject and issuer are the same name.
    public var isSelfIssued: Bool { subject == issuer }

    /// Whether its own key signed it, which costs one verification when the names are the same.
    public var isSelfSigned: Bool { isSelfIssued && isSigned(by: self) }

    /// SHA-256 over the whole certificate, in lower-case hexadecimal.
    public var fingerprint: String { Hex.encode(Hash.sha256(der)) }

    /// The extension with an identifier.
    public func extensionValue(_ id: OID) -> CertificateExtension? { extensions.first { $0.id == id } }

    /// Whether its signature was made by the key in another certificate; names, times and usage are not looked at.
    public func isSigned(by other: Certificate) -> Bool {
        guard let key = other.usableKey else { return false }
        return isSigned(by: key)
    }

    func isSigned(by key: PublicKey) -> Bool { algorithm.isValid(signature, for: signedBytes, by: key) }

    /// The key, or nil when it cannot be used: for questions that "no" answers as well.
    var usableKey: PublicKey? {
        do { return try key.get() } catch { return nil }
    }

    static func finding(
        _ code: String, _ party: Finding.Party, expected: String, seen: Described = .nothing
    ) -> Finding {
        Finding(
            "certificate.\(code)", party, clause: "RFC 5280 §4.1", rows: ["TRUST-02"], expected: expected, seen: seen,
            remedy: "Ask the sender for a correct certificate.")
    }
}

extension Certificate: Hashable {
    /// Equal when the bytes are.
    public static func == (left: Certificate, right: Certificate) -> Bool { left.der == right.der }
    /// Hashes the signature, which differs between any two certificates.
    public func hash(into hasher: inout Hasher) { hasher.combine(signature) }
}
