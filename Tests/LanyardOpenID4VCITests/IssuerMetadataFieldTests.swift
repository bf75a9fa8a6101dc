import LanyardJSON
import LanyardOAuth
import LanyardOpenID4VCI
import LanyardTestSupport
import Testing
import WalletPorts

/// Documents of deployed issuers, of other wallets' tests, of the conformance suite and of the specification.
///
/// `Vectors/oid4vci/expected/issuer-metadata.txt` says for each what is wrong, which configurations are dropped and why,
/// and what is recorded. It was reviewed against OpenID4VCI 1.0 by hand.
struct IssuerMetadataFieldTests {
    static func outcome(of file: String) throws -> String {
        let bytes = try Vector.bytes("oid4vci/issuer-metadata/\(file)")
        let json: JSON
        do {
            json = try JSON(parsing: bytes)
        } catch {
            return "\(file): not JSON"
        }
        guard let issuer = IssuerIdentifier(json["credential_issuer"]?.string ?? "") else {
            return "\(file): no identifier"
        }
        var findings = Findings()
        do throws(Finding) {
            let metadata = try CredentialIssuerMetadata(json: json, issuer: issuer, findings: &findings)
            let dropped = metadata.droppedConfigurations.sorted { $0.key < $1.key }
            let lines =
                ["\(file): \(metadata.configurations.count) usable"]
                + dropped.map { "  drops \($0.key): \($0.value.code) \($0.value.location)" }
                + Set(findings.list.map(\.code.description)).sorted()
                .filter { code in !dropped.contains { $0.value.code.description == code } }.map { "  records \($0)" }
            return lines.joined(separator: "\n")
        } catch {
            return "\(file): refused, \(error.code) \(error.location)"
        }
    }

    @Test(.row("VCI-META-18")) func `reads documents of the field, or names the member that is wrong`() throws {
        let files = try Vector.files(in: "oid4vci/issuer-metadata")
        #expect(files.count == 50)
        let outcomes = try files.map { try Self.outcome(of: $0) }.joined(separator: "\n").split(separator: "\n")
        let expected = try Vector.text("oid4vci/expected/issuer-metadata.txt").split(separator: "\n")
        for (outcome, expected) in zip(outcomes, expected) { #expect(outcome == expected) }
        #expect(outcomes.count == expected.count)
    }

    @Test func `a document that is no JSON is refused`() throws {
        #expect(
            try Self.outcome(of: "swiss-credential-metadata-empty.notjson.txt")
                == "swiss-credential-metadata-empty.notjson.txt: not JSON")
    }
}
