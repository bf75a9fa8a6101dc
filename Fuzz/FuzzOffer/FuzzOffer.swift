internal import LanyardOAuth
internal import LanyardOpenID4VCI
internal import LanyardText
internal import WalletPorts

/// Kept, so that the optimiser keeps the work.
nonisolated(unsafe) public var sink = 0

/// Reads a link or an offer, tolerant and strict, and checks what must hold of every good one.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    let tolerant = read(text, .tolerant)
    let strict = read(text, .strict)
    if strict != nil, tolerant != strict { fatalError("strict reads what tolerant does not") }
    sink &+= tolerant?.count ?? 0
    return 0
}

private func read(_ text: String, _ strictness: Strictness) -> String? {
    var findings = Findings(strictness: strictness)
    guard let link = try? CredentialOfferLink(parsing: text, findings: &findings) else { return nil }
    switch link {
    case .byReference(let uri):
        if !uri.isHTTPS { fatalError("a reference that is not https") }
        return uri.text
    case .byValue(let offer):
        let ids = offer.configurationIds
        if ids.isEmpty || Set(ids).count != ids.count { fatalError("no ids, or repeated ones") }
        if offer.grants.preAuthorizedCode?.code.reveal().isEmpty == true { fatalError("an empty code") }
        if (offer.grants.preAuthorizedCode?.txCode?.description?.count ?? 0) > 300 { fatalError("a long description") }
        return offer.credentialIssuer.text + ids.joined()
    }
}
