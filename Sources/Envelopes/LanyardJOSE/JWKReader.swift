import LanyardCrypto
import LanyardJSON
import LanyardText
import WalletPorts

/// Reads the members of a JWK, RFC 7518 §6.
struct JWKReader {
    let field: JSONField
    let party: Finding.Party

    func key() throws(Finding) -> PublicKey {
        switch try string("kty") {
        case "EC": return .ec(try ecKey())
        case "OKP": return .ed25519(try ed25519Key())
        case "RSA": return .rsa(try rsaKey())
        case let other: throw unsupported("kty", "EC, OKP or RSA", other)
        }
    }

    private func ecKey() throws(Finding) -> ECPublicKey {
        let name = try string("crv")
        guard let curve = Curve(rawValue: name) else { throw unsupported("crv", "P-256, P-384 or P-521", name) }
        let x = try bytes("x", count: curve.coordinateLength)
        let y = try bytes("y", count: curve.coordinateLength)
        do throws(CryptoError) {
            return try ECPublicKey(curve, x: x, y: y)
        } catch {
            throw invalid("x", "a point on the curve")
        }
    }

    private func ed25519Key() throws(Finding) -> Ed25519PublicKey {
        let name = try string("crv")
        guard name == "Ed25519" else { throw unsupported("crv", "Ed25519", name) }
        let raw = try bytes("x", count: 32)
        do throws(CryptoError) {
            return try Ed25519PublicKey(raw: raw)
        } catch {
            throw invalid("x", "a key on Curve25519")
        }
    }

    private func rsaKey() throws(Finding) -> RSAPublicKey {
        let modulus = try unsigned("n")
        let exponent = try unsigned("e")
        do throws(CryptoError) {
            return try RSAPublicKey(modulus: modulus, exponent: exponent)
        } catch {
            throw invalid("n", "an RSA key of 2048 to 8192 bits")
        }
    }

    /// Reads bytes of a fixed length in base64url.
    func bytes(_ name: String, count: Int) throws(Finding) -> [UInt8] {
        let bytes = try decoded(name)
        guard bytes.count == count else {
            throw Finding(
                "jwk.coordinate.length", party, clause: "RFC 7518 §6.2.1.2", rows: ["VCI-PROOF-03"],
                at: field[name].location, expected: "\(count) bytes", seen: .kind("bytes", length: bytes.count),
                remedy: "The owner of the key has to pad each coordinate to the length of the curve's field.")
        }
        return bytes
    }

    /// Reads a Base64urlUInt, RFC 7518 §2: as few bytes as hold the value.
    private func unsigned(_ name: String) throws(Finding) -> [UInt8] {
        let bytes = try decoded(name)
        guard let first = bytes.first, first != 0 else { throw invalid(name, "a number without leading zeros") }
        return bytes
    }

    private func decoded(_ name: String) throws(Finding) -> [UInt8] {
        guard let bytes = Base64URL.decode(try string(name)) else { throw invalid(name, "base64url without padding") }
        return bytes
    }

    func refusePrivate() throws(Finding) {
        for name in JWK.privateMembers where field[name].isPresent {
            throw Finding(
                "jwk.private", party, clause: "RFC 7517 §4", rows: ["VCI-PROOF-03"], at: field[name].location,
                expected: "a public key", seen: .kind("private member", length: nil),
                remedy: "The owner of the key has to replace it: what was sent is no secret any more.")
        }
    }

    private func string(_ name: String) throws(Finding) -> String {
        do throws(JSONError) { return try field[name].string() } catch { throw mistaken(error) }
    }

    func optionalString(_ name: String) throws(Finding) -> String? {
        do throws(JSONError) { return try field[name].optionalString() } catch { throw mistaken(error) }
    }

    func optionalStrings(_ name: String) throws(Finding) -> [String]? {
        do throws(JSONError) { return try field[name].optionalStrings() } catch { throw mistaken(error) }
    }

    private func mistaken(_ error: JSONError) -> Finding {
        Finding(
            json: error, "jwk", party, clause: "RFC 7517 §4", remedy: "The owner of the key has to correct this member."
        )
    }

    private func unsupported(_ name: String, _ expected: String, _ seen: String) -> Finding {
        Finding(
            "jwk.\(name).unsupported", party, clause: "RFC 7518 §6", at: field[name].location, expected: expected,
            seen: .text(seen), remedy: "Use a key of a kind that this wallet supports.")
    }

    func invalid(_ name: String, _ expected: String) -> Finding {
        Finding(
            "jwk.invalid", party, clause: "RFC 7518 §6", at: field[name].location, expected: expected,
            seen: .kind("string", length: field[name].value?.string?.utf8.count),
            remedy: "The owner of the key has to publish it again, as it is.")
    }
}
