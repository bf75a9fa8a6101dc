import LanyardJSON
import LanyardSDJWT
import WalletPorts

/// Type metadata: reading documents, resolving what they extend, and holding a credential against them.
enum TypeReaders {
    static let all = [
        Reader("type.claims", 50) { size in
            let bytes = type(claims(size)).encoded()
            return { _ = try read(bytes) }
        },
        Reader("type.labels", 100) { size in
            let labels = (0..<size).map { JSON.object(["locale": .string("l\($0)"), "label": "x"]) }
            let bytes = type([["path": ["a"], "display": .array(labels)]]).encoded()
            return { _ = try read(bytes) }
        },
        Reader("type.integrity", 50) { size in
            let text = String(repeating: "sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng= ", count: size)
            return { guard IntegrityMetadata(parsing: text) != nil else { throw NotRefused() } }
        },
        Reader("type.check", 50) { size in
            let credential = try CredentialReaders.verified(try CredentialReaders.flat(size))
            let rules = try rules(claims(size))
            return { try rules.check(credential) }
        },
    ]

    private static func claims(_ size: Int) -> [JSON] {
        (0..<size).map { ["path": [.string("m\($0)")], "sd": "always", "svg_id": .string("id\($0)")] }
    }

    private static func type(_ claims: [JSON]) -> JSON { ["vct": "urn:x", "claims": .array(claims)] }

    private static func read(_ bytes: [UInt8]) throws -> TypeMetadata {
        var findings = Findings()
        return try TypeMetadata(parsing: bytes, findings: &findings)
    }

    private static func rules(_ claims: [JSON]) throws -> TypeRules {
        var chain = TypeMetadataChain(TypeMetadata.Reference(type: "urn:x"))
        var findings = Findings()
        try chain.append(type(claims).encoded(), findings: &findings)
        return try TypeRules(chain)
    }
}
