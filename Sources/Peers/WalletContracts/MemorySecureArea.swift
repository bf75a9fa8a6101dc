import LanyardCrypto
import LanyardLock
public import WalletPorts

/// Keys in memory, for tests: it may pretend to be hardware, lose keys, and counts what it was asked for.
///
/// Handles are mere references, so a key without a record stays behind and a test can find it in `handles`.
public final class MemorySecureArea: SecureArea {
    private enum Key {
        case ec(ECPrivateKey, HashAlgorithm)
        case ed25519(Ed25519PrivateKey)
    }

    private struct Inside {
        var next: UInt64 = 0
        var keys: [KeyHandle: Key] = [:]
        var groups: [String: [KeyHandle]] = [:]
        var actions: [UserAction] = []
    }

    /// The name of the area.
    public let id: String
    /// What it says it can do.
    public let capabilities: SecureAreaCapabilities
    private let inside = Mutex(Inside())

    /// Makes an area; `isHardware` and `userAuthentications` decide which policies it takes.
    public init(
        id: String = "memory", isHardware: Bool = false,
        userAuthentications: Set<KeyPolicy.UserAuthentication> = [.none]
    ) {
        self.id = id
        capabilities = SecureAreaCapabilities(
            algorithms: [.es256, .es384, .es512, .edDSA], isHardware: isHardware,
            userAuthentications: userAuthentications, attestsKeys: false)
    }

    /// The keys there are.
    public var handles: Set<KeyHandle> { inside.withLock { Set($0.keys.keys) } }

    /// One entry for each call that signed or agreed: where a real area would have prompted.
    public var actions: [UserAction] { inside.withLock { $0.actions } }

    /// Loses a key, as a device does after a new enrolment.
    public func lose(_ handle: KeyHandle) {
        inside.withLock { $0.keys[handle] = nil }
    }

    /// Makes keys.
    public func createKeys(_ count: Int, policy: KeyPolicy, attestationNonce: [UInt8]?, group: String)
        async throws(SecureAreaError) -> [NewKey]
    {
        guard policy.hardware != .required || capabilities.isHardware,
            capabilities.userAuthentications.contains(policy.userAuthentication)
        else { throw SecureAreaError(.policyNotSupported, "the area was made without that") }
        guard count >= 0 else { throw SecureAreaError(.invalidInput, "less than no keys") }
        var made: [NewKey] = []
        for _ in 0..<count {
            let (key, publicKey) = try MemorySecureArea.make(policy.algorithm)
            let handle = inside.withLock { inside in
                inside.next += 1
                let handle = KeyHandle(area: id, bytes: Array("key \(inside.next)".utf8))
                inside.keys[handle] = key
                inside.groups[group, default: []].append(handle)
                return handle
            }
            made.append(
                NewKey(handle: handle, publicKey: PublicKeyBytes(algorithm: policy.algorithm, bytes: publicKey)))
        }
        return made
    }

    private static func make(_ algorithm: KeyAlgorithm) throws(SecureAreaError) -> (Key, [UInt8]) {
        do throws(CryptoError) {
            switch algorithm {
            case .es256: return try make(.p256, .sha256)
            case .es384: return try make(.p384, .sha384)
            case .es512: return try make(.p521, .sha512)
            case .edDSA:
                let key = try Ed25519PrivateKey.generate()
                return (.ed25519(key), key.publicKey.raw)
            }
        } catch {
            throw SecureAreaError(.unavailable, error.reason)
        }
    }

    private static func make(_ curve: Curve, _ hash: HashAlgorithm) throws(CryptoError) -> (Key, [UInt8]) {
        let key = try ECPrivateKey.generate(curve)
        return (.ec(key, hash), key.publicKey.x963)
    }

    /// Signs.
    public func sign(_ requests: [SigningRequest], for action: UserAction) async throws(SecureAreaError) -> [[UInt8]] {
        inside.withLock { $0.actions.append(action) }
        var signatures: [[UInt8]] = []
        for request in requests {
            let key = try key(request.key)
            do throws(CryptoError) {
                switch key {
                case .ec(let key, let hash): signatures.append(try key.signature(for: request.message, hash: hash))
                case .ed25519(let key): signatures.append(try key.signature(for: request.message))
                }
            } catch {
                throw SecureAreaError(.unavailable, error.reason)
            }
        }
        return signatures
    }

    /// Agrees on a secret.
    public func agree(_ key: KeyHandle, with peer: PublicKeyBytes, for action: UserAction) async throws(SecureAreaError)
        -> Secret<[UInt8]>
    {
        inside.withLock { $0.actions.append(action) }
        guard case .ec(let own, _) = try self.key(key) else {
            throw SecureAreaError(.invalidInput, "an Ed25519 key does not agree on secrets")
        }
        do throws(CryptoError) {
            let secret = try own.sharedSecret(with: ECPublicKey(own.curve, x963: peer.bytes))
            return Secret(secret.withUnsafeBytes { Array($0) })
        } catch {
            throw SecureAreaError(.invalidInput, error.reason)
        }
    }

    /// Reads public keys.
    public func publicKeys(of keys: [KeyHandle]) async throws(SecureAreaError) -> [PublicKeyBytes] {
        var found: [PublicKeyBytes] = []
        for handle in keys {
            switch try key(handle) {
            case .ec(let key, _):
                let algorithm: KeyAlgorithm =
                    switch key.curve {
                    case .p256: .es256
                    case .p384: .es384
                    case .p521: .es512
                    }
                found.append(PublicKeyBytes(algorithm: algorithm, bytes: key.publicKey.x963))
            case .ed25519(let key): found.append(PublicKeyBytes(algorithm: .edDSA, bytes: key.publicKey.raw))
            }
        }
        return found
    }

    /// Deletes keys.
    public func delete(_ keys: [KeyHandle]) async throws(SecureAreaError) {
        inside.withLock { inside in
            for handle in keys { inside.keys[handle] = nil }
        }
    }

    /// Deletes the keys that were made for a group.
    public func deleteKeys(ofGroup group: String) async throws(SecureAreaError) {
        inside.withLock { inside in
            for handle in inside.groups.removeValue(forKey: group) ?? [] { inside.keys[handle] = nil }
        }
    }

    private func key(_ handle: KeyHandle) throws(SecureAreaError) -> Key {
        guard handle.area == id else { throw SecureAreaError(.invalidInput, "the handle is of another area") }
        guard let key = inside.withLock({ $0.keys[handle] }) else {
            throw SecureAreaError(.keyLost, "there is no such key")
        }
        return key
    }
}
