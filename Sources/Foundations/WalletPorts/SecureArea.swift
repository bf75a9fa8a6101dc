/// Where private keys live: made, used and deleted there, never exported.
///
/// An area may be hardware (Secure Enclave), a remote service, or software with wrapped keys. Errors are typed.
public protocol SecureArea: Sendable {
    /// Names the area, so that a handle finds its way back.
    var id: String { get }

    /// What the area can do.
    var capabilities: SecureAreaCapabilities { get }

    /// Makes fresh key pairs under one policy, in one call.
    ///
    /// `attestationNonce` asks for a key attestation over the keys, where the area can give one. `group` names what the
    /// keys are made for, so that keys of work that was abandoned before they were stored can be found and deleted; an
    /// area whose keys live in their handles need not keep it.
    func createKeys(_ count: Int, policy: KeyPolicy, attestationNonce: [UInt8]?, group: String)
        async throws(SecureAreaError) -> [NewKey]

    /// Signs several messages in one call, with at most one prompt.
    ///
    /// The message is hashed here as the key's algorithm says. A signature is raw r‖s, 64 bytes for ES256.
    func sign(_ requests: [SigningRequest], for action: UserAction) async throws(SecureAreaError) -> [[UInt8]]

    /// Agrees on a secret with a peer's public key: ECDH, the x coordinate, 32 bytes on P-256.
    func agree(_ key: KeyHandle, with peer: PublicKeyBytes, for action: UserAction) async throws(SecureAreaError)
        -> Secret<[UInt8]>

    /// The public keys of handles, without a prompt; throws `.keyLost` for one that is gone.
    func publicKeys(of keys: [KeyHandle]) async throws(SecureAreaError) -> [PublicKeyBytes]

    /// Deletes keys; one that is gone already is no error.
    func delete(_ keys: [KeyHandle]) async throws(SecureAreaError)

    /// Deletes every key that was made for a group; none is no error.
    func deleteKeys(ofGroup group: String) async throws(SecureAreaError)
}

/// What a secure area can do.
public struct SecureAreaCapabilities: Hashable, Sendable {
    /// The algorithms it makes keys for, the preferred one first.
    public let algorithms: [KeyAlgorithm]
    /// Whether keys live in hardware.
    public let isHardware: Bool
    /// The user authentications it can demand.
    public let userAuthentications: Set<KeyPolicy.UserAuthentication>
    /// Whether it can attest keys.
    public let attestsKeys: Bool
    /// Whether a key lives in its handle, wrapped, so that a handle that was never stored leaves nothing behind.
    public let keysLiveInHandles: Bool

    /// Describes an area.
    public init(
        algorithms: [KeyAlgorithm], isHardware: Bool, userAuthentications: Set<KeyPolicy.UserAuthentication>,
        attestsKeys: Bool, keysLiveInHandles: Bool = false
    ) {
        self.algorithms = algorithms
        self.isHardware = isHardware
        self.userAuthentications = userAuthentications
        self.attestsKeys = attestsKeys
        self.keysLiveInHandles = keysLiveInHandles
    }
}

/// What a key is made for: the signature algorithm, which fixes the curve.
public enum KeyAlgorithm: String, Hashable, Sendable, Codable, CaseIterable {
    /// ECDSA on P-256 with SHA-256.
    case es256 = "ES256"
    /// ECDSA on P-384 with SHA-384.
    case es384 = "ES384"
    /// ECDSA on P-521 with SHA-512.
    case es512 = "ES512"
    /// Ed25519.
    case edDSA = "EdDSA"
}

/// What protects a key; part of the request, stored with the credential, honoured or refused.
public struct KeyPolicy: Hashable, Sendable, Codable {
    /// When the person must authenticate to use a key.
    public enum UserAuthentication: String, Hashable, Sendable, Codable {
        /// Never.
        case none
        /// At each use, by any means the device knows.
        case presence
        /// At each use, by the biometrics enrolled now; a new enrolment makes the key unusable.
        case currentBiometrics
    }

    /// Whether the key must live in hardware.
    public enum Hardware: String, Hashable, Sendable, Codable {
        /// Hardware where the area has it.
        case preferred
        /// Refused without hardware.
        case required
    }

