internal import LanyardJSON
internal import LanyardSDJWT
internal import WalletPorts

/// Kept, so that the optimiser keeps the work.
nonisolated(unsafe) public var sink = 0

/// Reads documents of types, one a line, each the base of the one before, and checks what must hold of every good one.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    let lines = input.split(separator: UInt8(ascii: "\n"))
    var strict = Findings(strictness: .strict)
    var tolerant = Findings()
    for line in lines {
        let document = try? TypeMetadata(parsing: line, findings: &tolerant)
        if let careful = try? TypeMetadata(parsing: line, findings: &strict), careful != document {
            fatalError("a document depends on how it is judged")
        }
        sink &+= document?.claims.count ?? 0
    }
    if let first = lines.first, let type = (try? TypeMetadata(parsing: first, findings: &tolerant))?.type {
        sink &+= resolved(type, lines)
    }
    return 0
}

private func resolved(_ type: String, _ lines: [ArraySlice<UInt8>]) -> Int {
    var chain = TypeMetadataChain(TypeMetadata.Reference(type: type))
    var findings = Findings()
    for line in lines where chain.missing != nil {
        guard (try? chain.append(line, findings: &findings)) != nil else { return 0 }
    }
    if chain.documents.count > TypeMetadataChain.longest { fatalError("the chain is too long") }
    guard let rules = try? TypeRules(chain) else { return 0 }
    if Set(rules.claims.map(\.path)).count != rules.claims.count { fatalError("a claim is there twice") }
    for document in chain.documents {
        for claim in document.claims {
            guard let merged = rules.claims.first(where: { $0.path == claim.path }) else {
                fatalError("a claim is lost")
            }
            if claim.isMandatory == true, merged.isMandatory != true { fatalError("what is mandatory was loosened") }
            if let known = claim.disclosability, known != .allowed, merged.disclosability != known {
                fatalError("sd was loosened")
            }
        }
    }
    return rules.claims.count
}
