import LanyardLock
public import WalletPorts

/// Bytes that look random and are the same for the same seed, so that a test can be repeated.
///
/// Never for real keys.
public final class SeededRng: Rng {
    private let state: Mutex<UInt64>

    /// Starts from a seed.
    public init(seed: UInt64 = 1) {
        state = Mutex(seed)
    }

    /// Gives the next bytes of the sequence (SplitMix64).
    public func bytes(_ count: Int) -> [UInt8] {
        state.withLock { state in
            var bytes: [UInt8] = []
            bytes.reserveCapacity(max(0, count))
            while bytes.count < count {
                state &+= 0x9E37_79B9_7F4A_7C15
                var word = state
                word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
                word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
                word ^= word >> 31
                for _ in 0..<min(8, count - bytes.count) {
                    bytes.append(UInt8(truncatingIfNeeded: word))
                    word >>= 8
                }
            }
            return bytes
        }
    }
}
