import LanyardCrypto
import LanyardJSON
import LanyardText

/// A P-256, P-384 or P-521 public key as a JWK, RFC 7518 §6.2.
struct HolderKey: Sendable {
    /// The members of a JWK that must stay with its owner.
    static let privateMembers: Set<String> = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]

    let key: ECPublicKey

    init(_ key: ECPublicKey) {
        self.key = key
    }

    /// Reads the public members of a JWK strictly: coordinates of full length, unpadded, on the curve.
    init?(jwk: JSON) {
        guard jwk["kty"]?.string == "EC", let name = jwk["crv"]?.string, let curve = Curve(rawValue: name),
            let x = jwk["x"]?.string.flatMap(Base64URL.decode), let y = jwk["y"]?.string.flatMap(Base64URL.decode),
            x.count == curve.coordinateLength, y.count == curve.coordinateLength,
            let key = try? ECPublicKey(curve, x: x, y: y)
        else { return nil }
        self.key = key
    }

    /// The four public members.
    var jwk: JSON {
        [
            "kty": "EC", "crv": .string(key.curve.rawValue), "x": .string(Base64URL.encode(key.x)),
            "y": .string(Base64URL.encode(key.y)),
        ]
    }

    /// The public members with the thumbprint as key id.
    var jwkWithID: JSON {
        var object = jwk.object ?? JSONObject()
        object["kid"] = .string(thumbprint)
        object["alg"] = "ES256"
        object["use"] = "sig"
        return .object(object)
    }

    /// RFC 7638 §3, SHA-256.
    var thumbprint: String {
        let text =
            "{\"crv\":\"\(key.curve.rawValue)\",\"kty\":\"EC\",\"x\":\"\(Base64URL.encode(key.x))\","
            + "\"y\":\"\(Base64URL.encode(key.y))\"}"
        return Base64URL.encode(Hash.sha256(text.utf8))
    }
}

/// A JWS in compact form, written by hand so that every part can be wrong.
struct CompactJWS: Sendable {
    var header: JSONObject
    var payload: JSONObject
    var signature: [UInt8] = []
    private(set) var signingInput = ""

    init(header: JSONObject, payload: JSONObject) {
        self.header = header
        self.payload = payload
    }

    /// Takes a compact JWS apart without checking anything but its grammar.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]), let payload = Self.object(parts[1]),
            let signature = Base64URL.decode(parts[2])
        else { return nil }
        self.header = header
        self.payload = payload
        self.signature = signature
        signingInput = "\(parts[0]).\(parts[1])"
    }

    private static func object(_ part: Substring) -> JSONObject? {
        guard let bytes = Base64URL.decode(part) else { return nil }
        return (try? JSON(parsing: bytes))?.object
    }

    /// Whether the signature is R and S of the key, with the hash that goes with its curve.
    func isSigned(by key: HolderKey) -> Bool {
        key.key.isValidSignature(signature, for: Array(signingInput.utf8), hash: key.key.curve.hash)
    }

    /// Changes a member of the key in `jwk`.
    mutating func changeKey(_ name: String, _ value: String) {
        guard var jwk = header["jwk"]?.object else { return }
        jwk[name] = .string(value)
        header["jwk"] = .object(jwk)
    }

    /// Signs what header and payload are now.
    mutating func sign(with key: ECPrivateKey, hash: HashAlgorithm = .sha256) throws(CryptoError) {
        signingInput = [header, payload].map { Base64URL.encode(JSON.object($0).encoded()) }.joined(separator: ".")
        signature = try key.signature(for: Array(signingInput.utf8), hash: hash)
    }

    /// Rebuilds the signing input without signing, for what is not signed.
    mutating func leaveUnsigned() {
        signingInput = [header, payload].map { Base64URL.encode(JSON.object($0).encoded()) }.joined(separator: ".")
        signature = []
    }

    /// The compact form.
    var text: String { "\(signingInput).\(Base64URL.encode(signature))" }
}

extension Curve {
    /// The hash of ECDSA on the curve, RFC 7518 §3.4.
    var hash: HashAlgorithm {
        switch self {
        case .p256: .sha256
        case .p384: .sha384
        case .p521: .sha512
        }
    }
}
