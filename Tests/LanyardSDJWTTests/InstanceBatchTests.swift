import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardTestSupport
import Testing
import WalletPorts

@testable import LanyardSDJWT

@Suite struct InstanceBatchTests {
    @Test
    func `instances that share a key, a signature, a salt or a time are pointed out`() throws {
        let first = try instance(scalar: 1, salt: "a", issuedAt: 100)
        let second = try instance(scalar: 2, salt: "b", issuedAt: 200)
        #expect(InstanceBatch.findings(of: [first, second]).isEmpty)
        #expect(
            kinds([first, second, try instance(scalar: 2, salt: "c", issuedAt: 300)]) == ["sdvc.batch.sameKey"])
        #expect(
            kinds([first, second, try instance(scalar: 3, salt: "b", issuedAt: 300)]) == ["sdvc.batch.sameSalt"])
        #expect(
            kinds([first, second, try instance(scalar: 3, salt: "c", issuedAt: 100)]) == ["sdvc.batch.sameTimes"])
        #expect(
            kinds([first, first]) == [
                "sdvc.batch.sameKey", "sdvc.batch.sameSignature", "sdvc.batch.sameSalt", "sdvc.batch.sameTimes",
            ])
    }

    private func kinds(_ instances: [SDJWTVC]) -> [String] {
        InstanceBatch.findings(of: instances).map(\.code.description)
    }

    private func instance(scalar: UInt8, salt: String, issuedAt: Int64) throws -> SDJWTVC {
        let holder = try ECPrivateKey(.p256, scalar: [UInt8](repeating: 0, count: 31) + [scalar])
        var builder = SDJWTBuilder(salt: { salt })
        let payload = builder.object(
            [
                "vct": .string(Samples.type), "iat": .number(JSONNumber(issuedAt)), "given_name": "John",
                "cnf": .object(["jwk": JWK(.ec(holder.publicKey)).json]),
            ], hiding: ["given_name"])
        var findings = Findings()
        return try SDJWTVC(
            checking: try VerifiedSDJWT(reopening: try Issuer.sign(&builder, payload)),
            for: .init(type: Samples.type, holderKeys: [], now: Samples.now), findings: &findings)
    }
}
