import LanyardCBOR
import LanyardCOSE
import LanyardCertificates
import LanyardCrypto
import LanyardDER
import LanyardJSON
import LanyardTestSupport
import LanyardText
import MDoc
import Testing
import WalletPorts

/// A vector file.
func vector(_ path: String) throws -> JSON { try JSON(parsing: Vector.bytes(path)) }

/// The code of the finding that a closure throws; nil when it throws none.
func code(_ body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch {
        return (error as? Finding)?.code.description ?? "\(error)"
    }
}

/// A map with a member set, or removed where the value is nil; a path of names leads to it.
func replaced(_ object: CBOR, _ path: ArraySlice<String>, _ value: CBOR?) -> CBOR {
    guard case .map(var entries) = object, let name = path.first else { return object }
    let rest = path.dropFirst()
    let index = entries.firstIndex { $0.key == .text(name) }
    if rest.isEmpty {
        if let index { entries.remove(at: index) }
        if let value { entries.append((key: .text(name), value: value)) }
    } else if let index {
        entries[index].value = replaced(entries[index].value, rest, value)
    }
    return .map(entries)
}

/// A signer with its certificate, from the keys that isomdl publishes.
struct Signer {
    let key: ECPrivateKey
    let certificate: Certificate

    /// The issuers, by curve.
    enum Pair: String {
        case p256 = "issuance__256"
        case p384 = "issuance__384"
        case p521 = "issuance__521"
    }

    init(_ pair: Pair) throws {
        try self.init(certificate: "\(pair.rawValue)-cert.pem", key: "\(pair.rawValue)-key.pem")
    }

    /// A reader with a certificate for readers.
    static func reader() throws -> Signer {
        try Signer(certificate: "presentation__reader_auth.pem", key: "presentation__reader_key.pem")
    }

    private init(certificate: String, key: String) throws {
        let certificates = try Certificate.pem(Vector.text("mdoc/isomdl/\(certificate)"))
        self.certificate = try #require(certificates.first)
        guard case .ec(let point) = try self.certificate.publicKey else { throw CryptoError(.invalidKey, "no EC key") }
        let lines = try Vector.text("mdoc/isomdl/\(key)").split(separator: "\n")
        let base64 = lines.drop { !$0.hasPrefix("-----BEGIN") || $0.contains("PARAMETERS") }
            .dropFirst().prefix { !$0.hasPrefix("-----") }.joined()
        let der = try #require(Base64.decode(base64))
        self.key = try ECPrivateKey(point.curve, scalar: Self.scalar(der))
    }

    /// PKCS #8 around SEC 1, or SEC 1 alone.
    private static func scalar(_ der: [UInt8]) throws -> [UInt8] {
        var outer = try DERReader.only(.sequence, in: der).reader()
        _ = try outer.next(.integer)
        if outer.nextTag == .octetString { return try Array(outer.next(.octetString).octets()) }
        _ = try outer.next(.sequence)
        return try scalar(Array(outer.next(.octetString).octets()))
    }

    func signature(_ message: [UInt8]) throws -> [UInt8] {
        let hash = try #require(key.curve.signatureAlgorithm.hash)
        return try key.signature(for: message, hash: hash)
    }

    /// Signs a security object and puts the mdoc together.
    func issue(_ builder: IssuerSignedBuilder, _ object: CBOR? = nil, algorithm: COSEAlgorithm? = nil) throws -> [UInt8]
    {
        let own = try #require(key.curve.signatureAlgorithm.cose)
        let draft = builder.unsigned(
            object ?? builder.securityObject, algorithm: algorithm ?? own, chain: [certificate.der])
        return builder.issuerSigned(draft.encoded(signature: try signature(draft.signingInput)))
    }
}

/// A document of a driving licence, issued in the life of the published certificates.
enum Licence {
    static let docType = "org.iso.18013.5.1.mDL"
    static let space = "org.iso.18013.5.1"
    static let now = Instant(seconds: 1_664_600_000)  // 2022-10-01T04:53:20Z

    static func builder(
        device: ECPrivateKey, hash: HashAlgorithm = .sha256, signed: String = "2022-09-20T00:00:00Z",
        validFrom: String? = nil, validUntil: String = "2022-12-20T00:00:00Z"
    ) -> IssuerSignedBuilder {
        var builder = IssuerSignedBuilder(
            docType: docType, deviceKey: .ec(device.publicKey), hash: hash, signed: signed, validFrom: validFrom,
            validUntil: validUntil)
        builder.add("family_name", "Doe", in: space)
        builder.add("birth_date", .tagged(1004, "1980-02-29"), in: space)
        builder.add("portrait", .bytes([0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3]), in: space)
        builder.add("issuing_country", "AU", in: space)
        builder.add("sex", 2, in: "org.iso.18013.5.1.aamva")
        return builder
    }

    static func received(_ bytes: [UInt8]) throws -> IssuerSigned {
        var findings = Findings(strictness: .strict)
        return try IssuerSigned(parsing: bytes, findings: &findings)
    }
}

/// A time to the second, as RFC 3339 writes it.
struct Seconds {
    let text: String

    init(_ instant: Instant) { text = CivilDate(seconds: instant.seconds).description }
}
