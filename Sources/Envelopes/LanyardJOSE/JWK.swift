public import LanyardCrypto
public import LanyardJSON
import LanyardText
public import WalletPorts

/// A public key in JSON, RFC 7517, that has been checked: full-length coordinates, a point on its curve.
public struct JWK: Sendable, Hashable {
    /// The members that are the owner's alone, RFC 7518 §6.2.2, §6.3.2 and §6.4.1.
    package static let privateMembers = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]

    /// The key.
    public let key: PublicKey
    /// Its id.
    public let kid: String?
    /// The only algorithm it is for.
    public let alg: String?
    /// `sig` or `enc`.
    public let use: String?
    /// The only operations it is for, `key_ops`.
    public let operations: [String]?

    /// Describes a key.
    public init(_ key: PublicKey, kid: String? = nil, alg: String? = nil, use: String? = nil) {
        self.key = key
        self.kid = kid
        self.alg = alg
        self.use = use
        operations = nil
    }

    /// Reads the public part of a key: EC on P-256, P-384, P-521, OKP on Ed25519, or RSA.
    ///
    /// Private members are ignored, or refused when `refusingPrivate`. The finding names the member that is wrong.
    public init(
        json: JSON, at location: String = "", refusingPrivate: Bool = false, from party: Finding.Party = .issuer
    ) throws(Finding) {
        let reader = JWKReader(field: JSONField(json, at: location), party: party)
        if refusingPrivate { try reader.refusePrivate() }
        key = try reader.key()
        kid = try reader.optionalString("kid")
        alg = try reader.optionalString("alg")
        use = try reader.optionalString("use")
        operations = try reader.optionalStrings("key_ops")
    }

    /// The public key in canonical spelling: the required members, then `kid`, `use` and `alg` where known.
    ///
    /// Coordinates have the full length of their field, in base64url without padding (RFC 7518 §6.2.1).
    public var json: JSON {
        var object = JSONObject(requiredMembers)
        object["kid"] = kid.map(JSON.string)
        object["use"] = use.map(JSON.string)
        object["alg"] = alg.map(JSON.string)
        return .object(object)
    }

    /// The same key without `kid`, `use` and `alg`.
    public var bare: JWK { JWK(key) }

    /// The JWK thumbprint of RFC 7638 with SHA-256, in base64url.
    public func thumbprint() -> String { Base64URL.encode(thumbprintBytes) }

    /// The JWK thumbprint of RFC 7638 with SHA-256, 32 bytes.
    public var thumbprintBytes: [UInt8] {
        // The required members by name, without white space (RFC 7638 §3).
        let members = requiredMembers.sorted { $0.name < $1.name }
        return Hash.sha256(JSON.object(JSONObject(members)).encoded())
    }

    private var requiredMembers: [(name: String, value: JSON)] {
        func number(_ bytes: [UInt8]) -> JSON { .string(Base64URL.encode(bytes)) }
        return switch key {
        case .ec(let key):
            [("kty", "EC"), ("crv", .string(key.curve.rawValue)), ("x", number(key.x)), ("y", number(key.y))]
        case .ed25519(let key): [("kty", "OKP"), ("crv", "Ed25519"), ("x", number(key.raw))]
        case .rsa(let key): [("kty", "RSA"), ("n", number(key.modulus)), ("e", number(key.exponent))]
        }
    }
}

extension ECPrivateKey {
    /// Reads a private EC key whose public members are those of its scalar; for peers and tests.
    package static func reading(jwk json: JSON, at location: String = "") throws(Finding) -> ECPrivateKey {
        let reader = JWKReader(field: JSONField(json, at: location), party: .wallet)
        guard case .ec(let expected) = try reader.key() else { throw reader.invalid("kty", "an EC key") }
        let scalar = try reader.bytes("d", count: expected.curve.coordinateLength)
        guard let key = try? ECPrivateKey(expected.curve, scalar: scalar), key.publicKey == expected else {
            throw reader.invalid("d", "the scalar of x and y")
        }
        return key
    }

    /// The private key in JSON, RFC 7518 §6.2.2; for peers that keep their keys in files.
    package func jwk(kid: String? = nil) throws(CryptoError) -> JSON {
        guard var object = JWK(.ec(publicKey), kid: kid).json.object else { return .null }
        object["d"] = .string(Base64URL.encode(try scalar().withUnsafeBytes { Array($0) }))
        return .object(object)
    }
}
