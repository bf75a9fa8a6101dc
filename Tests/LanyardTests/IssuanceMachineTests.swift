import LanyardTestSupport
import Testing
import WalletPorts

@testable import Lanyard

@Suite struct IssuanceMachineTests {
    private static let prompt = TxCodePrompt(
        inputMode: .numeric, length: 4, description: nil, host: "issuer.example", rejection: nil,
        attemptsLeft: 3)
    private static let error = IssuanceError(.refused, "no", party: .issuer, remedy: "Ask.")

    private func names(_ actions: [IssuanceMachine.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .prepare: "prepare"
            case .obtain(.nothing): "obtain"
            case .obtain(.txCode(let code)): "obtain with \(code.reveal())"
            case .obtain(.redirect(let redirect)): "obtain by \(redirect)"
            case .note(let finding): finding.code.description
            }
        }
    }

    @Test(.row("API-01")) func `API-01 without a transaction code it goes straight to processing`() {
        var machine = IssuanceMachine(txCode: nil)
        #expect(names(machine.handle(.start)) == ["prepare"])
        guard case .preparing = machine.state else { return #expect(Bool(false), "not preparing") }
        #expect(names(machine.handle(.prepared(configurations: ["a"], .nothing))) == ["obtain"])
        guard case .processing = machine.state else { return #expect(Bool(false), "not processing") }
        _ = machine.handle(.stored(configuration: "a", CredentialId("1")))
        _ = machine.handle(.finished)
        guard case .completed(let result) = machine.state else { return #expect(Bool(false), "not completed") }
        #expect(result.issued == [CredentialId("1")])
        #expect(result.failures.isEmpty)
    }

    @Test func `a known transaction code skips the pause, once`() {
        var machine = IssuanceMachine(txCode: "1234")
        _ = machine.handle(.start)
        #expect(
            names(machine.handle(.prepared(configurations: ["a"], .txCode(Self.prompt)))) == ["obtain with 1234"])
        _ = machine.handle(.txCodeRejected(Self.error))
        guard case .txCodeRequired(let prompt) = machine.state else { return #expect(Bool(false), "does not ask") }
        #expect(prompt.previousRejected)
        #expect(prompt.attemptsLeft == 2)
    }

    @Test(.row("VCI-TOK-11")) func `VCI-TOK-11 a wrong code is asked for again a bounded number of times`() {
        var machine = IssuanceMachine(txCode: nil)
        _ = machine.handle(.start)
        _ = machine.handle(.prepared(configurations: ["a"], .txCode(Self.prompt)))
        for attempt in 1...3 {
            #expect(names(machine.handle(.txCode("000\(attempt)"))) == ["obtain with 000\(attempt)"])
            _ = machine.handle(.txCodeRejected(Self.error))
        }
        guard case .failed(let error) = machine.state else { return #expect(Bool(false), "still asks") }
        #expect(error == Self.error)
    }

    @Test(.row("API-01")) func `API-01 a call in the wrong state changes nothing and leaves a finding`() {
        var machine = IssuanceMachine(txCode: nil)
        _ = machine.handle(.start)
        #expect(names(machine.handle(.txCode("1"))) == ["session.call.misplaced"])
        #expect(names(machine.handle(.redirect("x:y"))) == ["session.call.misplaced"])
        guard case .preparing = machine.state else { return #expect(Bool(false), "changed") }
        _ = machine.handle(.cancel)
        #expect(names(machine.handle(.txCode("1"))) == ["session.call.misplaced"])
        guard case .failed(let error) = machine.state else { return #expect(Bool(false), "not failed") }
        #expect(error.code == .userCancelled)
    }

    @Test(.row("API-01")) func `API-01 the browser step waits for one redirect`() {
        var machine = IssuanceMachine(txCode: nil)
        _ = machine.handle(.start)
        #expect(names(machine.handle(.prepared(configurations: ["a"], .browser("https://as.example/a")))).isEmpty)
        guard case .authorizationRequired("https://as.example/a") = machine.state else {
            Issue.record("no browser step")
            return
        }
        #expect(names(machine.handle(.txCode("1"))) == ["session.call.misplaced"])
        #expect(names(machine.handle(.redirect("x:y?code=1"))) == ["obtain by x:y?code=1"])
        #expect(names(machine.handle(.redirect("x:y?code=2"))) == ["session.call.misplaced"])
    }

    @Test func `a promised credential is a result, and becomes an issued one when it comes`() {
        var machine = IssuanceMachine(txCode: nil)
        _ = machine.handle(.start)
        _ = machine.handle(.prepared(configurations: ["a", "b"], .nothing))
        _ = machine.handle(.deferred(configuration: "a", CredentialId("1")))
        _ = machine.handle(.deferred(configuration: "b", CredentialId("2")))
        _ = machine.handle(.storing)
        _ = machine.handle(.stored(configuration: "a", CredentialId("1")))
        _ = machine.handle(.finished)
        guard case .completed(let result) = machine.state else { return #expect(Bool(false), "not completed") }
        #expect(result.issued == [CredentialId("1")])
        #expect(result.deferred == [CredentialId("2")])
        #expect(result.failures.isEmpty)
    }

    @Test func `cancelling while something is stored waits for it and keeps it`() {
        var machine = IssuanceMachine(txCode: nil)
        _ = machine.handle(.start)
        _ = machine.handle(.prepared(configurations: ["a", "b"], .nothing))
        _ = machine.handle(.storing)
        _ = machine.handle(.cancel)
        #expect(!machine.state.isTerminal)
        _ = machine.handle(.stored(configuration: "a", CredentialId("1")))
        guard case .completed(let result) = machine.state else { return #expect(Bool(false), "not completed") }
        #expect(result.issued == [CredentialId("1")])
        #expect(result.failures.map(\.configurationId) == ["b"])
        #expect(result.failures.map(\.error.code) == [.userCancelled])
    }

    @Test func `it fails only if nothing was issued`() {
        var machine = IssuanceMachine(txCode: nil)
        _ = machine.handle(.start)
        _ = machine.handle(.prepared(configurations: ["a", "b"], .nothing))
        _ = machine.handle(
            .missed(IssuanceFailure(configurationId: "a", identifier: nil, error: Self.error)))
        _ = machine.handle(.stored(configuration: "b", CredentialId("2")))
        _ = machine.handle(.finished)
        guard case .completed(let result) = machine.state else { return #expect(Bool(false), "not completed") }
        #expect(result.issued == [CredentialId("2")])
        #expect(result.failures.map(\.configurationId) == ["a"])
    }

    @Test func `what reports after the end is ignored`() {
        var machine = IssuanceMachine(txCode: nil)
        _ = machine.handle(.start)
        _ = machine.handle(.cancel)
        #expect(machine.handle(.failed(Self.error)).isEmpty)
        #expect(machine.handle(.stored(configuration: "a", CredentialId("1"))).isEmpty)
        guard case .failed(let error) = machine.state else { return #expect(Bool(false), "not failed") }
        #expect(error.code == .userCancelled)
    }
}
