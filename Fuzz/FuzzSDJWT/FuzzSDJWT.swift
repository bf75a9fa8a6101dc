internal import LanyardJSON
internal import LanyardSDJWT
internal import LanyardText

/// Kept, so that the optimiser keeps the work.
nonisolated(unsafe) public var sink = 0

/// Feeds an SD-JWT, as text or in parts that are encoded and linked here, and checks what must hold of every good one.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    let text = input.first == UInt8(ascii: "{") ? assembled(input) : String(decoding: input, as: UTF8.self)
    sink &+= examined(text)
    return 0
}

/// The payload and the Disclosures as plain JSON, a line feed between them; `#2` stands for the digest of the second.
///
/// Digests cannot be guessed by mutation. A Disclosure may name those after it.
private func assembled(_ input: [UInt8]) -> String {
    let lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var digests: [UInt8: String] = [:]
    var disclosures: [String] = []
    for (number, line) in lines.enumerated().dropFirst().reversed() {
        let disclosure = Base64URL.encode(linked(line, digests))
        if number < 10 { digests[UInt8(ascii: "0") + UInt8(number)] = DisclosureHash.sha256.digest(of: disclosure) }
        disclosures.insert(disclosure, at: 0)
    }
    let header = Base64URL.encode(Array(#"{"alg":"ES256","typ":"dc+sd-jwt"}"#.utf8))
    let payload = Base64URL.encode(linked(lines.first ?? [], digests))
    return (["\(header).\(payload).AAAA"] + disclosures + [""]).joined(separator: "~")
}

private func linked(_ line: ArraySlice<UInt8>, _ digests: [UInt8: String]) -> [UInt8] {
    var out: [UInt8] = []
    var rest = line
    while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "#"), let next = rest.first, let digest = digests[next] {
            rest.removeFirst()
            out += Array(digest.utf8)
        } else {
            out.append(byte)
        }
    }
    return out
}

private func examined(_ text: String) -> Int {
    guard let credential = try? VerifiedSDJWT(reopening: text) else { return 0 }
    let claims = JSON.object(credential.claims)
    if !isClean(claims) { fatalError("digests are left in the claims") }

    // All of it, shown again, says the same.
    let whole = credential.presentation(disclosing: [""])
    guard let again = try? VerifiedSDJWT(reopening: whole), again.claims == credential.claims else {
        fatalError("the whole presentation differs")
    }
    // Each top-level claim alone can be opened by a verifier and shows that claim.
    for (name, value) in credential.claims.members.prefix(8) {
        let shown = credential.presentation(disclosing: [JSONPointer.token(name)])
        guard let alone = try? VerifiedSDJWT(reopening: shown), alone.claims[name] == value else {
            fatalError("a claim is lost when it is shown alone")
        }
    }
    return credential.claims.count
}

/// Nesting is at most 64 deep here.
private func isClean(_ json: JSON) -> Bool {
    switch json {
    case .object(let object):
        object.members.allSatisfy { !["_sd", "_sd_alg", "..."].contains($0.name) && isClean($0.value) }
    case .array(let array): array.allSatisfy(isClean)
    default: true
    }
}
