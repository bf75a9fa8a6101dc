import LanyardCrypto
import LanyardDER
import LanyardText

/// A key of a test certificate: made from its name, so that every run has the same ones.
struct SketchKey: Sendable {
    enum Kind: Sendable, CaseIterable {
        case p256, p384, p521, ed25519
    }

    let kind: Kind
    private let ec: ECPrivateKey?
    private let ed25519: Ed25519PrivateKey?

    init(_ kind: Kind, _ name: String) throws {
        self.kind = kind
        let seed = Hash.sha256(Array(name.utf8))
        switch kind {
        case .p256: ec = try ECPrivateKey(.p256, scalar: [0x00] + seed.prefix(31))
        case .p384: ec = try ECPrivateKey(.p384, scalar: [0x00] + seed + seed.prefix(15))
        case .p521: ec = try ECPrivateKey(.p521, scalar: [0x00, 0x00] + seed + seed)
        case .ed25519: ec = nil
        }
        ed25519 = kind == .ed25519 ? try Ed25519PrivateKey(seed: seed) : nil
    }

    /// Eight keys of each kind.
    static let pool: [[SketchKey]] = {
        do {
            return try Kind.allCases.map { kind in try (0..<8).map { try SketchKey(kind, "key \($0)") } }
        } catch { fatalError("\(error)") }
    }()

    static func p256(_ index: Int) -> SketchKey { pool[0][index] }

    var publicBytes: [UInt8] { ec?.publicKey.x963 ?? ed25519?.publicKey.raw ?? [] }
    var identifier: [UInt8] { Array(Hash.sha256(publicBytes).prefix(20)) }

    var subjectPublicKeyInfo: [UInt8] {
        let curve: OID? =
            switch kind {
            case .p256: OID(1, 2, 840, 10045, 3, 1, 7)
            case .p384: OID(1, 3, 132, 0, 34)
            case .p521: OID(1, 3, 132, 0, 35)
            case .ed25519: nil
            }
        return DERWriter.bytes { writer in
            writer.sequence {
                $0.sequence {
                    $0.oid(curve == nil ? OID(1, 3, 101, 112) : OID(1, 2, 840, 10045, 2, 1))
                    if let curve { $0.oid(curve) }
                }
                $0.bitString(publicBytes)
            }
        }
    }

    func algorithm(_ hash: HashAlgorithm) -> [UInt8] {
        let arc: UInt32 = hash == .sha256 ? 2 : hash == .sha384 ? 3 : 4
        let id = kind == .ed25519 ? OID(1, 3, 101, 112) : OID(1, 2, 840, 10045, 4, 3, arc)
        return DERWriter.bytes { $0.sequence { $0.oid(id) } }
    }

    func signature(for message: [UInt8], _ hash: HashAlgorithm) throws -> [UInt8] {
        if let ed25519 { return try ed25519.signature(for: message) }
        guard let raw = try ec?.signature(for: message, hash: hash) else { return [] }
        return DERWriter.bytes { writer in
            writer.sequence {
                $0.integer(magnitude: raw.prefix(raw.count / 2))
                $0.integer(magnitude: raw.suffix(raw.count / 2))
            }
        }
    }
}

/// A certificate before it is signed, every field of which can be wrong.
struct CertificateSketch: Sendable {
    enum Authority: Sendable {
        case none, right, wrongKey, serialToo, wrongSerial
    }

    struct Extra: Sendable {
        var id: OID
        var isCritical: Bool
        var value: [UInt8]
    }

    var name: [UInt8]
    var key: SketchKey
    var serial: Int64 = 1
    var version: Int64 = 2
    var notBefore: Int64 = 1_735_689_600  // 2025-01-01
    var notAfter: Int64 = 1_893_456_000  // 2030-01-01
    var isCA: Bool?
    var pathLength: Int64?
    var usage: [Int]?
    var isUsageCritical = true
    var purposes: [OID] = []
    var isPurposeCritical = true
    var hasKeyIdentifier = true
    var authority = Authority.right
    var extras: [Extra] = []
    var hash = HashAlgorithm.sha256
    var signedAlgorithm: [UInt8]?
    var outerAlgorithm: [UInt8]?
    var issuerName: [UInt8]?
    var signer: SketchKey?
    var breaksSignature = false

