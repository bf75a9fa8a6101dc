import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardSDJWT
import WalletPorts

/// SD-JWT and SD-JWT VC: verifying, and choosing what is disclosed.
enum CredentialReaders {
    static let all = [
        Reader("sdjwt.flat", 100) { size in try verifying(try flat(size)) },
        Reader("sdjwt.decoys", 200) { size in
            var builder = SDJWTBuilder()
            return try verifying(try sign(builder, builder.object([:], hiding: [], decoys: size)))
        },
        Reader("sdjwt.elements", 100) { size in try verifying(try elements(size)) },
        Reader("sdjwt.placeholders", 200) { size in
            let builder = SDJWTBuilder()
            let elements = (0..<size).map { _ in JSON.object(["...": .string(builder.decoy())]) }
            return try verifying(try sign(builder, ["a": .array(elements)]))
        },
        Reader("sdjwt.nested", 4) { size in try verifying(try nested(size)) },
        Reader("sdjwt.chained", 100) { size in
            var builder = SDJWTBuilder()
            var inner: JSONObject = ["end": true]
            for _ in 0..<size { inner = ["_sd": [.string(builder.digest(hiding: "a", .object(inner)))]] }
            let text = try sign(builder, inner)
            return {
                try refused { _ = try SDJWT(compact: text).verified(by: key, policy: SDJWTVC.signaturePolicy) }
            }
        },
        Reader("sdjwt.open", 400) { size in
            let claims = object(size) { ("m\($0)", [.string("x")]) }.object ?? [:]
            return try verifying(try sign(SDJWTBuilder(), claims))
        },
        Reader("sdjwt.unreferenced", 100) { size in
            var builder = SDJWTBuilder()
            for number in 0..<size { _ = builder.digest(hiding: "m\(number)", true) }
            let text = try sign(builder, [:])
            return {
                try refused { _ = try SDJWT(compact: text).verified(by: key, policy: SDJWTVC.signaturePolicy) }
            }
        },
        // Names of a kilobyte are the longest: they are in the path of each of the many claims beneath them.
        Reader("sdjwt.longName", 100) { size in
            try verifying(
                try sign(SDJWTBuilder(), [long(1024): object(size) { ("m\($0)", [.string("x")]) }]))
        },
        Reader("sdjwt.tildes", 4000) { size in
            let text = long(size, "~")
            return { try refused { _ = try SDJWT(compact: text) } }
        },
        Reader("sdjwt.jsonForm", 100) { size in
            let parts = try flat(size).split(separator: "~").map(String.init)
            let jws = parts[0].split(separator: ".").map { JSON.string(String($0)) }
            let value: JSON = [
                "protected": jws[0], "payload": jws[1], "signature": jws[2],
                "header": ["disclosures": .array(parts.dropFirst().map(JSON.string))],
            ]
            return { _ = try SDJWT(json: value) }
        },
        Reader("sdjwt.closure.flat", 100) { size in
            let verified = try verified(try flat(size))
            let pointers = verified.claims.keys.map { "/\($0)" }
            return { guard verified.closure(of: pointers).count == size else { throw NotRefused() } }
        },
        Reader("sdjwt.closure.elements", 100) { size in
            let verified = try verified(try elements(size))
            let pointers = (0..<size).map { "/a/\($0)" }
            return { guard verified.closure(of: pointers).count == size else { throw NotRefused() } }
        },
        Reader("sdjwt.closure.nested", 4) { size in
            let verified = try verified(try nested(size))
            let pointers = (0..<size).map { "/m\($0)" + String(repeating: "/a", count: 30) }
            return { guard verified.closure(of: pointers).count == size * 31 else { throw NotRefused() } }
        },
        Reader("sdjwt.presentation", 100) { size in
            let verified = try verified(try flat(size))
            let disclosures = verified.received.disclosures
            return { _ = verified.presentation(of: disclosures) }
        },
        Reader("sdjwtvc.disclosed", 100) { size in
            let verified = try verified(try flat(size))
            let expectation = SDJWTVC.Expectation(type: nil, holderKeys: [], now: CertificateReaders.now)
            return {
                var findings = Findings()
                _ = try SDJWTVC(checking: verified, for: expectation, findings: &findings)
            }
        },
        Reader("sdjwtvc.batch", 8) { size in
            let expectation = SDJWTVC.Expectation(type: nil, holderKeys: [], now: CertificateReaders.now)
            let batch = try (0..<size).map { _ in
                var findings = Findings()
                return try SDJWTVC(checking: try verified(try flat(10)), for: expectation, findings: &findings)
            }
            return { _ = InstanceBatch.findings(of: batch) }
        },
    ]

    private static let issuer = Result { try ECPrivateKey.generate(.p256) }
    private static var key: PublicKey { get throws { .ec(try issuer.get().publicKey) } }

    static func sign(_ builder: SDJWTBuilder, _ claims: JSONObject) throws -> String {
        var payload = claims
        payload["vct"] = "urn:eudi:pid:1"
        let draft = builder.unsigned(header: ["alg": "ES256", "typ": "dc+sd-jwt"], payload: payload)
        return builder.compact(
            draft.compact(signature: try issuer.get().signature(for: draft.signingInput, hash: .sha256)))
    }

    static func verified(_ text: String) throws -> VerifiedSDJWT {
        try SDJWT(compact: text).verified(by: key, policy: SDJWTVC.signaturePolicy)
    }

    private static func verifying(_ text: String) throws -> Reader.Work {
        { _ = try verified(text) }
    }

    /// So many hidden members.
    static func flat(_ size: Int) throws -> String {
        var builder = SDJWTBuilder()
        let members = object(size) { ("m\($0)", .string("value \($0)")) }.object ?? [:]
        let payload = builder.object(members, hiding: Set(members.keys))
        return try sign(builder, payload)
    }

    /// So many hidden elements of one array.
    private static func elements(_ size: Int) throws -> String {
        var builder = SDJWTBuilder()
        let array = builder.array((0..<size).map { .string("\($0)") }, hiding: Set(0..<size))
        return try sign(builder, ["a": .array(array)])
    }

    /// So many hidden members with thirty hidden objects inside one another in each.
    private static func nested(_ size: Int) throws -> String {
        var builder = SDJWTBuilder()
        var digests: [JSON] = []
        for number in 0..<size {
            var inner: JSON = true
            for _ in 0..<30 { inner = ["_sd": [.string(builder.digest(hiding: "a", inner))]] }
            digests.append(.string(builder.digest(hiding: "m\(number)", inner)))
        }
        return try sign(builder, ["_sd": .array(digests)])
    }
}
