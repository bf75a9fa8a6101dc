public import LanyardCrypto
public import WalletPorts

/// Keys in software, wrapped by one key and carried in their handles.
///
/// A handle that was never stored leaves nothing behind, and the record that holds the handle is the key: deleting the
/// record deletes the key. Policies that ask for hardware or for the person are refused. P-256, P-384, P-521 and Ed25519.
public final class SoftwareSecureArea: SecureArea {
    private static let keysPerCall = 1000

    /// The name of the area.
    public let id: String
    private let wrappingKey: AESGCMKey
    private let cache = SoftwareKeyCache(limit: 256)

    /// Makes an area over a wrapping key of 32 bytes; throws `.unavailable` for another length.
    public init(id: String = "software", wrappingKey: SecretBytes) throws(SecureAreaError) {
        self.id = id
        do {
            self.wrappingKey = try AESGCMKey(wrappingKey)
        } catch {
            throw SecureAreaError(.unavailable, error.reason)
        }
    }

    /// Software keys of every algorithm, without prompts.
    public var capabilities: SecureAreaCapabilities {
        SecureAreaCapabilities(
            algorithms: [.es256, .es384, .es512, .edDSA], isHardware: false, userAuthentications: [.none],
            attestsKeys: false, keysLiveInHandles: true)
    }

    /// Makes and wraps keys, at most 1000 in one call.
    public func createKeys(_ count: Int, policy: KeyPolicy, attestationNonce: [UInt8]?, group: String)
        async throws(SecureAreaError) -> [NewKey]
    {
        guard policy.hardware != .required else {
            throw SecureAreaError(.policyNotSupported, "keys in software are not in hardware")
        }
        guard policy.userAuthentication == .none else {
            throw SecureAreaError(.policyNotSupported, "keys in software cannot ask for the person")
        }
        guard (0...SoftwareSecureArea.keysPerCall).contains(count) else {
            throw SecureAreaError(.invalidInput, "0 to \(SoftwareSecureArea.keysPerCall) keys can be made in one call")
        }
        var keys: [NewKey] = []
        do throws(CryptoError) {
            for _ in 0..<count {
                let key = try SoftwareKey.generate(policy.algorithm)
                let bytes = try WrappedKey.wrap(key, policy.algorithm, area: id, under: wrappingKey)
                let handle = KeyHandle(area: id, bytes: bytes)
                cache.keep(key, for: handle)
                keys.append(
                    NewKey(
                        handle: handle,
                        publicKey: PublicKeyBytes(algorithm: policy.algorithm, bytes: key.publicKey)))
            }
        } catch {
            throw SecureAreaError(.unavailable, error.reason)
        }
        return keys
    }

    /// Signs, without a prompt.
    public func sign(_ requests: [SigningRequest], for action: UserAction) async throws(SecureAreaError) -> [[UInt8]] {
        var signatures: [[UInt8]] = []
        for request in requests {
            let key = try key(request.key)
            do {
                signatures.append(try key.signature(for: request.message))
            } catch {
                throw SecureAreaError(.unavailable, error.reason)
            }
        }
        return signatures
    }

    /// Agrees on a secret; P-256, P-384 and P-521 only.
    public func agree(_ key: KeyHandle, with peer: PublicKeyBytes, for action: UserAction) async throws(SecureAreaError)
        -> Secret<[UInt8]>
    {
        guard case .ec(let own, _) = try self.key(key) else {
            throw SecureAreaError(.invalidInput, "an Ed25519 key does not agree on secrets")
        }
        do {
            let secret = try own.sharedSecret(with: ECPublicKey(own.curve, x963: peer.bytes))
            return Secret(secret.withUnsafeBytes { Array($0) })
        } catch {
            throw SecureAreaError(.invalidInput, error.reason)
        }
    }

    /// Reads the public keys out of the handles.
    public func publicKeys(of keys: [KeyHandle]) async throws(SecureAreaError) -> [PublicKeyBytes] {
        var found: [PublicKeyBytes] = []
        for handle in keys {
            // Unwrapping shows that the key can be used as well.
            _ = try key(handle)
            guard let wrapped = WrappedKey(handle.bytes) else { throw SoftwareSecureArea.lost }
            found.append(PublicKeyBytes(algorithm: wrapped.algorithm, bytes: wrapped.publicKey))
        }
        return found
    }

    /// Forgets keys in memory; the key itself goes with the record that holds the handle.
    public func delete(_ keys: [KeyHandle]) async throws(SecureAreaError) {
        cache.forget(keys)
    }

    /// Does nothing: a key that was never stored was in its handle alone.
    public func deleteKeys(ofGroup group: String) async throws(SecureAreaError) {}

    private static let lost = SecureAreaError(.keyLost, "the handle cannot be unwrapped: another key wrapped it")

    private func key(_ handle: KeyHandle) throws(SecureAreaError) -> SoftwareKey {
        guard handle.area == id else { throw SecureAreaError(.invalidInput, "the handle is of another area") }
        if let key = cache[handle] { return key }
        do {
            guard let key = try WrappedKey(handle.bytes)?.unwrapped(area: id, under: wrappingKey) else {
                throw SoftwareSecureArea.lost
            }
            cache.keep(key, for: handle)
            return key
        } catch {
            throw SoftwareSecureArea.lost
        }
    }
}
