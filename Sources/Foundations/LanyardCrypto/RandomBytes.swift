/// Unpredictable bytes for keys, nonces and salts.
public enum RandomBytes {
    /// Makes so many random bytes; none for a count below one.
    public static func make(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: max(0, count))
        bytes.withUnsafeMutableBytes { fill($0) }
        return bytes
    }

    /// Fills memory with random bytes, so that a key never passes through an array.
    static func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        if RandomBackend.fill(buffer) { return }
        // The kernel's own source cannot fail once the system is up.
        var system = SystemRandomNumberGenerator()
        for index in buffer.indices { buffer[index] = UInt8.random(in: .min ... .max, using: &system) }
    }
}
