import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import WalletPorts

/// Keeps results alive; without it the optimiser would leave the work out.
nonisolated(unsafe) public var fuzzResult = 0

/// Reads the bytes as a JWS, a JWE, a JWK and a set of keys, and verifies and opens what could be read.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    attempt { () throws(Finding) in try judge(JWS(compact: text)) }
    attempt { () throws(Finding) in fuzzResult += try JWE(compact: text).header.alg.utf8.count }
    guard let json = try? JSON(parsing: text) else { return 0 }
    attempt { () throws(Finding) in for jws in try JWSJSON(json: json).signatures { try judge(jws) } }
    attempt { () throws(Finding) in fuzzResult += try JWK(json: json, at: "").thumbprint().utf8.count }
    attempt { () throws(Finding) in fuzzResult += try JWKSet(json: json).keys.count }
    return 0
}

/// Verifies by the key that the header itself brings, so that a signature which holds is reached too.
private func judge(_ jws: JWS) throws(Finding) {
    guard let key = jws.header.jwk?.key else { return }
    let policy = JWSPolicy(algorithms: Set(SignatureAlgorithm.allCases), types: [], party: .issuer)
    fuzzResult += try jws.verified(by: key, policy: policy).claims().count
}

private func attempt(_ work: () throws(Finding) -> Void) {
    do throws(Finding) { try work() } catch { fuzzResult += error.description.utf8.count }
}