    static func leaf(_ name: String, _ key: SketchKey) -> CertificateSketch {
        CertificateSketch(name: Self.name(name), key: key, isCA: false, usage: [0])
    }

    static func authority(_ name: String, _ key: SketchKey, pathLength: Int64? = nil) -> CertificateSketch {
        CertificateSketch(name: Self.name(name), key: key, isCA: true, pathLength: pathLength, usage: [5, 6])
    }

    static func name(
        _ common: String, country: String? = "UT", state: String? = nil, as tag: DERTag = .utf8String
    ) -> [UInt8] {
        DERWriter.bytes { writer in
            writer.sequence { row in
                func put(_ arc: UInt32, _ tag: DERTag, _ text: String) {
                    row.set {
                        $0.sequence {
                            $0.oid(OID(2, 5, 4, arc))
                            $0.element(tag, text.utf8)
                        }
                    }
                }
                if let country { put(6, .printableString, country) }
                if let state { put(8, .utf8String, state) }
                put(3, tag, common)
            }
        }
    }

    /// The certificate, signed by the key of an issuer, or by its own.
    func signed(by issuer: CertificateSketch?, issuerOfIssuer: CertificateSketch? = nil) throws -> [UInt8] {
        let above = issuer ?? self
        let signer = signer ?? above.key
        let outer = outerAlgorithm ?? signer.algorithm(hash)
        let tbs = DERWriter.bytes { writer in
            writer.sequence {
                if version > 0 { $0.explicit(0) { $0.integer(version) } }
                $0.integer(serial)
                $0.raw(signedAlgorithm ?? outer)
                $0.raw(issuerName ?? above.name)
                $0.sequence {
                    $0.time(notBefore)
                    $0.time(notAfter)
                }
                $0.raw(name)
                $0.raw(key.subjectPublicKeyInfo)
                if version == 2 {
                    $0.explicit(3) { $0.sequence { writeExtensions(above, issuerOfIssuer ?? above, &$0) } }
                }
            }
        }
        var signature = try signer.signature(for: tbs, hash)
        if breaksSignature, !signature.isEmpty { signature[signature.count - 1] ^= 1 }
        return DERWriter.bytes { writer in
            writer.sequence {
                $0.raw(tbs)
                $0.raw(outer)
                $0.bitString(signature)
            }
        }
    }

    private func writeExtensions(
        _ issuer: CertificateSketch, _ issuerOfIssuer: CertificateSketch, _ writer: inout DERWriter
    ) {
        func put(_ arc: UInt32, critical: Bool = false, _ body: (inout DERWriter) -> Void) {
            put(Extra(id: OID(2, 5, 29, arc), isCritical: critical, value: DERWriter.bytes(body)))
        }
        func put(_ extra: Extra) {
            writer.sequence {
                $0.oid(extra.id)
                if extra.isCritical { $0.boolean(true) }
                $0.octetString(extra.value)
            }
        }
        if hasKeyIdentifier { put(14) { $0.octetString(key.identifier) } }
        if authority != .none {
            put(35) { writer in
                writer.sequence {
                    $0.implicit(0, authority == .wrongKey ? [1, 2, 3] : issuer.key.identifier)
                    if authority == .serialToo || authority == .wrongSerial {
                        $0.explicit(1) { $0.explicit(4) { $0.raw(issuerOfIssuer.name) } }
                        $0.element(.context(2), [authority == .serialToo ? UInt8(issuer.serial) : 99])
                    }
                }
            }
        }
        if let isCA {
            put(19, critical: true) {
                $0.sequence {
                    if isCA { $0.boolean(true) }
                    if let pathLength { $0.integer(pathLength) }
                }
            }
        }
        if let usage { put(15, critical: isUsageCritical) { $0.namedBits(usage) } }
        if !purposes.isEmpty {
            put(37, critical: isPurposeCritical) { $0.sequence { for purpose in purposes { $0.oid(purpose) } } }
        }
        for extra in extras { put(extra) }
    }

    /// Signs a row of sketches, leaf first, each by the next and the last by itself.
    static func chain(_ sketches: [CertificateSketch]) throws -> [[UInt8]] {
        try sketches.indices.map { index in
            try sketches[index].signed(
                by: index + 1 < sketches.count ? sketches[index + 1] : nil,
                issuerOfIssuer: index + 2 < sketches.count ? sketches[index + 2] : sketches.last)
        }
    }
}
