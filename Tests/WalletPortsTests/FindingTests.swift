import LanyardTestSupport
import Testing
import WalletPorts

@Suite struct FindingTests {
    @Test func `what a terminal would obey is in no part of a finding`() {
        // Escape, C1 control sequence introducer, right-to-left override, zero width space, line separator, delete.
        let nasty = "a\u{1B}]0;x\u{07}\u{9B}31m\u{202E}\u{200B}\u{2028}\u{7F}b"
        let finding = Finding(
            "a.b", .issuer, clause: "c", at: "/\(nasty)", expected: nasty, seen: .text(nasty), remedy: "Mend it.")
        for scalar in finding.description.unicodeScalars {
            #expect(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value))
            #expect(![0x202E, 0x200B, 0x2028].contains(scalar.value))
        }
        #expect(finding.description.contains("a\u{FFFD}]0;x"))
    }

    @Test func `a document full of faults is told by its first two hundred`() {
        var findings = Findings()
        for number in 0..<5000 {
            findings.note(Finding("a.\(number)", .issuer, clause: "c", expected: "d", remedy: "e"))
        }
        #expect(findings.list.count == 200)
        #expect(findings.list.first?.code.description == "a.0")
        #expect(findings.list.last?.code.description == "findings.more")
    }

    @Test func `strict throws what tolerant records`() throws {
        let finding = Finding("a.b", .issuer, clause: "c", expected: "d", remedy: "e")
        var tolerant = Findings(strictness: .tolerant)
        try tolerant.tolerate(finding)
        #expect(tolerant.list.map(\.severity) == [.warning])
        var strict = Findings(strictness: .strict)
        #expect(throws: finding) { try strict.tolerate(finding) }
        var haip = Findings(profile: .haip)
        #expect(throws: finding) { try haip.tolerateUnlessHighAssurance(finding) }
    }
}

@Suite struct InstantTests {
    @Test func `arithmetic saturates and never traps`() {
        #expect(Instant(seconds: .max).milliseconds == .max)
        #expect(Instant(seconds: .min).milliseconds == .min)
        #expect(Instant(milliseconds: .max).advanced(by: 1e300).milliseconds == .max)
        #expect(Instant(milliseconds: 0).advanced(by: -1e300).milliseconds == .min)
        #expect(Instant(milliseconds: 5).advanced(by: .nan).milliseconds == 5)
        #expect(Instant(milliseconds: -1).seconds == -1)
        #expect(Instant(seconds: 10).advanced(by: 20).seconds == 30)
        #expect(Instant(seconds: 10).distance(to: Instant(seconds: 30)) == 20)
    }
}

@Suite struct SecretTests {
    @Test func `a secret prints nothing of itself`() {
        let secret = Secret("83920174")
        var dumped = ""
        dump(secret, to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), String(describing: secret), dumped] {
            #expect(!text.contains("83920174"))
        }
        #expect(secret.reveal() == "83920174")
    }
}
