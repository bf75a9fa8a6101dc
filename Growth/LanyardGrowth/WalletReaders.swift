import Lanyard
import LanyardCertificates
import LanyardJSON
import WalletContracts
import WalletPorts

/// What the wallet makes of a credential that passed: its claims, its index, its authority, its records.
enum WalletReaders {
    static let all = [
        Reader("claims.flat", 40) { size in
            try listing(object(size) { ("m\($0)", .string("x")) }, (0..<size).map { [.name("m\($0)")] })
        },
        Reader("claims.undeclared", 400) { size in try listing(object(size) { ("m\($0)", "x") }, []) },
        Reader("claims.opened", 100) { size in
            try listing(["a": object(size) { ("m\($0)", "x") }], [[.name("a"), .name("m0")]])
        },
        Reader("claims.elements", 200) { size in
            try listing(["a": .array(Array(repeating: ["b": 1], count: size))], [[.name("a"), .all, .name("b")]])
        },
        Reader("claims.labels", 200) { size in
            let labels = (0..<size).map { ClaimLabels.Label("x\($0)", "label") }
            let content = ClaimValue(["m": "x"] as JSON)
            let described = [ClaimLabels(path: [.name("m")], mandatory: true, labels: labels)]
            return { _ = ClaimList.make(of: content, described: described, languages: ["de", "en"]) }
        },
        Reader("claims.index", 400) { size in
            let content = ClaimValue(object(size) { ("m\($0)", ["a": 1]) })
            return { _ = content.pointers }
        },
        Reader("claims.portrait", 40_000) { size in
            let json = JSON.string("data:image/png;base64," + long(size / 4 * 4))
            return { _ = ClaimValue(json) }
        },
        Reader("claims.dataURL", 4000) { size in
            let json = JSON.string("data:" + long(size, ";") + "," + long(size, "!"))
            return { _ = ClaimValue(json) }
        },
        Reader("trust.anchors", 40) { size in
            let anchors = (0..<size).map { number in
                CertificateReaders.sketch(subject: CertificateReaders.names(1, "Root \(number)"))
            }
            let policy = TrustPolicy(
                sources: [Anchors(certificates: anchors)], enforcement: [:], profile: .core,
                clock: FixedClock(CertificateReaders.now))
            let chain = [CertificateReaders.sketch(subject: CertificateReaders.names(1, "Leaf"))]
            return { _ = await policy.authority(of: chain, as: .issuer, type: nil) }
        },
        Reader("record.cleaned", 2000) { size in
            let record = SessionRecord(clock: FixedClock())
            for secret in ["aaaaaaaab", "aaaaaaaaaaaaaaaac"] { record.protect(secret) }
            let text = long(size)
            return { _ = record.cleaned(text, limit: 100) }
        },
        Reader("record.json", 100) { size in
            let record = SessionRecord(clock: FixedClock())
            for number in 0..<size {
                record.note(
                    Finding("a.b", .issuer, clause: "c", at: "\(number)", expected: "something", remedy: "Do it."))
            }
            return { _ = record.json() }
        },
    ]

    private static func listing(_ content: JSON, _ paths: [[ClaimLabels.Step]]) throws -> Reader.Work {
        let content = ClaimValue(content)
        let described = paths.map { ClaimLabels(path: $0, mandatory: false, labels: [.init("", "label")]) }
        return { _ = ClaimList.make(of: content, described: described, languages: ["de", "en"]) }
    }

    private struct Anchors: TrustSource {
        let certificates: [[UInt8]]

        func anchors(for role: TrustRole, type: String?) async -> [TrustAnchor] {
            certificates.map { TrustAnchor(certificate: $0, source: "the test") }
        }
    }
}
