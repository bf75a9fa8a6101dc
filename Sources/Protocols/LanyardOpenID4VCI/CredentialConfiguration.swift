public import LanyardJSON
import LanyardOAuth
import WalletPorts

/// The format of a credential, with the type that belongs to it.
public enum CredentialFormat: Hashable, Sendable {
    /// `dc+sd-jwt`, with the type's identifier.
    case sdJwtVc(vct: String)
    /// `mso_mdoc`, with the document type.
    case msoMdoc(doctype: String)
    /// A format that has no reader here, by its identifier.
    case other(String)

    /// The identifier of the format in OpenID4VCI 1.0.
    public var identifier: String {
        switch self {
        case .sdJwtVc: "dc+sd-jwt"
        case .msoMdoc: "mso_mdoc"
        case .other(let name): name
        }
    }
}

/// One kind of credential that an issuer offers, OpenID4VCI 1.0 §12.2.4 and Appendix A.
public struct CredentialConfiguration: Sendable {
    /// Its id: the name under `credential_configurations_supported`.
    public let id: String
    /// The format with its type.
    public let format: CredentialFormat
    /// The format as the document names it, which for drafts may be another name of the same.
    public let formatName: String
    /// The scope value that asks for it.
    public let scope: String?
    /// Algorithms that the issuer may sign with; informational.
    public let signingAlgorithms: [SigningAlgorithmName]
    /// How keys are named, such as `jwk` or `cose_key`; nil without key binding.
    public let bindingMethods: [String]?
    /// The accepted key proofs, in the document's order; empty when no proof is sent.
    public let proofTypes: [ProofType]
    /// How the credential is shown, if its own format does not say.
    public let display: [DisplayEntry]
    /// The claims in display order.
    public let claims: [ClaimDescription]
    /// How often one instance may be shown, if the issuer says.
    public let reusePolicy: CredentialReusePolicy?
    /// The whole entry as it arrived, for formats whose members are not known here.
    public let json: JSONObject

    /// Whether the credential is bound to a key of the wallet: it is when the issuer takes proofs.
    public var needsProof: Bool { !proofTypes.isEmpty }

    init(id: String, _ member: OutsideMember, findings: inout Findings) throws(Finding) {
        let rows = ["VCI-META-18"]
        _ = try member.object(rows: rows)
        json = member.value?.object ?? JSONObject()
        self.id = id
        formatName = try member["format"].string(rows: rows)
        format = try Self.format(member, findings: &findings)
        scope = try member["scope"].optionalString(rows: rows)
        signingAlgorithms = try SigningAlgorithmName.list(member["credential_signing_alg_values_supported"])
        bindingMethods = try member["cryptographic_binding_methods_supported"].optionalStrings(rows: ["VCI-META-20"])
        proofTypes = try ProofType.list(member["proof_types_supported"])
        if (bindingMethods ?? []).isEmpty != proofTypes.isEmpty {
            findings.note(
                member.finding(
                    "binding.inconsistent", rows: ["VCI-META-20"],
                    expected: "cryptographic_binding_methods_supported and proof_types_supported together"
                ).asWarning)
        }
        let metadata = member["credential_metadata"]
        let place = metadata.isAbsent ? member : metadata
        let hasLegacyPlace = metadata.isAbsent && !(member["display"].isAbsent && member["claims"].isAbsent)
        if hasLegacyPlace {
            findings.note(
                member["display"].finding(
                    "legacyDisplay", rows: ["LEG-07"], expected: "credential_metadata",
                    seen: .text("the drafts' place"),
                    remedy: "Move `display` and `claims` into `credential_metadata`."
                ).asWarning)
        }
        reusePolicy = CredentialReusePolicy(metadata["credential_reuse_policy"], findings: &findings)
        display = DisplayEntry.list(place["display"], needsName: true, findings: &findings)
        claims = ClaimDescription.list(place["claims"], format: format, findings: &findings)
    }

    private static func format(_ member: OutsideMember, findings: inout Findings) throws(Finding) -> CredentialFormat {
        let rows = ["VCI-META-18"]
        let name = try member["format"].string(rows: rows)
        switch name {
        case "dc+sd-jwt": return .sdJwtVc(vct: try member["vct"].string(rows: rows))
        case "vc+sd-jwt":
            let vct = try member["vct"].string(rows: rows)
            try findings.tolerate(
                member["format"].finding(
                    "format.alias", rows: ["LEG-06"], clause: "OpenID4VCI 1.0 §A.3.1", expected: "dc+sd-jwt",
                    seen: .text(name), remedy: "Publish `dc+sd-jwt`."))
            return .sdJwtVc(vct: vct)
        case "mso_mdoc": return .msoMdoc(doctype: try member["doctype"].string(rows: rows))
        default: return .other(name)
        }
    }
}
