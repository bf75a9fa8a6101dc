internal import LanyardCBOR
internal import LanyardCOSE
internal import LanyardCertificates
internal import WalletPorts

extension COSEHeader {
    /// The certificates of `x5chain`, the signer's first, no more than a path may have; empty when there are none.
    func signerChain(
        _ prefix: String, _ party: Finding.Party, clause: String, rows: [String],
        knowing known: KnownCertificates = KnownCertificates()
    ) throws(Finding) -> [Certificate] {
        let chain = try reading(prefix, party, clause: clause, rows: rows) { () throws(CBORError) in
            try self.certificates() ?? []
        }
        guard chain.count <= PathValidator.longestChain else {
            throw .mdoc(
                "x5chain.tooLong", party, clause: "Lanyard limits", rows: rows, at: "/x5chain",
                expected: "at most \(PathValidator.longestChain) certificates",
                seen: .kind("array", length: chain.count))
        }
        var parsed: [Certificate] = []
        for der in chain { parsed.append(try known.certificate(der: der, from: party)) }
        return parsed
    }
}
