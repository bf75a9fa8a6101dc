import LanyardCertificates
import LanyardCrypto
import LanyardDER
import LanyardText

/// The fields of a certificate for a person.
enum CertificateFacts {
    static func list(_ certificate: Certificate) -> [Inspection.Fact] {
        var facts: [Inspection.Fact] = [
            .init("subject", certificate.subject.description), .init("issuer", certificate.issuer.description),
            .init("serial", Hex.encode(certificate.serial.prefix(32))),
            .init("valid", "\(Dates.text(certificate.notBefore)) to \(Dates.text(certificate.notAfter))"),
            .init("key", key(of: certificate)), .init("signed with", certificate.algorithm.description),
        ]
        let names = certificate.subjectAlternativeNames.map(name)
        if !names.isEmpty { facts.append(.init("other names", names.joined(separator: ", "))) }
        if let usage = certificate.keyUsage { facts.append(.init("key usage", text(usage))) }
        if let purposes = certificate.extendedKeyUsage {
            facts.append(.init("purposes", purposes.map { purpose($0.description) }.joined(separator: ", ")))
        }
        if let basic = certificate.basicConstraints {
            let length = basic.pathLength.map { ", at most \($0) below" } ?? ""
            facts.append(.init("authority", basic.isCA ? "yes\(length)" : "no"))
        }
        if let identifier = certificate.subjectKeyIdentifier {
            facts.append(.init("key identifier", Hex.encode(identifier.prefix(64))))
        }
        if certificate.isSelfSigned { facts.append(.init("self-signed", "yes")) }
        facts.append(.init("SHA-256", certificate.fingerprint))
        return facts
    }

    private static func key(of certificate: Certificate) -> String {
        do {
            return try certificate.publicKey.title
        } catch {
            return "of a kind that is not supported: \(certificate.subjectPublicKeyInfo.algorithm)"
        }
    }

    private static func name(_ name: GeneralName) -> String {
        switch name {
        case .dns(let text): "DNS \(text)"
        case .uri(let text): "URI \(text)"
        case .email(let text): "mail \(text)"
        case .directory(let name): "name \(name)"
        case .ip(let bytes) where bytes.count == 4: "IP \(bytes.map(String.init).joined(separator: "."))"
        case .ip(let bytes): "IP \(Hex.encode(bytes))"
        case .other(let bytes): "\(bytes.count) bytes of another kind"
        }
    }

    private static func text(_ usage: KeyUsage) -> String {
        let names: [(KeyUsage, String)] = [
            (.digitalSignature, "digital signature"), (.contentCommitment, "content commitment"),
            (.keyEncipherment, "key encipherment"), (.dataEncipherment, "data encipherment"),
            (.keyAgreement, "key agreement"), (.keyCertSign, "certificates"), (.crlSign, "revocation lists"),
        ]
        return names.filter { usage.contains($0.0) }.map(\.1).joined(separator: ", ")
    }

    private static func purpose(_ id: String) -> String {
        let names = [
            "1.0.18013.5.1.2": "mdoc document signer", "1.0.18013.5.1.6": "mdoc reader",
            "1.3.6.1.5.5.7.3.1": "TLS server", "1.3.6.1.5.5.7.3.2": "TLS client",
            "1.3.6.1.5.5.7.3.30": "OAuth status signer", "1.0.18013.5.1.8": "VICAL signer",
        ]
        return names[id].map { "\($0) (\(id))" } ?? id
    }
}

extension PublicKey {
    /// Its kind for a person.
    var title: String {
        switch self {
        case .ec(let key): key.curve.rawValue
        case .ed25519: "Ed25519"
        case .rsa(let key): "RSA of \(key.modulus.count * 8) bits"
        }
    }
}
