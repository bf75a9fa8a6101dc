import LanyardJSON
import TestPeers

/// Something that the test issuer can do beyond a plain pre-authorized issuance.
enum IssuerVariant: String, CaseIterable {
    case code
    case both
    case login
    case par
    case dpop
    case dpopNonces = "dpop-nonces"
    case attestation
    case challenge
    case keyAttestation = "key-attestation"
    case attestationProof = "attestation-proof"
    case encryption
    case encryptionRequired = "encryption-required"
    case deferred
    case notifications
    case refresh
    case identifiers
    case signedMetadata = "signed-metadata"
    case typeMetadata = "type-metadata"

    /// What it means, in a few words.
    var meaning: String {
        switch self {
        case .code: "offers by authorization code"
        case .both: "offers with both grants"
        case .login: "a login page at the authorization endpoint"
        case .par: "authorization requests must be pushed"
        case .dpop: "tokens are bound to keys"
        case .dpopNonces: "and proofs need nonces"
        case .attestation: "clients must be attested"
        case .challenge: "and proofs of possession need challenges"
        case .keyAttestation: "keys must be attested"
        case .attestationProof: "by the attestation alone"
        case .encryption: "messages may be encrypted"
        case .encryptionRequired: "they must be"
        case .deferred: "credentials come after two polls"
        case .notifications: "a notification endpoint"
        case .refresh: "refresh tokens"
        case .identifiers: "credential identifiers"
        case .signedMetadata: "metadata is signed"
        case .typeMetadata: "the PID's type has metadata of its own"
        }
    }

    /// Whether it needs somebody who attests.
    var needsProvider: Bool {
        switch self {
        case .attestation, .challenge, .keyAttestation, .attestationProof: true
        default: false
        }
    }

    /// The grants of an offer: what happens at the authorization endpoint alone implies an offer that leads there.
    static func grants(of variants: [IssuerVariant]) -> Set<PeerGrant> {
        if variants.contains(.both) { return [.preAuthorizedCode, .authorizationCode] }
        let needsBrowser = variants.contains { [.code, .login, .par].contains($0) }
        return needsBrowser ? [.authorizationCode] : [.preAuthorizedCode]
    }

    /// Makes the issuer so; variants are applied in the order of their declaration.
    func apply(to options: inout PeerIssuer.Options) {
        switch self {
        case .code, .both: options.authorization = options.authorization ?? .init()
        case .login:
            options.authorization = options.authorization ?? .init()
            options.authorization?.page = .login
        case .par:
            options.authorization = options.authorization ?? .init()
            options.authorization?.pushing = .required
        case .dpop: options.dpop = .init(.required)
        case .dpopNonces:
            options.dpop = .init {
                $0.serverNonces = true
                $0.issuerNonces = true
                $0.rotatesNonces = true
            }
        case .attestation: options.clients.methods = [.attestation]
        case .challenge:
            options.clients.methods = [.attestation]
            options.clients.challenge = .endpoint
            options.clients.rotatesChallenges = true
        case .keyAttestation, .attestationProof:
            for index in options.configurations.indices where options.configurations[index].isKeyBound {
                options.configurations[index].proofTypes =
                    self == .keyAttestation ? ["jwt", "attestation"] : ["attestation"]
                options.configurations[index].keyAttestation = .init(keyStorage: [
                    "iso_18045_high", "iso_18045_moderate",
                ])
            }
        case .encryption: options.encryption = .init(requests: .offered, responses: .offered)
        case .encryptionRequired: options.encryption = .init(requests: .required, responses: .required)
        case .deferred: options.deferral = .init(polls: 2)
        case .notifications: options.notifications = .init()
        case .refresh: options.refreshTokens = .init()
        case .identifiers: options.identifiersPerConfiguration = 1
        case .signedMetadata: options.signedMetadata = .offered
        case .typeMetadata:
            options.typeDocuments = [
                "person": .init(["name": "Person", "display": [["locale": "en", "name": "Person"]]]),
                "pid": .init(
                    [
                        "name": "PID",
                        "display": [
                            ["locale": "en", "name": "PID of Utopia"], ["locale": "de", "name": "PID von Utopia"],
                        ],
                    ],
                    extends: "person"),
            ]
            for index in options.configurations.indices where options.configurations[index].id == "pid" {
                options.configurations[index].typeDocument = "pid"
            }
        }
    }
}
