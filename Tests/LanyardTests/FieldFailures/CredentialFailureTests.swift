import LanyardJSON
import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

@Suite struct CredentialFailureTests {
    @Test(.row("VCI-META-14"), arguments: FieldCase.modes)
    func `FIELD-O21 encryption that is offered and not demanded stops nothing; demanded, it stops before the token`(
        mode: Strictness
    ) async throws {
        for values in [["A128GCM"], ["A128CBC-HS256"], ["of-the-future"]] as [[JSON]] {
            for isRequired in [false, true] {
                let harness = try await Harness(
                    mode,
                    [
                        .changed(.issuerMetadata) { metadata in
                            metadata["credential_response_encryption"] = [
                                "alg_values_supported": ["ECDH-ES"], "enc_values_supported": .array(values),
                                "encryption_required": .bool(isRequired),
                            ]
                        }
                    ])
                let refusal = try await harness.refusal()
                #expect(refusal?.code == (isRequired ? .unsupportedConfiguration : nil))
                #expect(harness.urls("/token").count == (isRequired ? 0 : 1))
            }
        }
    }

    @Test(.row("VCI-CRES-03", "VCI-CRES-04", "VCI-CRES-05"), arguments: FieldCase.modes)
    func `FIELD-O23 FIELD-R14 a short batch in another order is paired by key, what is foreign is told`(
        mode: Strictness
    ) async throws {
        let harness = try await Harness(mode) {
            $0.reversesBatch = true
            $0.omittedCredentials = 3
            $0.faults = [.wrongHolderKey]
            $0.faultyIndex = 5
        }
        let result = try await harness.receive(policy: CredentialPolicy(batchSize: 10))
        #expect(result.issued.count == 1)
        #expect(result.failures.map(\.error.found) == ["sdvc.cnf.foreignKey"])
        let record = try #require(try await harness.storedRecord(result.issued[0]))
        let instances = try await harness.context.store.holding(record.id).instances
        #expect(instances.count == 6)
        #expect(harness.area.handles == Set(instances.compactMap(\.holderKey)))
        for instance in instances {
            let handle = try #require(instance.holderKey)
            let key = try #require(try await harness.area.publicKeys(of: [handle]).first)
            let payload = try JSON(parsing: instance.payload)
            // x of an uncompressed point: the 32 bytes after its mark.
            #expect(payload["cnf"]?["jwk"]?["x"]?.string == instance.encoded(key.bytes[1...32]))
        }
    }

    @Test(.row("VCI-CRES-09"), arguments: FieldCase.modes)
    func `FIELD-R02 a credential that is foreign, expired, of another type or issuer, or altered is not kept`(
        mode: Strictness
    ) async throws {
        for (fault, code) in [
            (PeerFault.wrongHolderKey, "sdvc.cnf.foreignKey"), (.missingHolderKey, "sdvc.cnf.missing"),
            (.expired, "sdvc.time.expired"), (.notYetValid, "sdvc.time.notYet"), (.wrongType, "sdvc.vct.mismatch"),
            (.wrongIssuer, "sdvc.iss.foreign"), (.tamperedSignature, "jose.signature.invalid"),
            (.foreignSignature, "jose.signature.invalid"), (.badDigest, "sdjwt.disclosure.unreferenced"),
            (.algorithmNone, "jose.alg.notAllowed"),
        ] {
            let harness = try await Harness(mode) { $0.faults = [fault] }
            let refusal = try await harness.refusal()
            #expect(refusal?.code == .invalidCredential)
            #expect(refusal?.found == code, "\(fault)")
            #expect(harness.isClean)
            #expect(try await harness.wallet.credentials.list().isEmpty)
        }
    }

    @Test(.row("VCI-CRES-03"), arguments: FieldCase.modes)
    func `FIELD-R29 more credentials than proofs end in an error`(mode: Strictness) async throws {
        for size in [1, 3] {
            let harness = try await Harness(mode) { $0.faults = [.moreThanKeys] }
            await #expect(throws: IssuanceError(.invalidResponse, "", party: .issuer, remedy: "")) {
                try await harness.receive(policy: CredentialPolicy(batchSize: size))
            }
            #expect(harness.isClean)
        }
    }

    @Test(.row("VCI-GEN-02"), arguments: FieldCase.modes, PeerEndpoint.preAuthorized + [.jwtVcIssuerMetadata])
    func `FIELD-R31 a body without end is cut off by a limit`(mode: Strictness, endpoint: PeerEndpoint) async throws {
        let harness = try await Harness(
            mode, [Tampering("endless", at: endpoint, .misbehaving(.oversized(nil)))]
        ) { if endpoint == .jwtVcIssuerMetadata { $0.keySource = .metadata } }
        let refusal = try await harness.refusal(of: harness.issuer.makeOffer(["pid"]).referenceLink)
        let expected: IssuanceError.Code =
            switch endpoint {
            case .offer: .invalidOffer
            case .issuerMetadata, .authorizationServerMetadata, .jwtVcIssuerMetadata: .invalidMetadata
            default: .invalidResponse
            }
        #expect(refusal?.code == expected)
        #expect(harness.isClean)
    }
}
