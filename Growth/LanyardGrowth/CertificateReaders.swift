import LanyardCertificates
import LanyardCrypto
import LanyardDER
import LanyardText
import TestPeers
import WalletPorts

/// DER, certificates and paths.
enum CertificateReaders {
    static let now = Instant(seconds: 1_767_225_600)

    static let all = [
        Reader("der.elements", 1000) { size in
            let bytes = DERWriter.bytes { writer in for number in 0..<size { writer.integer(Int64(number)) } }
            return {
                var reader = DERReader(bytes)
                while !reader.isAtEnd { _ = try reader.next(.integer).int64() }
            }
        },
        Reader("certificate.extensions", 300) { size in
            parsing(sketch { writer in for number in 0..<size { extend(&writer, OID(1, 3, UInt32(number))) } })
        },
        Reader("certificate.extensions.repeated", 300) { size in
            parsing(
                sketch { writer in
                    for number in 0..<2 * size { extend(&writer, OID(1, 3, UInt32(number % size))) }
                })
        },
        Reader("certificate.names", 200) { size in
            parsing(
                sketch { writer in
                    extend(&writer, OID(2, 5, 29, 17)) {
                        $0.sequence { for number in 0..<size { $0.implicit(2, "h\(number).x".utf8) } }
                    }
                })
        },
        Reader("certificate.subject", 100) { size in
            let certificate = try Certificate(der: sketch(subject: names(size)))
            return { _ = certificate.subject.description }
        },
        Reader("certificate.purposes", 200) { size in
            parsing(
                sketch { writer in
                    extend(&writer, OID(2, 5, 29, 37)) {
                        $0.sequence { for number in 0..<size { $0.oid(OID(1, 3, UInt32(number))) } }
                    }
                })
        },
        Reader("pem.blocks", 20) { size in
            let block = pem(sketch())
            let text = String(repeating: "a line between\n" + block, count: size)
            return { guard try Certificate.pem(text).count == size else { throw NotRefused() } }
        },
        Reader("pem.lines", 1000) { size in
            let text = String(repeating: " \u{301}\r\n", count: size) + long(size, " ") + "x" + long(size, "\u{301}")
            return { try refused { _ = try Certificate.pem(text) } }
        },
        Reader("path.anchors.sameName", 5) { size in
            let pki = try PeerPKI(at: now)
            let chain = try pki.credentialSigner("https://issuer.example", host: "issuer.example").chain
            let certificates = try chain.map { try Certificate(der: $0) }
            let anchors = try (0..<size).map { _ in
                try Certificate(der: PeerCertificate(.authority("Utopia Issuer Root", at: now)).der)
            }
            let validator = PathValidator(anchors: anchors, profile: .jwtIssuer, at: now)
            return { guard !validator.validate(certificates).isValid else { throw NotRefused() } }
        },
        Reader("path.extensions", 100) { size in
            let leaf = try Certificate(
                der: sketch { writer in
                    for number in 0..<size { extend(&writer, OID(1, 3, UInt32(number)), isCritical: true) }
                })
            let validator = PathValidator(anchors: [], profile: .jwtIssuer, at: now)
            return { _ = validator.validate([leaf]).reasons.map(\.description) }
        },
    ]

    /// A certificate that nobody signed, with extensions of choice.
    static func sketch(
        subject: [UInt8] = names(1), _ extensions: (inout DERWriter) -> Void = { extend(&$0, OID(1, 3, 1)) }
    ) -> [UInt8] {
        let algorithm = DERWriter.bytes { $0.sequence { $0.oid(OID(1, 2, 840, 10045, 4, 3, 2)) } }
        return DERWriter.bytes { writer in
            writer.sequence {
                $0.sequence {
                    $0.explicit(0) { $0.integer(2) }
                    $0.integer(1)
                    $0.raw(algorithm)
                    $0.raw(subject)
                    $0.sequence {
                        $0.time(now.seconds - 1000)
                        $0.time(now.seconds + 1000)
                    }
                    $0.raw(subject)
                    $0.sequence {
                        $0.sequence {
                            $0.oid(OID(1, 2, 840, 10045, 2, 1))
                            $0.oid(OID(1, 2, 840, 10045, 3, 1, 7))
                        }
                        $0.bitString(publicKey)
                    }
                    $0.explicit(3) { $0.sequence { extensions(&$0) } }
                }
                $0.raw(algorithm)
                $0.bitString(
                    DERWriter.bytes {
                        $0.sequence {
                            $0.integer(1); $0.integer(1)
                        }
                    })
            }
        }
    }

    /// A name of so many attributes.
    static func names(_ count: Int, _ text: String = "Utopia") -> [UInt8] {
        DERWriter.bytes { writer in
            writer.sequence {
                for _ in 0..<count {
                    $0.set {
                        $0.sequence {
                            $0.oid(OID(2, 5, 4, 3))
                            $0.utf8String(text)
                        }
                    }
                }
            }
        }
    }

    /// The point of the private key 1: the base point of P-256.
    private static let publicKey =
        Hex.decode(
            "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5") ?? []

    private static func extend(
        _ writer: inout DERWriter, _ id: OID, isCritical: Bool = false,
        _ value: (inout DERWriter) -> Void = { $0.null() }
    ) {
        writer.sequence {
            $0.oid(id)
            if isCritical { $0.boolean(true) }
            $0.octetString(value)
        }
    }

    static func pem(_ der: [UInt8]) -> String {
        "-----BEGIN CERTIFICATE-----\n\(Base64.encode(der))\n-----END CERTIFICATE-----\n"
    }

    private static func parsing(_ der: [UInt8]) -> Reader.Work {
        { _ = try Certificate(der: der) }
    }
}
