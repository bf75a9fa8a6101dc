internal import LanyardCrypto
package import LanyardJOSE
package import LanyardJSON
internal import LanyardText

/// Makes SD-JWTs, for peers that issue and for tests.
///
/// Hide members and elements from the inside out, each call giving the open form of its container; then sign the
/// payload. Digests are sorted, so that their order tells nothing (RFC 9901 §4.2.4.1).
package struct SDJWTBuilder {
    /// The Disclosures made so far, in order.
    package private(set) var disclosures: [String] = []

    private let hash: DisclosureHash
    private let makeSalt: () -> String

    /// Starts with a hash and a source of salts; by default 128 random bits each.
    package init(
        hash: DisclosureHash = .sha256,
        salt: @escaping () -> String = { Base64URL.encode(RandomBytes.make(16)) }
    ) {
        self.hash = hash
        makeSalt = salt
    }

    /// Hides a member and gives the digest for `_sd`.
    package mutating func digest(hiding name: String, _ value: JSON) -> String {
        add([.string(makeSalt()), .string(name), value])
    }

    /// Hides an array element and gives the placeholder that stands for it.
    package mutating func element(hiding value: JSON) -> JSON {
        var placeholder = JSONObject()
        placeholder[Reserved.placeholder] = .string(add([.string(makeSalt()), value]))
        return .object(placeholder)
    }

    /// A digest that no Disclosure has.
    package func decoy() -> String { hash.digest(of: makeSalt()) }

    /// An object with the named members hidden and with some decoys.
    package mutating func object(_ members: JSONObject, hiding names: Set<String>, decoys: Int = 0) -> JSONObject {
        var open = JSONObject()
        var digests: [String] = []
        for (name, value) in members.members {
            if names.contains(name) {
                digests.append(digest(hiding: name, value))
            } else {
                open[name] = value
            }
        }
        for _ in 0..<max(0, decoys) { digests.append(decoy()) }
        if !digests.isEmpty { open[Reserved.digests] = .array(digests.sorted().map { .string($0) }) }
        return open
    }

    /// An array with the elements at these indices hidden.
    package mutating func array(_ elements: [JSON], hiding indices: Set<Int>) -> [JSON] {
        var open: [JSON] = []
        for (index, element) in elements.enumerated() {
            open.append(indices.contains(index) ? self.element(hiding: element) : element)
        }
        return open
    }

    /// The issuer-signed JWT without its signature: the payload as made here, with `_sd_alg`.
    package func unsigned(header: JSONObject, payload: JSONObject) -> UnsignedJWS {
        var payload = payload
        payload[Reserved.algorithm] = .string(hash.rawValue)
        return UnsignedJWS(header: header, payload: JSON.object(payload).encoded())
    }

    /// The whole SD-JWT: the signed JWT, all Disclosures, a tilde after each.
    package func compact(_ jws: String) -> String {
        ([jws] + disclosures + [""]).joined(separator: "~")
    }

    private mutating func add(_ parts: [JSON]) -> String {
        let text = Base64URL.encode(JSON.array(parts).encoded())
        disclosures.append(text)
        return hash.digest(of: text)
    }
}
