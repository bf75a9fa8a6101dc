package import LanyardCrypto
package import WalletPorts

extension PublicKey {
    /// The public key that a secure area gave as bytes.
    package init(_ bytes: PublicKeyBytes) throws(Finding) {
        do throws(CryptoError) {
            switch bytes.algorithm {
            case .es256: self = .ec(try ECPublicKey(.p256, x963: bytes.bytes))
            case .es384: self = .ec(try ECPublicKey(.p384, x963: bytes.bytes))
            case .es512: self = .ec(try ECPublicKey(.p521, x963: bytes.bytes))
            case .edDSA: self = .ed25519(try Ed25519PublicKey(raw: bytes.bytes))
            }
        } catch {
            throw Finding(
                "keys.public.invalid", .wallet, clause: "RFC 7518 §6.2", expected: "a point on the curve of the key",
                seen: .kind("bytes", length: bytes.bytes.count),
                remedy: "The secure area gave a public key that is none: repair its adapter.")
        }
    }
}
