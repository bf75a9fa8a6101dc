public import LanyardCrypto
import LanyardJSON
import LanyardLock
import LanyardText
public import WalletPorts

/// A wallet provider in software: attests client instances and keys, with certificates of its own CA.
public final class PeerWalletProvider: WalletAttestationProvider {
    /// What is wrong with its attestations.
    public enum Fault: String, Hashable, Sendable, CaseIterable {
        /// They have expired.
        case expired
        /// They are for another key.
        case otherKey
        /// They are of another client.
        case otherClient
        /// They have another type.
        case wrongType
        /// They have no certificates.
        case noCertificates
        /// They are signed with a certificate that signed itself.
        case selfSignedSigner
        /// The anchor is among the certificates.
        case anchorInChain
        /// The signature is broken.
        case tamperedSignature
        /// Key attestations have another nonce.
        case wrongNonce
        /// Key attestations have no nonce.
        case missingNonce
        /// Key attestations have no expiry.
        case missingExpiry
        /// Key attestations leave the last key out.
        case fewerKeys
        /// There are none, and trying again may help.
        case unreachable
        /// There are none.
        case refusing
    }

    /// How the provider behaves.
    public struct Options: Sendable {
        /// The client id that all instances share.
        public var clientID = "wallet-dev"
        /// `iss`; nil leaves it out.
        public var issuer: String? = "https://provider.example"
        /// Seconds that an attestation lives.
        public var lifetime: Int64 = 3600
        /// `key_storage` of key attestations; nil gives what is asked for.
        public var keyStorage: [String]?
        /// `user_authentication` of key attestations; nil gives what is asked for.
        public var userAuthentication: [String]?
        /// What is wrong.
        public var faults: Set<Fault> = []

        /// Makes the options of a provider that does everything right.
        public init() {}
    }

    /// One request that it got.
    public enum Request: Hashable, Sendable {
        /// For a client attestation.
        case client(key: PublicKeyBytes, authorizationServer: String)
        /// For a key attestation.
        case keys(count: Int, nonce: String?, keyStorage: [String], userAuthentication: [String])
    }

    private struct Inside {
        var options: Options
        var requests: [Request] = []
    }

    private let clock: any WalletClock
    private let root: PeerCertificate
    private let signer: PeerCertificate
    private let inside: Mutex<Inside>

    /// Opens a provider whose certificates are valid around now.
    public init(_ options: Options = Options(), clock: any WalletClock) throws(CryptoError) {
        self.clock = clock
        root = try PeerCertificate(.authority("Utopia Wallet Provider Root", at: clock.now))
        signer = try PeerCertificate(CertificateDraft("Utopia Wallet Provider", at: clock.now), issuer: root)
        inside = Mutex(Inside(options: options))
    }

    /// The anchor of its attestations, DER.
    public var anchor: [UInt8] { root.der }

    /// The anchor of its attestations, PEM.
    public var anchorPEM: String { root.pem }

    /// The requests so far.
    public var requests: [Request] { inside.withLock { $0.requests } }

    /// How it behaves from now on.
    public var options: Options {
        get { inside.withLock { $0.options } }
        set { inside.withLock { $0.options = newValue } }
    }

    /// Attests a client instance's key.
    public func clientAttestation(
        for key: PublicKeyBytes, authorizationServer: String
    ) async throws(WalletAttestationError) -> String {
        let options = begin(.client(key: key, authorizationServer: authorizationServer))
        try checkReach(options)
        let now = clock.now.seconds
        var claims: JSONObject = [
            "sub": .string(options.faults.contains(.otherClient) ? "another-wallet" : options.clientID),
            "iat": .number(JSONNumber(now)), "exp": .number(JSONNumber(expiry(options))),
            "cnf": ["jwk": try jwk(key, options)], "wallet_name": "Utopia Wallet",
            "wallet_link": "https://provider.example/wallet",
        ]
        if let issuer = options.issuer { claims["iss"] = .string(issuer) }
        return try signed(type: "oauth-client-attestation+jwt", claims, options)
    }

