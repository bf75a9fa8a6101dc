import LanyardJSON
import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

@Suite struct TokenFailureTests {
    @Test(.row("VCI-TOK-02", "VCI-TOK-03"), arguments: FieldCase.modes, ["00123", nil])
    func `FIELD-O10 the token request holds the grant, the code and the transaction code to the letter`(
        mode: Strictness, code: String?
    ) async throws {
        let harness = try await Harness(mode)
        let made = harness.issuer.makeOffer(["pid"], transactionCode: code.map { .numeric($0) }) { offer in
            // A member of the other grant, beside it, must not get into this one's request.
            guard var grants = offer["grants"]?.object else { return }
            grants["authorization_code"] = ["issuer_state": "state-of-the-issuer"]
            offer["grants"] = .object(grants)
        }
        _ = try await harness.receive(made.link, entering: code)
        let request = try #require(harness.http.requests.first { $0.url.hasSuffix("/token") })
        // The code is "pre+auth&code=…/%", where the middle is base64url.
        let middle = made.preAuthorizedCode.dropFirst("pre+auth&code=".count).dropLast(2)
        let fields = [
            "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Apre-authorized_code",
            "pre-authorized_code=pre%2Bauth%26code%3D\(middle)%2F%25",
        ]
        let expected = fields + (code.map { ["tx_code=\($0)"] } ?? []) + ["client_id=wallet-dev"]
        #expect(String(decoding: request.body, as: UTF8.self).split(separator: "&").map(String.init) == expected)
    }

    @Test(.row("VCI-TOK-06"), arguments: FieldCase.modes)
    func `FIELD-O11 lifetimes and token types as servers write them`(mode: Strictness) async throws {
        for (lifetime, type, isIssued) in [
            (nil, "Bearer", true), (3600, "bearer", true), (3600, "BEARER", true),
            ("3600", "Bearer", mode == .tolerant), (3600, nil, mode == .tolerant), (3600, "DPoP", false),
            (3600, "dpop", false), (3600, "mac", false), (3600, 7, false),
        ] as [(JSON?, JSON?, Bool)] {
            // Without a proof there is nothing that a token could be bound to.
            let harness = try await Harness(
                mode, config: WalletConfig(issuance: IssuanceConfig(dpop: .off)),
                [
                    .changed(.token) { token in
                        token["expires_in"] = lifetime
                        token["token_type"] = type
                    }
                ])
            let refusal = try await harness.refusal()
            #expect((refusal == nil) == isIssued, "\(String(describing: lifetime)) \(String(describing: type))")
            if !isIssued {
                #expect(refusal?.code == .invalidResponse)
                #expect(harness.isClean)
                #expect(harness.issuer.log.requests(.credential).isEmpty)
            }
        }
    }

    @Test(.row("VCI-TOK-10"), arguments: FieldCase.modes)
    func `FIELD-O26 what the token endpoint refuses tells whether to wait, to ask again or to configure`(
        mode: Strictness
    ) async throws {
        for (status, error, isRetryable, remedy) in [
            (503, nil, true, "try again"), (429, nil, true, "try again"), (400, "invalid_grant", false, "new offer"),
            (401, "invalid_client", false, "client id"), (400, "unauthorized_client", false, "client id"),
        ] as [(Int, String?, Bool, String)] {
            let body: JSON = error.map { ["error": .string($0)] } ?? [:]
            let harness = try await Harness(
                mode, [Tampering("refused", at: .token, .replaced(.json(body, status: status)))])
            let refusal = try #require(try await harness.refusal())
            #expect(refusal.code == .refused)
            #expect(refusal.isRetryable == isRetryable)
            #expect(refusal.remedy.contains(remedy), "\(refusal.remedy)")
            #expect(refusal.serverError == error)
            #expect(harness.issuer.log.requests(.token).count == 1)
            #expect(harness.isClean)
        }
    }

    @Test(.row("VCI-TOK-02", "VCI-CREQ-04"), arguments: FieldCase.modes)
    func `FIELD-R11 three configurations take one token and three requests`(mode: Strictness) async throws {
        let harness = try await Harness(mode)
        let result = try await harness.receive(["pid", "diploma", "library-card"])
        #expect(harness.issuer.log.failures == [])
        #expect(result.issued.count == 3)
        #expect(harness.issuer.log.requests(.token).count == 1)
        #expect(harness.issuer.log.requests(.credential).count == 3)
        #expect(Set(try await harness.wallet.credentials.list().map(\.id)) == Set(result.issued))
    }
}
