internal import LanyardCrypto
internal import LanyardText

/// The digests that a reference gives for a document, W3C Subresource Integrity §3.
public struct IntegrityMetadata: Hashable, Sendable {
    private let hash: HashAlgorithm
    private let digests: [[UInt8]]

    /// Reads digests such as `sha256-` and base64 in either alphabet, with white space between; nil if none can be read.
    ///
    /// Unknown kinds, wrong lengths and options are passed over. Of what is left the strongest kind counts (§3.3.3).
    public init?(parsing text: String) {
        let words = text.utf8.split { [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains($0) }
        let read = words.compactMap { Self.digest(Substring($0)) }
        for hash in [HashAlgorithm.sha512, .sha384, .sha256] {
            let digests = read.filter { $0.hash == hash }.map(\.bytes)
            guard digests.isEmpty else {
                self.hash = hash
                self.digests = digests
                return
            }
        }
        return nil
    }

    /// Whether one of the digests is that of these bytes, as they arrived (§3.3.5).
    public func holds(for bytes: some Collection<UInt8>) -> Bool {
        digests.contains(Hash.digest(hash, bytes))
    }

    private static func digest(_ word: Substring) -> (hash: HashAlgorithm, bytes: [UInt8])? {
        let expression = word.prefix { $0 != "?" }
        guard let dash = expression.firstIndex(of: "-") else { return nil }
        let hash: HashAlgorithm
        switch expression[..<dash] {
        case "sha256": hash = .sha256
        case "sha384": hash = .sha384
        case "sha512": hash = .sha512
        default: return nil
        }
        let text = expression[expression.index(after: dash)...].replacing("-", with: "+").replacing("_", with: "/")
        guard let bytes = Base64.decode(text), bytes.count == hash.digestLength else { return nil }
        return (hash, bytes)
    }
}
