import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import WalletPorts

/// Keeps results alive; without it the optimiser would leave the work out.
nonisolated(unsafe) public var fuzzResult = 0

/// The private key of RFC 7515 Appendix A.3, which the seeds are signed by and encrypted to.
private let key = try? ECPrivateKey(
    .p256,
    scalar: [
        0x8E, 0x9B, 0x10, 0x9E, 0x71, 0x90, 0x98, 0xBF, 0x98, 0x04, 0x87, 0xDF, 0x1F, 0x5D, 0x77, 0xE9,
        0xCB, 0x29, 0x60, 0x6E, 0xBE, 0xD2, 0x26, 0x3B, 0x5F, 0x57, 0xC2, 0x13, 0xDF, 0x84, 0xF4, 0xB2,
    ])

/// Reads the bytes as a JWS, a JWE, a JWK and a set of keys, and verifies and opens what could be read.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    attempt { () throws(Finding) in try judge(JWS(compact: text)) }
    attempt { () throws(Finding) in try open(JWE(compact: text)) }
    guard let json = try? JSON(parsing: text) else { return 0 }
    attempt { () throws(Finding) in for jws in try JWSJSON(json: json).signatures { try judge(jws) } }
    attempt { () throws(Finding) in fuzzResult += try JWK(json: json, at: "").thumbprint().utf8.count }
    attempt { () throws(Finding) in fuzzResult += try JWKSet(json: json).keys.count }
    return 0
}

private func open(_ jwe: JWE) throws(Finding) {
    guard let key else { fatalError("no key") }
    let policy = JWEPolicy(allowsCompression: true, limit: 1 << 20, party: .issuer)
    fuzzResult += try jwe.opened(with: key, policy: policy).plaintext.count
}

/// Verifies by the key that the header itself brings, or by ours, so that a signature which holds is reached too.
private func judge(_ jws: JWS) throws(Finding) {
    guard let key = jws.header.jwk?.key ?? key.map({ .ec($0.publicKey) }) else { return }
    let policy = JWSPolicy(algorithms: Set(SignatureAlgorithm.allCases), types: [], party: .issuer)
    fuzzResult += try jws.verified(by: key, policy: policy).claims().count
}

private func attempt(_ work: () throws(Finding) -> Void) {
    do throws(Finding) { try work() } catch { fuzzResult += error.description.utf8.count }
}
