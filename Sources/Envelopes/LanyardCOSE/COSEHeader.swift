public import LanyardCBOR
internal import WalletPorts

/// The two headers of a COSE message, RFC 9052 §3: the protected one as it arrived, and the other.
public struct COSEHeader: Sendable {
    /// The content of the protected header's byte string, as it arrived; empty when there are no parameters.
    ///
    /// A header that was sent as an empty map counts as an empty byte string in what is signed (RFC 9052 §4.4).
    public let protectedBytes: [UInt8]
    /// The protected parameters; nil when there are none.
    public let protected: CBORItem?
    /// The other parameters, which nobody signed.
    public let unprotected: CBORItem

    /// The labels that are read here, RFC 9052 §3.1, RFC 9360 §2.
    enum Label {
        static let alg: Int64 = 1
        static let crit: Int64 = 2
        static let x5chain: Int64 = 33
    }

    init(protected: CBORField, unprotected: CBORField) throws(CBORError) {
        let bytes = try protected.byteString()
        var parameters: CBORItem?
        if !bytes.isEmpty {
            do throws(CBORError) {
                parameters = try CBORItem(parsing: bytes)
            } catch {
                throw error.within(protected.location)
            }
        }
        let other = try unprotected.any()
        guard other.kind == .map else { throw unprotected.error(.type, "the unprotected header is no map") }
        if let parameters {
            guard let entries = parameters.map else { throw protected.error(.type, "the protected header is no map") }
            let labels = Set(entries.map(\.key.value))
            // RFC 9052 §3: the two ends could read different ones.
            guard labels.isEmpty || other.map?.contains(where: { labels.contains($0.key.value) }) != true else {
                throw unprotected.error(.duplicateKey, "a parameter stands in both headers")
            }
            self.protected = labels.isEmpty ? nil : parameters
            protectedBytes = labels.isEmpty ? [] : bytes.array
        } else {
            self.protected = nil
            protectedBytes = []
        }
        self.unprotected = other
    }

    /// The algorithm, from the protected header only; nil when it names none by number.
    public var algorithm: COSEAlgorithm? { protected?[Label.alg]?.int64.map { COSEAlgorithm(id: $0) } }

    /// Whether the protected header asks for extensions to be understood.
    public var isCritical: Bool { protected?[Label.crit] != nil || unprotected[Label.crit] != nil }

    /// Whether there are certificates, and whether they are protected.
    public enum ChainPlace: Hashable, Sendable {
        /// In the protected header.
        case protected
        /// In the unprotected header, where ISO/IEC 18013-5 puts them.
        case unprotected
    }

    /// Where `x5chain` stands; nil when there is none.
    public var chainPlace: ChainPlace? {
        if unprotected[Label.x5chain] != nil { return .unprotected }
        return protected?[Label.x5chain] == nil ? nil : .protected
    }

    /// The certificates of `x5chain`, DER, the signer's first (RFC 9360 §2): one byte string, or an array of them.
    ///
    /// Nil when there is none; throws `.type` when it is something else or an empty array. Tolerates an array of one.
    public func certificates() throws(CBORError) -> [[UInt8]]? {
        guard let item = unprotected[Label.x5chain] ?? protected?[Label.x5chain] else { return nil }
        let field = CBORField(item, at: "/x5chain")
        guard item.kind == .array else { return [try field.byteString().array] }
        var chain: [[UInt8]] = []
        for element in try field.array() { chain.append(try element.byteString().array) }
        guard !chain.isEmpty else { throw field.error(.type, "no certificate") }
        return chain
    }
}
