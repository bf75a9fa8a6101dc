import LanyardCrypto
import LanyardJSON
import LanyardText
import WalletPorts

/// Writes an SD-JWT VC, RFC 9901 §4 and SD-JWT VC §3, with the faults that are asked for.
///
/// It shares no code with the wallet's reader, so that neither hides a mistake of the other.
struct SDJWTPress {
    let vct: String
    /// `vct#integrity`, if it is told.
    let integrity: String?
    let configuration: PeerConfiguration
    let issuer: String
    let signer: PeerCertificate
    let pki: PeerPKI
    let keySource: PeerIssuer.Options.KeySource
    let now: Instant
    let faults: Set<PeerFault>
    var isSecondOfBatch = false
    private var disclosures: [String] = []

    init(
        vct: String, integrity: String?, configuration: PeerConfiguration, issuer: String, signer: PeerCertificate,
        pki: PeerPKI,
        keySource: PeerIssuer.Options.KeySource, now: Instant, faults: Set<PeerFault>
    ) {
        self.vct = vct
        self.integrity = integrity
        self.configuration = configuration
        self.issuer = issuer
        self.signer = signer
        self.pki = pki
        self.keySource = keySource
        self.now = now
        self.faults = faults
    }

    /// The credential in compact form.
    mutating func press(for holder: HolderKey?) throws(CryptoError) -> String {
        var payload = try registeredClaims(for: holder)
        addData(to: &payload)
        let (header, key) = try header()
        var jws = CompactJWS(header: header, payload: payload)
        if faults.contains(.algorithmNone) {
            jws.leaveUnsigned()
        } else {
            try jws.sign(with: faults.contains(.foreignSignature) ? ECPrivateKey.generate(.p256) : key)
        }
        if faults.contains(.tamperedSignature), let last = jws.signature.indices.last { jws.signature[last] ^= 1 }
        if faults.contains(.badDigest) { alterLastDisclosure() }
        if faults.contains(.unlinkedDisclosure) { _ = disclose(["nobody-asked", true]) }
        var text = ([jws.text] + disclosures).joined(separator: "~")
        if !faults.contains(.missingTilde) { text += "~" }
        if faults.contains(.keyBindingAppended) {
            var binding = CompactJWS(
                header: ["alg": "ES256", "typ": "kb+jwt"],
                payload: [
                    "iat": .number(JSONNumber(now.seconds)), "aud": "https://verifier.example", "nonce": "n",
                    "sd_hash": .string(Base64URL.encode(Hash.sha256(text.utf8))),
                ])
            try binding.sign(with: key)
            text += binding.text
        }
        return text
    }

    private func registeredClaims(for holder: HolderKey?) throws(CryptoError) -> JSONObject {
        func seconds(_ offset: Double) -> JSON { .number(JSONNumber(now.advanced(by: offset).seconds)) }
        var claims = JSONObject()
        claims["iss"] = .string(faults.contains(.wrongIssuer) ? "https://someone-else.example" : issuer)
        if faults.contains(.noIssuerKey) { claims["iss"] = nil }
        let day = 86_400.0
        let isExpired = faults.contains(.expired)
        claims["iat"] = seconds(isExpired ? -200 * day : 0)
        claims["nbf"] = seconds(isExpired ? -200 * day : faults.contains(.notYetValid) ? day : 0)
        claims["exp"] = seconds(isExpired ? -day : configuration.lifetime)
        claims["vct"] = .string(faults.contains(.wrongType) ? "urn:example:something-else:1" : vct)
        if let integrity { claims["vct#integrity"] = .string(integrity) }
        if faults.contains(.missingType) { claims["vct"] = nil }
        if let holder {
            claims["cnf"] = ["jwk": holder.jwk]
            if faults.contains(.wrongHolderKey) {
                claims["cnf"] = ["jwk": HolderKey(try ECPrivateKey.generate(.p256).publicKey).jwk]
            }
            if faults.contains(.keyByReference) { claims["cnf"] = ["kid": .string(holder.thumbprint)] }
            if faults.contains(.missingHolderKey) { claims["cnf"] = nil }
        }
        claims["_sd_alg"] = faults.contains(.unknownHashAlgorithm) ? "md5" : "sha-256"
        return claims
    }

