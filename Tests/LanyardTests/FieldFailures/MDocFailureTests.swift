import LanyardCBOR
import LanyardTestSupport
import LanyardText
import MDoc
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

/// Faults that wallets in the field had with mdocs, each in both modes.
@Suite struct MDocFailureTests {
    private static let space = "org.iso.18013.5.1"

    /// What became of an mdoc of a test's making: the stored credential, or the code of the refusal.
    private enum Outcome {
        case stored(StoredCredential, export: String)
        case refused(String)

        var code: String? { if case .refused(let code) = self { code } else { nil } }
        var credential: StoredCredential? { if case .stored(let credential, _) = self { credential } else { nil } }
        var findings: [String] { credential?.findings.map(\.code.description) ?? [] }
    }

    private func outcome(
        _ mode: Strictness, _ text: @escaping @Sendable (MDocDraft) throws -> String
    ) async throws -> Outcome {
        let harness = try await Harness(mode)
        harness.use(try MDocForge(harness, text: text))
        do {
            let id = try await harness.receive(["mdl"]).issued[0]
            let credential = try #require(try await harness.wallet.credentials.get(id))
            return .stored(credential, export: try await harness.wallet.credentials.export(id))
        } catch let error as IssuanceError {
            #expect(error.code == .invalidCredential && harness.isClean)
            return .refused(error.found ?? "no finding")
        }
    }

