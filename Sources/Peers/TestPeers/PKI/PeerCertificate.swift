public import LanyardCrypto
import LanyardDER
import LanyardJSON
import LanyardText

/// A certificate with its key and the certificates between it and its anchor.
public struct PeerCertificate: Sendable {
    /// The certificate, DER.
    public let der: [UInt8]
    /// The private key, P-256.
    public let key: ECPrivateKey
    /// The certificate and its intermediates, leaf first, without the anchor: what `x5c` and TLS carry.
    public let chain: [[UInt8]]
    private let name: [UInt8]

    /// Signs a draft with an issuer's key, or with its own when there is no issuer; makes a fresh key pair.
    public init(_ draft: CertificateDraft, issuer: PeerCertificate? = nil) throws(CryptoError) {
        key = try .generate(.p256)
        name = draft.subjectName
        let signer = issuer?.key ?? key
        let tbs = draft.tbsCertificate(
            key: key.publicKey, issuerName: issuer?.name ?? name, issuerKey: signer.publicKey)
        let raw = try signer.signature(for: tbs, hash: .sha256)
        let der = DERWriter.bytes { writer in
            writer.sequence {
                $0.raw(tbs)
                $0.raw(CertificateDraft.ecdsaWithSHA256)
                $0.bitString(
                    DERWriter.bytes {
                        $0.sequence {
                            $0.integer(magnitude: raw.prefix(32))
                            $0.integer(magnitude: raw.suffix(32))
                        }
                    })
            }
        }
        self.der = der
        // An anchor is known to the other side already and is never sent.
        chain = [der] + (issuer.map { $0.isSelfSigned ? [] : $0.chain } ?? [])
        isSelfSigned = issuer == nil
    }

    /// Takes what `archive` gave; nil if it is something else.
    init?(archive: JSON, issuer: PeerCertificate?) {
        guard let der = archive["certificate"]?.string.flatMap({ Base64.decode($0) }),
            let scalar = archive["key"]?.string.flatMap({ Base64.decode($0) }),
            let key = try? ECPrivateKey(.p256, scalar: scalar), let name = try? Self.subject(of: der)
        else { return nil }
        self.der = der
        self.key = key
        self.name = name
        chain = [der] + (issuer.map { $0.isSelfSigned ? [] : $0.chain } ?? [])
        isSelfSigned = issuer == nil
    }

    /// The certificate and its key as JSON: a secret.
    func archive() throws(CryptoError) -> JSON {
        let scalar = try key.scalar().withUnsafeBytes { Array($0) }
        return ["certificate": .string(Base64.encode(der)), "key": .string(Base64.encode(scalar))]
    }

    /// The subject's name, DER, from behind version, serial number, algorithm, issuer and validity.
    private static func subject(of der: [UInt8]) throws -> [UInt8] {
        var certificate = try DERReader.only(.sequence, in: der).reader()
        var tbs = try certificate.next(.sequence).reader()
        for _ in 0..<5 { _ = try tbs.next() }
        return try tbs.next(.sequence).bytes
    }

    /// Whether it signed itself.
    public let isSelfSigned: Bool

    /// The certificate alone, as PEM.
    public var pem: String { PEM.encode(der, label: "CERTIFICATE") }

    /// The chain, as PEM.
    public var chainPEM: String { chain.map { PEM.encode($0, label: "CERTIFICATE") }.joined() }

    /// The private key, as PEM of PKCS #8.
    public func keyPEM() throws(CryptoError) -> String {
        let scalar = try key.scalar().withUnsafeBytes { Array($0) }
        let info = DERWriter.bytes { writer in
            writer.sequence {
                $0.integer(0)
                $0.raw(CertificateDraft.p256)
                $0.octetString {
                    $0.sequence {
                        $0.integer(1)
                        $0.octetString(scalar)
                        $0.explicit(1) { $0.bitString(key.publicKey.x963) }
                    }
                }
            }
        }
        return PEM.encode(info, label: "PRIVATE KEY")
    }
}

/// The textual form of DER, RFC 7468.
enum PEM {
    static func encode(_ der: [UInt8], label: String) -> String {
        var text = "-----BEGIN \(label)-----\n"
        var rest = Base64.encode(der)[...]
        while !rest.isEmpty {
            text += rest.prefix(64) + "\n"
            rest = rest.dropFirst(64)
        }
        return text + "-----END \(label)-----\n"
    }
}
