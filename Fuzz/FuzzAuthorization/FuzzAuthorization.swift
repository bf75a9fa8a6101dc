internal import LanyardOAuth
internal import WalletPorts

/// Kept, so that the optimiser keeps the work.
nonisolated(unsafe) public var sink = 0

/// Reads a text as whatever a wallet meets between an authorization and its credentials.
///
/// A redirect; a JWT of a wallet provider or an issuer; an encrypted response; each answer that is JSON.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    let text = String(decoding: input, as: UTF8.self)
    guard let parties = try? Parties() else { fatalError("the parties of the fuzzer are broken") }
    readRedirect(text, parties)
    parties.readJWTs(text)
    parties.readEncrypted(input)
    parties.readAnswers(input)
    return 0
}

private func readRedirect(_ text: String, _ parties: Parties) {
    let expected = AuthorizationExpectation(
        redirectURI: "https://wallet.example/cb", state: "s", issuer: parties.server, sendsIssuer: false)
    var findings = Findings()
    guard let response = try? AuthorizationResponse(redirect: text, expecting: expected, findings: &findings) else {
        return
    }
    if AuthorizationResponse.state(in: text) != "s" { fatalError("an answer of another session") }
    switch response {
    case .code(let code): if code.reveal().isEmpty { fatalError("an empty code") }
    case .error(let error): if error.code.isEmpty { fatalError("an empty error") }
    }
}