    /// Attests keys.
    public func keyAttestation(
        for keys: [PublicKeyBytes], nonce: String?, keyStorage: [String], userAuthentication: [String]
    ) async throws(WalletAttestationError) -> String {
        let options = begin(
            .keys(count: keys.count, nonce: nonce, keyStorage: keyStorage, userAuthentication: userAuthentication))
        try checkReach(options)
        let attested = options.faults.contains(.fewerKeys) ? keys.dropLast() : keys[...]
        var jwks: [JSON] = []
        for key in attested { jwks.append(try jwk(key, options)) }
        var claims: JSONObject = ["iat": .number(JSONNumber(clock.now.seconds)), "attested_keys": .array(jwks)]
        if !options.faults.contains(.missingExpiry) { claims["exp"] = .number(JSONNumber(expiry(options))) }
        if let issuer = options.issuer { claims["iss"] = .string(issuer) }
        let storage = options.keyStorage ?? keyStorage
        if !storage.isEmpty { claims["key_storage"] = .array(storage.map { .string($0) }) }
        let authentication = options.userAuthentication ?? userAuthentication
        if !authentication.isEmpty { claims["user_authentication"] = .array(authentication.map { .string($0) }) }
        if let nonce, !options.faults.contains(.missingNonce) {
            claims["nonce"] = .string(options.faults.contains(.wrongNonce) ? "of-yesterday" : nonce)
        }
        return try signed(type: "key-attestation+jwt", claims, options)
    }

    private func begin(_ request: Request) -> Options {
        inside.withLock { inside in
            inside.requests.append(request)
            return inside.options
        }
    }

    private func checkReach(_ options: Options) throws(WalletAttestationError) {
        if options.faults.contains(.unreachable) {
            throw WalletAttestationError("the provider is down", isRetryable: true)
        }
        if options.faults.contains(.refusing) {
            throw WalletAttestationError("the provider does not attest this device", isRetryable: false)
        }
    }

    private func expiry(_ options: Options) -> Int64 {
        clock.now.seconds + (options.faults.contains(.expired) ? -60 : options.lifetime)
    }

    private func jwk(_ key: PublicKeyBytes, _ options: Options) throws(WalletAttestationError) -> JSON {
        do throws(CryptoError) {
            if options.faults.contains(.otherKey) { return HolderKey(try ECPrivateKey.generate(.p256).publicKey).jwk }
            return HolderKey(try ECPublicKey(curve(of: key), x963: key.bytes)).jwk
        } catch {
            throw WalletAttestationError("the key is none on a curve: \(error.reason)", isRetryable: false)
        }
    }

    private func curve(of key: PublicKeyBytes) -> Curve {
        // 04‖x‖y tells the curve by its length.
        switch key.bytes.count {
        case 97: .p384
        case 133: .p521
        default: .p256
        }
    }

    private func signed(
        type: String, _ claims: JSONObject, _ options: Options
    ) throws(WalletAttestationError) -> String {
        do throws(CryptoError) {
            var signer = signer
            if options.faults.contains(.selfSignedSigner) {
                signer = try PeerCertificate(CertificateDraft("Self-signed", at: clock.now))
            }
            var header: JSONObject = [
                "alg": "ES256", "typ": .string(options.faults.contains(.wrongType) ? "JWT" : type),
            ]
            var chain = signer.chain
            if options.faults.contains(.anchorInChain) { chain.append(root.der) }
            if !options.faults.contains(.noCertificates) {
                header["x5c"] = .array(chain.map { .string(Base64.encode($0)) })
            }
            var attestation = CompactJWS(header: header, payload: claims)
            try attestation.sign(with: signer.key)
            if options.faults.contains(.tamperedSignature), let last = attestation.signature.indices.last {
                attestation.signature[last] ^= 1
            }
            return attestation.text
        } catch {
            throw WalletAttestationError("the signature failed: \(error.reason)", isRetryable: false)
        }
    }
}
