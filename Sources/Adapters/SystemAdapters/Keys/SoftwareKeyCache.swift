import LanyardLock
import WalletPorts

/// Keys that were used lately, so that a key is unwrapped and imported once and not at each signature.
final class SoftwareKeyCache: Sendable {
    private struct Inside {
        var keys: [KeyHandle: (key: SoftwareKey, used: UInt64)] = [:]
        var uses: UInt64 = 0
    }

    private let limit: Int
    private let inside = Mutex(Inside())

    init(limit: Int) {
        self.limit = limit
    }

    subscript(handle: KeyHandle) -> SoftwareKey? {
        inside.withLock { inside in
            inside.uses &+= 1
            inside.keys[handle]?.used = inside.uses
            return inside.keys[handle]?.key
        }
    }

    func keep(_ key: SoftwareKey, for handle: KeyHandle) {
        inside.withLock { inside in
            inside.uses &+= 1
            inside.keys[handle] = (key, inside.uses)
            guard inside.keys.count > limit else { return }
            // Half goes at once, so that a full cache is not searched at each new key.
            let kept = inside.keys.sorted { $0.value.used > $1.value.used }.prefix(limit / 2)
            inside.keys = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
        }
    }

    func forget(_ handles: [KeyHandle]) {
        inside.withLock { inside in
            for handle in handles { inside.keys[handle] = nil }
        }
    }
}