    /// Whether the key must live in hardware.
    public var hardware: Hardware
    /// When the person must authenticate.
    public var userAuthentication: UserAuthentication
    /// What the key signs with.
    public var algorithm: KeyAlgorithm

    /// Makes a policy.
    public init(
        hardware: Hardware = .preferred, userAuthentication: UserAuthentication = .none,
        algorithm: KeyAlgorithm = .es256
    ) {
        self.hardware = hardware
        self.userAuthentication = userAuthentication
        self.algorithm = algorithm
    }
}

/// Names a private key in its area: a wrapped key or a reference, opaque to everyone else.
public struct KeyHandle: Hashable, Sendable, Codable {
    /// The area that made it.
    public let area: String
    /// The area's own bytes.
    public let bytes: [UInt8]

    /// Makes a handle; for areas.
    public init(area: String, bytes: [UInt8]) {
        self.area = area
        self.bytes = bytes
    }
}

/// A public key as bytes.
public struct PublicKeyBytes: Hashable, Sendable, Codable {
    /// What the key signs with.
    public let algorithm: KeyAlgorithm
    /// The uncompressed point 04‖x‖y for ECDSA; the 32 bytes of RFC 8032 for Ed25519.
    public let bytes: [UInt8]

    /// Makes a public key value; it is not checked here.
    public init(algorithm: KeyAlgorithm, bytes: [UInt8]) {
        self.algorithm = algorithm
        self.bytes = bytes
    }
}

/// A key that was just made.
public struct NewKey: Hashable, Sendable {
    /// How to name it.
    public let handle: KeyHandle
    /// Its public key.
    public let publicKey: PublicKeyBytes
    /// A key attestation (compact JWT), if asked for and available.
    public let attestation: String?

    /// Makes the value; for areas.
    public init(handle: KeyHandle, publicKey: PublicKeyBytes, attestation: String? = nil) {
        self.handle = handle
        self.publicKey = publicKey
        self.attestation = attestation
    }
}

/// One message to sign with one key.
public struct SigningRequest: Hashable, Sendable {
    /// The key.
    public let key: KeyHandle
    /// The message, not hashed.
    public let message: [UInt8]

    /// Pairs a key with a message.
    public init(key: KeyHandle, message: [UInt8]) {
        self.key = key
        self.message = message
    }
}

/// Why a key is used, for the prompt that the person sees.
public struct UserAction: Hashable, Sendable {
    /// What the wallet is about to do.
    public enum Kind: String, Hashable, Sendable {
        /// Receive a credential.
        case receive
        /// Present a credential.
        case present
        /// Renew a credential.
        case renew
        /// Work without the person; must not prompt.
        case background
    }

    /// What the wallet is about to do.
    public let kind: Kind
    /// Who it is done with, as shown to the person.
    public let party: String

    /// Describes an action.
    public init(_ kind: Kind, with party: String = "") {
        self.kind = kind
        self.party = party
    }
}

/// Why a secure area did not do what was asked.
public struct SecureAreaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        /// Makes a code of an adapter's own.
        public init(_ name: String) { description = name }

        /// The key is gone, or can no longer be used.
        public static let keyLost = Code("keyLost")
        /// The policy asks for something the area does not have.
        public static let policyNotSupported = Code("policyNotSupported")
        /// The person cancelled the prompt.
        public static let cancelled = Code("cancelled")
        /// A prompt would be needed where none may appear.
        public static let promptNotAllowed = Code("promptNotAllowed")
        /// The input was wrong: a foreign handle, a bad public key.
        public static let invalidInput = Code("invalidInput")
        /// The area could not be reached or failed.
        public static let unavailable = Code("unavailable")
    }

    /// The kind of failure.
    public let code: Code
    /// What happened, for a developer; nothing secret.
    public let reason: String

    /// Makes an error.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The code and the reason.
    public var description: String { "\(code): \(reason)" }

    /// Equal by code.
    public static func == (left: SecureAreaError, right: SecureAreaError) -> Bool { left.code == right.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
