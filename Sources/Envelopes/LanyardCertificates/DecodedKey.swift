import LanyardCrypto
import LanyardLock

/// The key of a certificate, decoded once however often it is asked for.
///
/// A path needs the key of its leaf twice, and the key of an anchor for every path that ends there.
final class DecodedKey: Sendable {
    private let info: SubjectPublicKeyInfo
    private let outcome = Mutex<Result<PublicKey, CryptoError>?>(nil)

    init(_ info: SubjectPublicKeyInfo) {
        self.info = info
    }

    func get() throws(CryptoError) -> PublicKey {
        let known = outcome.withLock { outcome in
            if let outcome { return outcome }
            let made = Result { () throws(CryptoError) in try info.publicKey() }
            outcome = made
            return made
        }
        return try known.get()
    }
}
