import LanyardJSON
import LanyardOpenID4VCI
import WalletPorts

/// Keeps results alive; without it the optimiser would leave the work out.
nonisolated(unsafe) public var fuzzResult = 0

/// Reads the bytes as an offer link and as the JSON of an offer, tolerantly and strictly.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    for strictness in [Strictness.tolerant, .strict] {
        var findings = Findings(strictness: strictness)
        attempt { () throws(Finding) in _ = try CredentialOfferLink(parsing: text, findings: &findings) }
        attempt { () throws(Finding) in _ = try CredentialOfferMessage(text: text, findings: &findings) }
        fuzzResult += findings.list.count
    }
    return 0
}

private func attempt(_ work: () throws(Finding) -> Void) {
    do throws(Finding) { try work() } catch { fuzzResult += error.description.utf8.count }
}