    /// Puts the data in: open members as they are, all others behind digests, decoys among them.
    private mutating func addData(to payload: inout JSONObject) {
        var digests: [String] = []
        for (name, value) in configuration.data.members {
            if configuration.open.contains(name) {
                payload[name] = value
            } else {
                var value = value
                if isSecondOfBatch, faults.contains(.differingData), case .string(let text) = value {
                    value = .string(text + "?")
                }
                let hidden = hide(value)
                digests.append(disclose([.string(name), hidden]))
            }
        }
        if faults.contains(.disclosedExpiry), let expiry = payload["exp"] {
            payload["exp"] = nil
            digests.append(disclose(["exp", expiry]))
        }
        if faults.contains(.reservedClaimName) { digests.append(disclose(["_sd", []])) }
        if faults.contains(.claimNameCollision) {
            payload["remark"] = "in the clear"
            digests.append(disclose(["remark", "and behind a digest"]))
        }
        if faults.contains(.malformedDisclosure) { digests.append(disclose(["one", "member", "too many"])) }
        if faults.contains(.duplicateDigest), let first = digests.first { digests.append(first) }
        payload["_sd"] = .array(withDecoys(digests))
    }

    /// Hides every member and element below a value; depth is that of the configuration's own data.
    private mutating func hide(_ value: JSON) -> JSON {
        switch value {
        case .object(let object):
            var digests: [String] = []
            for (name, value) in object.members {
                let hidden = hide(value)
                digests.append(disclose([.string(name), hidden]))
            }
            return ["_sd": .array(withDecoys(digests))]
        case .array(let elements):
            var hidden: [JSON] = []
            for element in elements {
                let inner = hide(element)
                hidden.append(["...": .string(disclose([inner]))])
            }
            return .array(hidden)
        default:
            return value
        }
    }

    /// Adds a disclosure with a fresh salt of 128 bits and gives its digest.
    private mutating func disclose(_ content: [JSON]) -> String {
        let salt = JSON.string(Base64URL.encode(RandomBytes.make(16)))
        let disclosure = Base64URL.encode(JSON.array([salt] + content).encoded())
        disclosures.append(disclosure)
        return Base64URL.encode(Hash.sha256(disclosure.utf8))
    }

    /// Sorted, so that the order tells nothing.
    private func withDecoys(_ digests: [String]) -> [JSON] {
        (digests + [Base64URL.encode(RandomBytes.make(32))]).sorted().map { .string($0) }
    }

    private mutating func alterLastDisclosure() {
        guard let last = disclosures.popLast(), let bytes = Base64URL.decode(last),
            var content = (try? JSON(parsing: bytes))?.array, !content.isEmpty
        else { return }
        content[content.count - 1] = "altered"
        disclosures.append(Base64URL.encode(JSON.array(content).encoded()))
    }

    private func header() throws(CryptoError) -> (JSONObject, ECPrivateKey) {
        var header: JSONObject = [
            "alg": faults.contains(.algorithmNone) ? "none" : "ES256",
            "typ": faults.contains(.wrongMediaType) ? "JWT" : "dc+sd-jwt",
        ]
        guard !faults.contains(.noIssuerKey) else { return (header, signer.key) }
        guard keySource == .certificates else {
            header["kid"] = .string(HolderKey(signer.key.publicKey).thumbprint)
            return (header, signer.key)
        }
        let host = PeerIssuer.host(of: issuer)
        var signer = signer
        if faults.contains(.badChain) {
            signer = try pki.credentialSigner(issuer, host: host, under: pki.foreignRoot)
        } else if faults.contains(.selfSignedSigner) {
            signer = try PeerCertificate(CertificateDraft("Self-signed", at: now))
        } else if faults.contains(.expiredSigner) {
            signer = try pki.credentialSigner(issuer, host: host) {
                $0.notBefore = now.advanced(by: -400 * 86_400)
                $0.notAfter = now.advanced(by: -30 * 86_400)
            }
        }
        var chain = signer.chain
        if faults.contains(.anchorInChain) { chain.append(pki.issuerRoot.der) }
        header["x5c"] = .array(chain.map { .string(Base64.encode($0)) })
        return (header, signer.key)
    }
}
