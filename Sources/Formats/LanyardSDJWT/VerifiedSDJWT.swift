public import LanyardJOSE
public import LanyardJSON
package import WalletPorts

/// An SD-JWT whose issuer signature and digests hold, with its processed claims.
///
/// It remembers for every claim which Disclosures stand on the way to it, so that a presentation discloses what was
/// selected, its ancestors, and no sibling.
public struct VerifiedSDJWT: Sendable {
    /// The SD-JWT as it arrived.
    public let received: SDJWT
    /// The protected header of the issuer's signature.
    public let header: JOSEHeader
    /// The processed claims: no `_sd`, `_sd_alg` or `...` is left in them.
    public let claims: JSONObject
    /// The hash of Disclosures and of a key binding's `sd_hash`.
    public let hash: DisclosureHash

    let tree: DisclosureTree

    init(processing received: SDJWT, header: JOSEHeader) throws(Finding) {
        self.received = received
        self.header = header
        hash = try DisclosureHash(of: received.payload)
        var processor = try ClaimsProcessor(received.disclosures, hash: hash)
        (claims, tree) = try processor.process(received.payload)
    }

    /// Opens an SD-JWT that was verified before and was kept where nobody else can write.
    ///
    /// Everything but the signature is checked again.
    package init(reopening text: String) throws(Finding) {
        let received = try SDJWT(compact: text)
        try self.init(processing: received, header: received.issuerJWS.header)
    }

    /// The names of top-level claims of which at least a part came from a Disclosure.
    public var disclosedClaims: Set<String> {
        Set(tree.topLevelClaims)
    }
}