    /// A deviation that is a finding in tolerant mode and a refusal in strict mode.
    private func expectTolerated(
        _ code: String, _ mode: Strictness, _ text: @escaping @Sendable (MDocDraft) throws -> String
    ) async throws {
        let outcome = try await outcome(mode, text)
        if mode == .strict { #expect(outcome.code == code) } else { #expect(outcome.findings == [code]) }
    }

    @Test(.row("VCI-MDOC-01"), arguments: FieldCase.modes)
    func `FIELD-O22 padding and the plain alphabet are findings, or refused when strict`(mode: Strictness) async throws
    {
        #expect(try await outcome(mode) { try $0.text() }.findings == [])
        try await expectTolerated("mdoc.encoding.padding", mode) { draft in
            try padded(draft, plain: false)
        }
        try await expectTolerated("mdoc.encoding.alphabet", mode) { draft in
            try padded(draft, plain: true)
        }
    }

    @Test(.row("VCI-MDOC-02", "VCI-MDOC-09"), arguments: FieldCase.modes)
    func `FIELD-O34 an item in another order and with a long integer keeps its bytes`(mode: Strictness) async throws {
        // random, digestID as two bytes, elementValue, elementIdentifier
        let item = CBORWriter.bytes { writer in
            writer.raw(
                [0xA4] + CBOR.text("random").encoded() + CBOR.bytes([UInt8](repeating: 7, count: 32)).encoded()
                    + CBOR.text("digestID").encoded() + [0x19, 0x00, 0x05] + CBOR.text("elementValue").encoded()
                    + CBOR.text("Zoë").encoded() + CBOR.text("elementIdentifier").encoded()
                    + CBOR.text("given_name").encoded())
        }
        let outcome = try await outcome(mode) { draft in
            var draft = draft
            draft.elements.add(encoded: item, digestID: 5, in: Self.space)
            return try draft.text()
        }
        guard case .stored(let credential, let export) = outcome else { return #expect(Bool(false), "\(outcome)") }
        #expect(credential.claims.map(\.value) == [.text("Zoë")])
        #expect(Base64URL.decode(export)?.contains(item) == true)
    }

    @Test(.row("VCI-MDOC-03", "VCI-MDOC-05"), arguments: FieldCase.modes)
    func `FIELD-O35 x5chain is read as one string and as an array of one and of two`(mode: Strictness) async throws {
        for count in 0...2 {
            let outcome = try await outcome(mode) { draft in
                var draft = draft
                let own = CBOR.bytes(draft.signer.der)
                draft.chain = count == 0 ? own : .array(Array(repeating: own, count: count))
                return try draft.text()
            }
            #expect(outcome.credential != nil, "\(count): \(outcome)")
        }
        try await expectTolerated("mdoc.x5chain.protected", mode) { draft in
            var draft = draft
            draft.protectsChain = true
            return try draft.text()
        }
    }

    @Test(.row("VCI-MDOC-03", "VCI-MDOC-11"), arguments: FieldCase.modes)
    func `FIELD-O36 tag 18 is tolerated, a payload without tag 24 and a missing time are not`(mode: Strictness)
        async throws
    {
        try await expectTolerated("mdoc.issuerAuth.tagged", mode) { draft in
            let auth = try draft.issuerAuth(draft.elements.securityObject)
            return Base64URL.encode(draft.elements.issuerSigned(CBORWriter.bytes { $0.tagged(18) { $0.raw(auth) } }))
        }
        let untagged = try await outcome(mode) { draft in
            var draft = draft
            draft.payload = { $0.encoded() }
            return try draft.text()
        }
        #expect(untagged.code == "mdoc.mso.type")
        let timeless = try await outcome(mode) { draft in
            try draft.text(changing: ["validityInfo", "signed"]) { _ in nil }
        }
        #expect(timeless.code == "mdoc.validity.missing")
    }

    @Test(.row("VCI-MDOC-11"), arguments: FieldCase.modes)
    func `FIELD-O37 dates are days without a time zone, times are instants, other forms are shown`(mode: Strictness)
        async throws
    {
        let table: [(CBOR, String)] = [
            (.tagged(1004, "2007-03-25"), "2007-03-25"), ("2007-03-25", "2007-03-25"),
            (.tagged(0, "2026-05-08T10:00:00.123Z"), "2026-05-08T10:00:00Z"),
            (.tagged(0, "2026-05-08T12:00:00+02:00"), "2026-05-08T10:00:00Z"),
            (.tagged(1, 1_700_000_000), "1(1700000000)"), (.tagged(100, 18394), "100(18394)"),
            (.tagged(1004, "2007-02-30"), "1004(\"2007-02-30\")"),
        ]
        let outcome = try await outcome(mode) { draft in
            var draft = draft
            for (index, value) in table.enumerated() { draft.elements.add("e\(index)", value.0, in: Self.space) }
            return try draft.text()
        }
        #expect(outcome.credential?.claims.map(\.value.description) == table.map(\.1))
        #expect(outcome.credential?.claims.first?.value == CalendarDate("2007-03-25").map(ClaimValue.date))

        let time = UTCText.format(FixedClock().now)
        for late in [time.dropLast() + ".123Z", time.dropLast() + "+00:00"] {
            try await expectTolerated("mdoc.validity.form", mode) { draft in
                try draft.text(changing: ["validityInfo", "validFrom"]) { _ in .tagged(0, .text(String(late))) }
            }
        }
    }

    @Test(.row("VCI-MDOC-03"), arguments: FieldCase.modes)
    func `FIELD-R08 an algorithm outside what is signed and an unknown critical header are refused`(mode: Strictness)
        async throws
    {
        for (fault, code) in [
            (PeerFault.algorithmUnprotected, "cose.alg.unprotected"), (.criticalHeader, "cose.crit.unsupported"),
        ] {
            let harness = try await Harness(mode) { $0.faults = [fault] }
            let refusal = try await harness.refusal(["mdl"])
            #expect(refusal?.found == code)
            #expect(harness.isClean)
        }
    }

    @Test(.row("VCI-MDOC-02"), arguments: FieldCase.modes)
    func `FIELD-R27 an mdoc without elements is kept`(mode: Strictness) async throws {
        let outcome = try await outcome(mode) { draft in
            let auth = try draft.issuerAuth(draft.elements.securityObject)
            return Base64URL.encode(CBORWriter.bytes { $0.map { $0.entry("issuerAuth") { $0.raw(auth) } } })
        }
        #expect(outcome.credential?.claims == [])
    }

    @Test(.row("VCI-MDOC-10"), arguments: FieldCase.modes)
    func `FIELD-R29 a coordinate of 33 bytes is refused and ends nothing`(mode: Strictness) async throws {
        let outcome = try await outcome(mode) { draft in
            try draft.text(changing: ["deviceKeyInfo", "deviceKey", -2]) { .bytes([0] + ($0.bytes ?? [])) }
        }
        #expect(outcome.code == "cose.key.type")
    }
}

/// The text of a draft whose length needs padding.
private func padded(_ draft: MDocDraft, plain: Bool) throws -> String {
    var draft = draft
    draft.elements.add("given_name", "Zoë", in: "org.iso.18013.5.1")
    while try draft.bytes().count % 3 == 0 { draft.elements.add("age_over_18", true, in: "org.iso.18013.5.\(plain)") }
    let bytes = try draft.bytes()
    guard !plain else { return Base64.encode(bytes) }
    return Base64URL.encode(bytes) + String(repeating: "=", count: 3 - bytes.count % 3)
}

/// A value with what a path of keys leads to changed, or taken out when nothing comes back.
private func changed(_ value: CBOR, at path: [CBOR], by change: (CBOR) -> CBOR?) -> CBOR? {
    guard let name = path.first else { return change(value) }
    guard case .map(let entries) = value else { return value }
    return .map(
        entries.compactMap { entry in
            guard entry.key == name else { return entry }
            return changed(entry.value, at: Array(path.dropFirst()), by: change).map { (key: entry.key, value: $0) }
        })
}

extension MDocDraft {
    /// The whole around a security object that is changed before it is signed.
    fileprivate func text(changing path: [CBOR], by change: (CBOR) -> CBOR?) throws -> String {
        let object = changed(elements.securityObject, at: path, by: change) ?? .null
        return Base64URL.encode(elements.issuerSigned(try issuerAuth(object)))
    }
}
