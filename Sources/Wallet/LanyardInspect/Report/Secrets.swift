import LanyardCBOR
import LanyardJOSE
import LanyardJSON

/// What is never shown of what others wrote: of codes, tokens and private keys only their kind and length is told.
enum Secrets {
    /// How a member is told that must not be shown; nil when it may be.
    static func hidden(_ name: String, _ value: JSON) -> String? {
        switch value {
        case .null, .bool: return nil
        // What asks for a code, or says how to get one, is no code.
        case .object where descriptions.contains(plain(name)): return nil
        default: break
        }
        guard isSecret(name) || holdsSecret(value) else { return nil }
        return value.string.map { "secret text of \($0.utf8.count) bytes" } ?? "secret \(value.kind)"
    }

    /// Whether what stands under a name gives access to something.
    private static func isSecret(_ name: String) -> Bool {
        let name = plain(name)
        return names.contains(name) || endings.contains(where: name.hasSuffix) || parts.contains(where: name.contains)
    }

    /// The end of a URN, in lower case, of letters and digits alone.
    private static func plain(_ name: String) -> String {
        let end = name.utf8.split(separator: UInt8(ascii: ":")).last.map(Array.init) ?? []
        return String(decoding: end.filter { !"-_ .".utf8.contains($0) }, as: UTF8.self).lowercased()
    }

    private static let descriptions: Set<String> = ["txcode", "authorizationcode", "preauthorizedcode"]
    private static let names = descriptions.union(JWK.privateMembers).union([
        "code", "usercode", "devicecode", "transactioncode", "codeverifier", "clientassertion", "issuerstate",
        "transactionid", "authsession", "pin", "userpin", "otp", "seed", "mnemonic",
    ])
    private static let endings = ["token", "secret", "password", "passphrase", "passcode"]
    private static let parts = ["privatekey", "privatejwk", "secretkey"]

    /// Whether a text is a private key in PEM or JSON, or an array of texts holds one.
    private static func holdsSecret(_ value: JSON) -> Bool {
        switch value {
        case .string(let text): isPrivateKey(text)
        case .array(let elements): elements.contains(where: holdsSecret)
        default: false
        }
    }

    static func isPrivateKey(_ text: String) -> Bool {
        let utf8 = Array(text.utf8)
        if utf8.holds("PRIVATE KEY") { return true }
        guard utf8.first(where: { !$0.isSpace })?.beginsJSON ?? false else { return false }
        return (try? JSON(parsing: utf8)).map(holdsSecretMember) ?? false
    }

    /// The parser bounds how deep this goes.
    private static func holdsSecretMember(_ value: JSON) -> Bool {
        switch value {
        case .object(let object):
            object.members.contains { hidden($0.name, $0.value) != nil || holdsSecretMember($0.value) }
        case .array(let elements): elements.contains(where: holdsSecretMember)
        default: holdsSecret(value)
        }
    }
}

extension Secrets {
    /// CBOR in diagnostic notation, without secrets.
    static func notation(_ item: CBORItem, indent: Int? = nil, shownBytes: Int = .max) -> String {
        item.diagnostic(indent: indent, shownBytes: shownBytes) { isSecret($0, under: $1, of: $2, depth: 0) }
    }

    private static func isSecret(_ item: CBORItem, under key: CBORItem?, of map: CBORItem?, depth: Int) -> Bool {
        if let map, let label = key?.int64, isPrivate(label, of: map) { return true }
        switch item.kind {
        case .text: return key?.text.map(isSecret) ?? false || item.text.map(isPrivateKey) ?? false
        case .bytes:
            if key?.text.map(isSecret) ?? false { return true }
            // A key may be wrapped in byte strings; so deep nobody wraps it.
            guard depth < 4, let inner = item.byteString.flatMap({ try? CBORItem(parsing: $0) }) else { return false }
            return holdsSecret(inner, depth: depth + 1)
        default: return key?.text.map(isSecret) ?? false && item.kind != .map && item.kind != .bool
        }
    }

    /// The parser bounds how deep this goes.
    private static func holdsSecret(_ item: CBORItem, depth: Int) -> Bool {
        if let map = item.map {
            return map.contains {
                isSecret($0.value, under: $0.key, of: item, depth: depth) || holdsSecret($0.value, depth: depth)
            }
        }
        if let array = item.array {
            return array.contains {
                isSecret($0, under: nil, of: nil, depth: depth) || holdsSecret($0, depth: depth)
            }
        }
        return item.tagged.map { holdsSecret($0.content, depth: depth) } ?? false
    }

    /// The private parameters of a COSE_Key, RFC 9053 §7 and RFC 8230 §4, by key type where there is one.
    private static func isPrivate(_ label: Int64, of map: CBORItem) -> Bool {
        switch map[1]?.int64 {
        case 3: (-12 ... -3).contains(label)
        case 4: label == -1
        case nil: label == -4 && (map[-1] != nil || map[-2] != nil)
        default: label == -4
        }
    }
}
