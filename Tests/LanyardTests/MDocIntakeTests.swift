import LanyardTestSupport
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

/// One thing wrong with an mdoc: refused with the rule's own code, and nothing is left (R02, R16).
@Suite struct MDocIntakeTests {
    /// Why an mDL is refused; nil if it is stored.
    private func refusal(
        of faults: Set<PeerFault>, _ strictness: Strictness, change: (inout PeerIssuer.Options) -> Void = { _ in }
    ) async throws -> String? {
        let harness = try await Harness(config: WalletConfig(strictness: strictness)) {
            $0.faults = faults
            change(&$0)
        }
        do {
            _ = try await harness.receive(["mdl"])
            #expect(try await harness.wallet.credentials.list().count == 1)
            return nil
        } catch let error as IssuanceError {
            #expect(error.code == .invalidCredential)
            #expect(error.party == .issuer)
            #expect(harness.leftovers == [])
            #expect(harness.area.handles.count == 0)
            #expect(try await harness.wallet.log.entries().map(\.outcome) == [.failed])
            return error.finding?.code.description ?? "no finding"
        }
    }

    @Test(
        .row(
            "VCI-MDOC-01", "VCI-MDOC-02", "VCI-MDOC-03", "VCI-MDOC-04", "VCI-MDOC-07", "VCI-MDOC-08", "VCI-MDOC-09",
            "VCI-MDOC-10", "VCI-MDOC-11", "VCI-CRES-09"),
        arguments: [
            (PeerFault.textWithSpaces, "mdoc.encoding.text"),
            (.trailingBytes, "mdoc.issuerSigned.trailing"), (.duplicateMapKey, "mdoc.issuerSigned.duplicateKey"),
            (.nestedTooDeep, "mdoc.issuerSigned.depth"),
            (.noIssuerKey, "mdoc.x5chain.missing"), (.detachedPayload, "cose.payload.detached"),
            (.algorithmUnprotected, "cose.alg.unprotected"), (.criticalHeader, "cose.crit.unsupported"),
            (.wrongAlgorithm, "cose.key.mismatch"), (.tamperedSignature, "cose.signature.invalid"),
            (.foreignSignature, "cose.signature.invalid"),
            (.untaggedPayload, "mdoc.mso.type"), (.wrongVersion, "mdoc.mso.type"),
            (.unknownHashAlgorithm, "mdoc.mso.digestAlgorithm"), (.missingType, "mdoc.mso.missing"),
            (.wrongType, "mdoc.docType.mismatch"),
            (.badDigest, "mdoc.digest.mismatch"), (.reencodedItem, "mdoc.digest.mismatch"),
            (.wrongNameSpace, "mdoc.digest.missing"), (.missingDigest, "mdoc.digest.missing"),
            (.duplicateDigestID, "mdoc.digestID.repeated"), (.duplicateElement, "mdoc.element.repeated"),
            (.hugeDigestID, "mdoc.issuerSigned.type"),
            (.wrongHolderKey, "mdoc.deviceKey.foreign"), (.missingHolderKey, "cose.key.missing"),
            (.expired, "mdoc.validity.expired"), (.notYetValid, "mdoc.validity.notYet"),
            (.signedAfterValidFrom, "mdoc.validity.order"), (.missingSigned, "mdoc.validity.missing"),
            (.signedBeforeSigner, "mdoc.validity.signer"),
        ] as [(PeerFault, String)], [Strictness.tolerant, .strict])
    func `VCI-MDOC an mdoc with one thing wrong is refused and nothing is kept`(
        _ fault: (name: PeerFault, code: String), strictness: Strictness
    ) async throws {
        let code = try await refusal(of: [fault.name], strictness)
        #expect(code == fault.code)
    }

    @Test(
        .row("VCI-MDOC-01", "VCI-MDOC-03", "VCI-MDOC-11"),
        arguments: [
            (PeerFault.paddedText, "mdoc.encoding.padding"), (.plainBase64, "mdoc.encoding.alphabet"),
            (.taggedSignature, "mdoc.issuerAuth.tagged"), (.protectedChain, "mdoc.x5chain.protected"),
            (.fractionalTimes, "mdoc.validity.form"),
        ] as [(PeerFault, String)])
    func `VCI-MDOC a deviation of form is a finding when tolerant and a refusal when strict`(
        _ fault: PeerFault, _ code: String
    ) async throws {
        let harness = try await Harness { $0.faults = [fault] }
        let result = try await harness.receive(["mdl"])
        let credential = try #require(try await harness.wallet.credentials.get(result.issued[0]))
        #expect(credential.findings.contains { $0.code.description == code && $0.severity == .warning })
        #expect(credential.claims.contains { $0.pointer == "/org.iso.18013.5.1/family_name" })
        #expect(try await refusal(of: [fault], .strict) == code)
    }

    @Test(.row("VCI-MDOC-10")) func `VCI-MDOC-10 an mdoc for which no key was proved is refused`() async throws {
        let code = try await refusal(of: [], .tolerant) { options in
            for index in options.configurations.indices { options.configurations[index].isKeyBound = false }
        }
        #expect(code == "mdoc.deviceKey.unasked")
    }

    @Test(.row("VCI-MDOC-12")) func `VCI-MDOC-12 a country that is not the signer's is flagged`() async throws {
        let harness = try await Harness { $0.faults = [.signerElsewhere] }
        let result = try await harness.receive(["mdl"])
        let credential = try #require(try await harness.wallet.credentials.get(result.issued[0]))
        let finding = try #require(credential.findings.first { $0.code.description == "mdoc.place.mismatch" })
        #expect(finding.location == "/nameSpaces/org.iso.18013.5.1/issuing_country")
        #expect(finding.severity == .warning)
    }
}
