import LanyardCrypto
public import WalletPorts

/// The random bytes of the cryptographic backend.
public struct SystemRng: Rng {
    /// Makes the source.
    public init() {}

    /// Gives so many random bytes.
    public func bytes(_ count: Int) -> [UInt8] {
        RandomBytes.make(count)
    }
}
