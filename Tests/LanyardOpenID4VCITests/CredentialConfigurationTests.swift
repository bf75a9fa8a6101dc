import LanyardJSON
import LanyardOpenID4VCI
import LanyardTestSupport
import Testing
import WalletPorts

struct CredentialConfigurationTests {
    private func read(_ configuration: String) throws -> (CredentialConfiguration?, [Finding], Finding?) {
        let result = try IssuerDocument.read(IssuerDocument.text(configurations: #"{"c":\#(configuration)}"#))
        return (result.metadata.configuration("c"), result.findings, result.metadata.droppedConfigurations["c"])
    }

    private func sdJwt(_ more: String = "") -> String { #"{"format":"dc+sd-jwt","vct":"urn:pid"\#(more)}"# }

    // Field failure O07.
    @Test(.row("VCI-META-18")) func `VCI-META-18 drops a broken configuration alone and says why`() throws {
        let configurations =
            #"{"good":{"format":"dc+sd-jwt","vct":"urn:pid","scope":"pid","id":"x"},"noVct":{"format":"dc+sd-jwt"},"noDoctype":{"format":"mso_mdoc"},"noFormat":{},"number":7,"badScope":{"format":"mso_mdoc","doctype":"d","scope":1},"badProof":{"format":"mso_mdoc","doctype":"d","proof_types_supported":{"jwt":{}}},"w3c":{"format":"ldp_vc"},"strange":{"format":"x.y"}}"#
        let (metadata, findings) = try IssuerDocument.read(IssuerDocument.text(configurations: configurations))
        #expect(metadata.configurations.map(\.id) == ["good", "w3c", "strange"])
        #expect(metadata.configurations.map(\.format) == [.sdJwtVc(vct: "urn:pid"), .other("ldp_vc"), .other("x.y")])
        #expect(metadata.configuration("good")?.scope == "pid")
        let at = "issuer metadata: /credential_configurations_supported"
        #expect(
            metadata.droppedConfigurations.mapValues(\.location) == [
                "noVct": "\(at)/noVct/vct", "noDoctype": "\(at)/noDoctype/doctype", "noFormat": "\(at)/noFormat/format",
                "number": "\(at)/number", "badScope": "\(at)/badScope/scope",
                "badProof": "\(at)/badProof/proof_types_supported/jwt/proof_signing_alg_values_supported",
            ])
        #expect(findings.filter { $0.severity == .warning }.count == 6)
    }

    @Test(.row("VCI-META-19", "LEG-12")) func `VCI-META-19 algorithms are names and numbers, mixed as they may be`()
        throws
    {
        let read = try self.read(sdJwt(#","credential_signing_alg_values_supported":["ES256",-7,-9,"ES521"]"#)).0
        #expect(read?.signingAlgorithms == [.name("ES256"), .number(-7), .number(-9), .name("ES512")])
        #expect(try self.read(sdJwt(#","credential_signing_alg_values_supported":[1.5]"#)).0 == nil)
        // OpenID4VCI 1.0 §A.2.2: `alg` -7 on P-256 matches -7 and -9.
        #expect(SigningAlgorithmName.number(-7).admits(cose: -7) && SigningAlgorithmName.number(-9).admits(cose: -7))
        #expect(
            !SigningAlgorithmName.number(-35).admits(cose: -7) && SigningAlgorithmName.name("ES256").admits(cose: -7))
        #expect(SigningAlgorithmName.name("ES256").admits(jose: "ES256"))
    }

    @Test(.row("VCI-META-20")) func `VCI-META-20 proof types decide whether proofs are sent`() throws {
        let proof = #","proof_types_supported":{"jwt":{"proof_signing_alg_values_supported":["ES256"]}}"#
        let methods = #","cryptographic_binding_methods_supported":["jwk","cose_key","did:key"]"#
        let both = try read(sdJwt(proof + methods))
        #expect(both.0?.needsProof == true && both.1.isEmpty)
        #expect(both.0?.bindingMethods == ["jwk", "cose_key", "did:key"])
        let neither = try read(sdJwt())
        #expect(neither.0?.needsProof == false && neither.1.isEmpty)
        for (more, needsProof) in [(proof, true), (methods, false)] {
            let one = try read(sdJwt(more))
            #expect(one.0?.needsProof == needsProof)
            #expect(one.1.map(\.code.description) == ["issuerMetadata.binding.inconsistent"])
        }
    }

    @Test(.row("VCI-META-21")) func `VCI-META-21 an empty requirement still asks for an attestation`() throws {
        func proofType(_ more: String) throws -> ProofType? {
            try read(
                sdJwt(#","proof_types_supported":{"jwt":{"proof_signing_alg_values_supported":["ES256"]\#(more)}}"#)
            ).0?.proofTypes.first
        }
        #expect(try proofType("")?.keyAttestation == nil)
        #expect(try proofType(#","key_attestations_required":{}"#)?.keyAttestation != nil)
        let levels = try #require(
            try proofType(
                #","key_attestations_required":{"key_storage":["iso_18045_high"],"user_authentication":["x"]}"#))
        #expect(levels.keyAttestation?.keyStorage == ["iso_18045_high"])
        #expect(levels.keyAttestation?.userAuthentication == ["x"])
    }

    @Test(.row("LEG-06")) func `LEG-06 an old format name is an alias`() throws {
        let (configuration, findings, _) = try read(#"{"format":"vc+sd-jwt","vct":"urn:pid"}"#)
        #expect(configuration?.format == .sdJwtVc(vct: "urn:pid"))
        #expect(configuration?.format.identifier == "dc+sd-jwt")
        #expect(findings.map(\.code.description) == ["issuerMetadata.format.alias"])
    }

    // Field failure R13.
    @Test(.row("VCI-META-22", "LEG-07")) func `LEG-07 both places of display and claims are read`() throws {
        let display = #""display":[{"name":"PID","locale":"en"}],"claims":[{"path":["a"]}]"#
        let place = try read(sdJwt(#","credential_metadata":{\#(display),"x":1},"x":[]"#))
        #expect(place.0?.display.first?.name == "PID" && place.0?.claims.count == 1 && place.1.isEmpty)
        let legacy = try read(sdJwt("," + display))
        #expect(legacy.0?.display.first?.name == "PID" && legacy.0?.claims.count == 1)
        #expect(legacy.1.map(\.code.description) == ["issuerMetadata.legacyDisplay"])
    }

    @Test func `LEG-07 the claims map of earlier drafts becomes paths`() throws {
        let claims =
            #","claims":{"given_name":{"mandatory":true,"display":[{"name":"Vorname","locale":"de"}]},"address":{"locality":{}},"odd":7}"#
        let legacy = try #require(try read(sdJwt(claims)).0)
        #expect(legacy.claims.map(\.path.json) == [["given_name"], ["address"], ["address", "locality"]])
        #expect(legacy.claims.first?.isMandatory == true && legacy.claims.first?.display.first?.name == "Vorname")
        let mdoc = try #require(
            try read(#"{"format":"mso_mdoc","doctype":"d","claims":{"ns":{"given_name":{"display":[]}}}}"#).0)
        #expect(mdoc.claims.map(\.path.json) == [["ns", "given_name"]])
        for odd in [#","claims":7"#, #","claims":{"a":[1]}"#, #","claims":{}"#, #","display":"x""#] {
            #expect(try read(sdJwt(odd)).0 != nil)
        }
    }

    @Test(.row("VCI-META-23")) func `VCI-META-23 keeps the order of the specification's example`() throws {
        let json = try JSON(parsing: Vector.bytes("oid4vci/spec-1.0/credential_metadata_sd_jwt_vc.json"))
        let configurations = try #require(json["credential_configurations_supported"]).encodedText()
        let metadata = try IssuerDocument.read(IssuerDocument.text(configurations: configurations)).metadata
        let configuration = try #require(metadata.configurations.first)
        #expect(configuration.claims.prefix(3).map(\.path.json) == [["given_name"], ["family_name"], ["email"]])
        #expect(configuration.claims.first?.display.map(\.name) == ["Given Name", "Vorname"])
        #expect(configuration.claims.allSatisfy { !$0.isMandatory })
        #expect(configuration.display.first?.backgroundColor == "#12107c")
    }

    // OpenID4VCI 1.0 §B.3.
    @Test(arguments: [
        #"[{"path":["a"]},{"path":["a"]}]"#, #"[{"path":["a",null,"n"]},{"path":["a",0]}]"#,
        #"[{"path":["a",null]},{"path":["a","b"]}]"#, #"[{"path":["a",0]},{"path":["a","b"]}]"#, #"[{"path":[]}]"#,
        #"[{}]"#, #"[{"path":["a",-1]}]"#, #"[{"path":["a",1.5]}]"#, #"[{"path":[true]}]"#, #"[7]"#,
        #"[{"path":["a"],"mandatory":"yes"}]"#,
    ])
    func `VCI-META-23 a contradictory list is void and the credential still issuable`(_ claims: String) throws {
        let (configuration, findings, dropped) = try read(sdJwt(#","credential_metadata":{"claims":\#(claims)}"#))
        #expect(configuration?.claims.isEmpty == true)
        #expect(dropped == nil && findings.count == 1 && findings.first?.severity == .warning)
    }

    @Test(arguments: [#"[{"path":["a"]},{"path":["a","b"]},{"path":["c",null]},{"path":["c",null,"d"]}]"#, "[]"])
    func `VCI-META-23 a claim and its parts may both be described`(_ claims: String) throws {
        #expect(try read(sdJwt(#","credential_metadata":{"claims":\#(claims)}"#)).1.isEmpty)
    }
}
