import LanyardCrypto
import LanyardDER

/// SplitMix64: the same chains in every run.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// A chain made by chance, with at most a few things changed that both validators have the same rule for.
struct GeneratedChain {
    enum Change: CaseIterable {
        case expired, notYetValid, boundaryOfValidity, farFuture
        case notAuthority, noAuthorityExtension, leafAuthority
        case pathLengthZero, pathLengthEnough, selfIssued
        case noCertSign, noUsage, leafUsage
        case brokenSignature, foreignSigner, wrongIssuerName
        case unknownCritical, unknownNonCritical, knownCritical, criticalKeyIdentifier
        case wrongKeyIdentifier, wrongSerialIdentifier, serialIdentifier, noIdentifiers
        case twoAlgorithms, otherHash
        case missingCertificate, anchorInChain, intermediateAnchor, twoAnchors, foreignAnchor, noAnchors
        case malformedConstraints, emptyUsage, negativePathLength, repeatedConstraints
    }

    var sketches: [CertificateSketch]
    var changes: [Change] = []
    var time: Int64 = 1_767_225_600  // 2026-01-01
    var sent: [Int]
    var anchors: [Int]
    var foreign: [CertificateSketch] = []

    init(seed: UInt64) {
        var chance = SeededGenerator(state: seed &* 0x2545_F491_4F6C_DD1D)
        let intermediates = Int.random(in: 0...3, using: &chance)
        func key(_ index: Int) -> SketchKey {
            // P-256 mostly: the others are slow in debug builds and differ in nothing but the arithmetic.
            SketchKey.pool[Int.random(in: 0..<8, using: &chance) < 7 ? 0 : Int.random(in: 1...3, using: &chance)][index]
        }
        sketches = [.leaf("Leaf", key(0))]
        for index in 0..<intermediates { sketches.append(.authority("Intermediate \(index)", key(index + 1))) }
        sketches.append(.authority("Root", key(6)))
        for index in sketches.indices { sketches[index].serial = Int64(index + 1) }
        sent = Array(0...intermediates)
        anchors = [intermediates + 1]
        let count = [0, 1, 1, 1, 1, 2, 2, 3][Int.random(in: 0..<8, using: &chance)]
        for _ in 0..<count {
            guard let change = Change.allCases.randomElement(using: &chance) else { continue }
            changes.append(change)
            apply(change, &chance)
        }
        // OpenSSL takes a self-issued certificate without identifiers for a self-signed one, and stops there.
        for index in 0..<root where sketches[index].name == sketches[index + 1].name {
            sketches[index].hasKeyIdentifier = true
            if sketches[index].authority == .none { sketches[index].authority = .right }
        }
    }

    private var root: Int { sketches.count - 1 }

    private mutating func apply(_ change: Change, _ chance: inout SeededGenerator) {
        let any = Int.random(in: 0...root, using: &chance)
        let issuer = Int.random(in: 1...root, using: &chance)
        let notRoot = Int.random(in: 0..<root, using: &chance)
        switch change {
        case .expired: sketches[any].notAfter = time - Int64.random(in: 1...100_000, using: &chance)
        case .notYetValid: sketches[any].notBefore = time + Int64.random(in: 1...100_000, using: &chance)
        case .boundaryOfValidity:
            sketches[any].notBefore = time
            sketches[any].notAfter = time + 1
        case .farFuture: sketches[any].notAfter = 4_102_444_800 + Int64.random(in: 0...9_999_999, using: &chance)
        case .notAuthority:
            sketches[issuer].isCA = false
            sketches[issuer].pathLength = nil
        case .noAuthorityExtension:
            sketches[issuer].isCA = nil
            sketches[issuer].usage = nil
        case .leafAuthority: sketches[0].isCA = [true, nil].randomElement(using: &chance) ?? nil
        case .pathLengthZero: sketches[issuer].pathLength = 0
        case .pathLengthEnough: sketches[issuer].pathLength = Int64(issuer - 1)
        case .selfIssued: if root > issuer { sketches[issuer].name = sketches[issuer + 1].name }
        case .noCertSign: sketches[issuer].usage = [[0], [6], [0, 6], []].randomElement(using: &chance) ?? [0]
        case .noUsage: sketches[any].usage = nil
        case .leafUsage: sketches[0].usage = [[2], [4], [8], [5], [0, 1]].randomElement(using: &chance) ?? [2]
        case .brokenSignature: sketches[any].breaksSignature = true
        case .foreignSigner: sketches[any].signer = .p256(7)
        case .wrongIssuerName: sketches[notRoot].issuerName = CertificateSketch.name("Somebody else")
        case .unknownCritical: add(any, OID(1, 2, 3, 4), true, [5, 0])
        case .unknownNonCritical: add(any, OID(1, 2, 3, 4), false, [5, 0])
        case .knownCritical:
            add(any, OID(2, 5, 29, 17), true, DERWriter.bytes { $0.sequence { $0.implicit(2, "a.example".utf8) } })
            sketches[0].purposes = [OID(1, 0, 18013, 5, 1, 2)]
        case .criticalKeyIdentifier:
            sketches[any].hasKeyIdentifier = false
            let identifier = sketches[any].key.identifier
            add(any, OID(2, 5, 29, 14), true, DERWriter.bytes { $0.octetString(identifier) })
        case .wrongKeyIdentifier: sketches[notRoot].authority = .wrongKey
        case .wrongSerialIdentifier: sketches[notRoot].authority = .wrongSerial
        case .serialIdentifier: sketches[notRoot].authority = .serialToo
        case .noIdentifiers:
            sketches[any].authority = .none
            sketches[any].hasKeyIdentifier = false
        case .twoAlgorithms: sketches[any].signedAlgorithm = DERWriter.bytes { $0.sequence { $0.oid(OID(1, 2, 3)) } }
        case .otherHash: sketches[any].hash = [.sha384, .sha512].randomElement(using: &chance) ?? .sha384
        case .missingCertificate: if sent.count > 1 { sent.remove(at: sent.count - 1) }
        case .anchorInChain: if sent.last == root - 1 { sent.append(root) }
        case .intermediateAnchor: anchors = [issuer]
        case .twoAnchors:
            foreign.insert(.authority("Root", .p256(7)), at: 0)
        case .foreignAnchor:
            anchors = []
            foreign.append(.authority("Root", .p256(7)))
        case .noAnchors: anchors = []
        case .malformedConstraints:
            sketches[any].isCA = nil
            add(any, OID(2, 5, 29, 19), true, [0x30, 0x01, 0x01])
        case .emptyUsage:
            sketches[any].usage = nil
            add(any, OID(2, 5, 29, 15), true, [0x03, 0x00])
        case .negativePathLength: sketches[issuer].pathLength = -1
        case .repeatedConstraints: add(any, OID(2, 5, 29, 19), true, [0x30, 0x03, 0x01, 0x01, 0xFF])
        }
    }

    private mutating func add(_ index: Int, _ id: OID, _ isCritical: Bool, _ value: [UInt8]) {
        guard !sketches[index].extras.contains(where: { $0.id == id }) else { return }
        sketches[index].extras.append(.init(id: id, isCritical: isCritical, value: value))
    }

    /// The chain as sent and the anchors, in DER.
    func signed() throws -> (chain: [[UInt8]], anchors: [[UInt8]]) {
        let all = try CertificateSketch.chain(sketches)
        return (sent.map { all[$0] }, try foreign.map { try $0.signed(by: nil) } + anchors.map { all[$0] })
    }
}
