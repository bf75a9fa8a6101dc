/// The content encryption algorithms of JWE that are supported, RFC 7518 §5.3.
public enum ContentEncryption: String, Hashable, Sendable, CaseIterable {
    /// AES-GCM with a key of 128 bits.
    case a128GCM = "A128GCM"
    /// AES-GCM with a key of 192 bits.
    case a192GCM = "A192GCM"
    /// AES-GCM with a key of 256 bits.
    case a256GCM = "A256GCM"

    /// The length of the key, in bits.
    public var keyBits: Int {
        switch self {
        case .a128GCM: 128
        case .a192GCM: 192
        case .a256GCM: 256
        }
    }

    /// The strongest of the names that are supported; nil if none is.
    public static func strongest(among names: some Sequence<String>) -> ContentEncryption? {
        names.compactMap(ContentEncryption.init).max { $0.keyBits < $1.keyBits }
    }
}
