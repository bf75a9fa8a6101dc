internal import LanyardInspect
internal import LanyardJSON
internal import WalletPorts

/// Kept, so that the optimiser keeps the work.
nonisolated(unsafe) public var sink = 0

/// Recognises and judges anything, tolerant and strict, and checks what must hold of every inspection.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let now = Instant(seconds: 1_750_000_000)
    let tolerant = Detector(InspectOptions(now: now)).inspect(bytes)
    let strict = Detector(InspectOptions(now: now, strictness: .strict, profile: .haip)).inspect(bytes)
    if tolerant?.kind != strict?.kind { fatalError("what it is depends on how it is judged") }
    if strict?.hasPassed == true, tolerant?.hasPassed == false { fatalError("strict passes what tolerant does not") }
    if let tolerant { check(tolerant) }
    sink &+= Detector.hint(bytes).utf8.count + (tolerant?.json.encodedText().utf8.count ?? 0)
    return 0
}

private func check(_ inspection: Inspection) {
    for check in inspection.checks {
        if check.why.isEmpty || check.clause.isEmpty { fatalError("a verdict without a reason: \(check.rule)") }
        let isBroken = check.outcome == .failed || check.outcome == .tolerated
        if isBroken, check.findings.isEmpty { fatalError("a broken rule without a finding: \(check.rule)") }
    }
    for part in inspection.parts { check(part) }
}
