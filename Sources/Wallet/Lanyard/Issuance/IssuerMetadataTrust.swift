internal import LanyardCertificates
internal import LanyardCrypto
internal import LanyardOAuth
internal import LanyardOpenID4VCI

extension Openid4VciClient {
    /// Whether signed metadata is asked for: only where its signer can be judged.
    var acceptsSignedMetadata: Bool {
        get async {
            guard signedMetadata != .ignore, let trust else { return false }
            return await !trust.anchors(for: .metadataSigner, type: nil).isEmpty
        }
    }

    /// The metadata that may be used: plain metadata unless the policy wants a signature, signed metadata by a trusted signer.
    func trusted(
        _ received: ReceivedIssuerMetadata, findings: inout Findings
    ) async throws(Finding) -> CredentialIssuerMetadata {
        switch received {
        case .plain(let metadata):
            guard signedMetadata == .require else { return metadata }
            throw Finding(
                "signedMetadata.missing", .issuer, clause: "OpenID4VCI 1.0 §12.2.3", rows: ["VCI-META-06"],
                at: "issuer metadata", expected: "signed metadata, which the wallet is set to require",
                seen: .text("application/json"), remedy: "Serve the metadata as application/jwt when it is asked for.")
        case .signed(let signed):
            let metadata = try signed.verified(by: try await key(of: signed), findings: &findings)
            record.passed(
                "signed issuer metadata", clause: "OpenID4VCI 1.0 §12.2.3", rows: ["VCI-META-08", "VCI-META-09"])
            return metadata
        }
    }

    /// The key of the signer, who must be trusted: a signature by nobody known says nothing (VCI-META-09).
    private func key(of signed: SignedIssuerMetadata) async throws(Finding) -> PublicKey {
        let verdict = await trust?.authority(of: signed.chain, as: .metadataSigner, type: nil) ?? .unknown
        guard case .trusted(let anchor, _) = verdict, let leaf = signed.chain.first else {
            throw Finding(
                "signedMetadata.signer.untrusted", .issuer, clause: "OpenID4VCI 1.0 §12.2.3", rows: ["VCI-META-09"],
                at: "signed issuer metadata: /x5c", expected: "a path to an anchor for signers of metadata",
                seen: .text("\(verdict)"),
                remedy: "Add the signer's anchor to the wallet's trust, or serve plain metadata.")
        }
        record.passed("metadata signer", clause: "OpenID4VCI 1.0 §12.2.3", rows: ["VCI-META-09"], anchor)
        return try Certificate(der: leaf, from: .issuer).publicKey
    }
}
