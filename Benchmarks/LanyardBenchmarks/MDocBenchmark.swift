import LanyardCBOR
import LanyardCOSE
import LanyardCertificates
import LanyardCrypto
import LanyardDER
import MDoc
import TestPeers
import WalletPorts

/// Verifying an mdoc of twenty elements with a portrait, presenting five of them, and sealing, each beside its floor.
enum MDocBenchmark {
    static func run(_ effort: Measurement.Effort) async throws -> [Measurement] {
        let sample = try Sample()
        return [
            try await verification(sample, effort), try await reading(sample, effort),
            try await presentation(sample, effort), try await sealing(effort),
        ]
    }

    /// An mdoc as it arrives, and what it takes to verify it.
    private struct Sample {
        static let now = Instant(seconds: 1_767_312_000)  // 2026-01-02
        static let docType = "org.iso.18013.5.1.mDL"
        static let space = "org.iso.18013.5.1"

        let device: ECPrivateKey
        let root: Certificate
        let signer: PeerCertificate
        let encoded: [UInt8]
        let signature: [UInt8]
        let signingInput: [UInt8]
        let items: [[UInt8]]
        let expectation: MDocCredential.Expectation
        let validator: PathValidator

        init() throws {
            device = try ECPrivateKey.generate(.p256)
            let pki = try PeerPKI(at: Self.now)
            signer = try pki.credentialSigner("https://issuer.example", host: "issuer.example", under: pki.issuerRoot) {
                $0.purposes = [OID(1, 0, 18013, 5, 1, 2)]
            }
            root = try Certificate(der: pki.issuerRoot.der)
            var builder = IssuerSignedBuilder(
                docType: Self.docType, deviceKey: .ec(device.publicKey), signed: "2026-01-01T12:00:00Z",
                validUntil: "2026-06-01T00:00:00Z")
            for number in 1...19 {
                builder.add("element_\(number)", .text("the value of element \(number)"), in: Self.space)
            }
            builder.add("portrait", .bytes([0xFF, 0xD8, 0xFF] + RandomBytes.make(20_000)), in: Self.space)
            let draft = builder.unsigned(builder.securityObject, chain: [signer.der])
            signingInput = draft.signingInput
            signature = try signer.key.signature(for: signingInput, hash: .sha256)
            encoded = builder.issuerSigned(draft.encoded(signature: signature))
            items = builder.nameSpaces.flatMap(\.items)
            expectation = MDocCredential.Expectation(
                docType: Self.docType, deviceKeys: [.ec(device.publicKey)], signer: try Certificate(der: signer.der),
                now: Self.now)
            validator = PathValidator(
                anchors: [root], profile: .mdocDocumentSigner(docType: Self.docType), at: Self.now)
        }

        func verified() throws -> VerifiedIssuerSigned {
            var findings = Findings()
            let received = try IssuerSigned(parsing: encoded, findings: &findings)
            let chain = try received.certificates()
            guard case .valid = validator.validate(chain), let leaf = chain.first else {
                throw CryptoError(.authenticationFailed, "the benchmark's own chain")
            }
            let verified = try received.verified(by: leaf.publicKey)
            _ = try MDocCredential(checking: verified, for: expectation, findings: &findings)
            return verified
        }
    }

    /// Two signatures are on the path: the root's on the certificate, and the certificate's on the security object.
    ///
    /// The key of the certificate arrives with it, and has to be decoded.
    private static func floor(_ sample: Sample) throws {
        let key = try ECPublicKey(.p256, x963: sample.signer.key.publicKey.x963)
        for _ in 0..<2 {
            guard key.isValidSignature(sample.signature, for: sample.signingInput, hash: .sha256) else {
                throw CryptoError(.authenticationFailed, "the benchmark's own signature")
            }
        }
        for item in sample.items { _ = Hash.sha256(item) }
    }

    private static func verification(_ sample: Sample, _ effort: Measurement.Effort) async throws -> Measurement {
        try await Measurement(
            "verify an mdoc of 20 elements, 20 kB portrait", promise: 1.4, effort: effort,
            operation: { _ = try sample.verified() }, floor: { try floor(sample) })
    }

    /// All the CBOR that verifying reads: the structure, each item, the security object.
    private static func reading(_ sample: Sample, _ effort: Measurement.Effort) async throws -> Measurement {
        let object = try sample.verified().securityObject.item.bytes
        let items = try sample.items.map { try CBORItem(parsing: $0).content(of: 24)?.byteString ?? ByteView([]) }
        return try await Measurement(
            "read its CBOR (floor: verifying it)", promise: 0.1, effort: effort,
            operation: {
                _ = try CBORItem(parsing: sample.encoded)
                for item in items { _ = try CBORItem(parsing: item) }
                _ = try CBORItem(parsing: object)
            },
            floor: { _ = try sample.verified() })
    }

    private static func presentation(_ sample: Sample, _ effort: Measurement.Effort) async throws -> Measurement {
        let credential = try sample.verified()
        let selection = DocumentDraft.Selection(Sample.space, (1...4).map { "element_\($0)" } + ["portrait"])
        let input = RandomBytes.make(200)
        return try await Measurement(
            "build a DeviceResponse of 5 elements", promise: 1.3, effort: effort,
            operation: {
                let transcript = SessionTranscript.openID4VPOverDCAPI(
                    origin: "https://verifier.example", nonce: "nonce", encryptionKeyThumbprint: nil)
                let draft = try DocumentDraft(of: credential, disclosing: [selection], in: transcript)
                guard let unsigned = draft.unsigned else { return }
                let signature = try sample.device.signature(for: unsigned.signingInput, hash: .sha256)
                _ = DeviceResponse.encoded([try draft.signed(signature)])
            },
            floor: { _ = try sample.device.signature(for: input, hash: .sha256) })
    }

    private static func sealing(_ effort: Measurement.Effort) async throws -> Measurement {
        let recipient = try ECPrivateKey.generate(.p256).publicKey
        let plaintext = RandomBytes.make(16 * 1024)
        let info = RandomBytes.make(44)
        return try await Measurement(
            "HPKE seal of 16 kB (floor: the primitives)", promise: 1.3, effort: effort,
            operation: { _ = try Hpke.sealBaseP256(plaintext, to: recipient, info: info) },
            floor: {
                let secret = try ECPrivateKey.generate(.p256).sharedSecret(with: recipient)
                let key = try HKDF.derive(.sha256, input: secret, salt: [], info: info, count: 16)
                _ = try AESGCM.seal(plaintext, key: key, nonce: RandomBytes.make(12), authenticating: [])
            })
    }
}
