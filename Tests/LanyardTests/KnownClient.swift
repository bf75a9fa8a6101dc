import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import TestPeers
import WalletContracts
import WalletPorts

@testable import Lanyard

/// A wallet that a server knows by a key, for client assertions and signed requests.
struct KnownClient {
    let area = MemorySecureArea()
    let key: ClientAssertionKey

    init() async throws {
        let made = try await area.createKeys(1, policy: KeyPolicy(), attestationNonce: nil, group: "app")
        guard let made = made.first else { throw SecureAreaError(.invalidInput, "no key was made") }
        key = ClientAssertionKey(handle: made.handle, publicKey: made.publicKey, keyId: "app-key")
    }

    /// The key set that the server has.
    var keySet: JSON {
        get throws {
            let key = try ECPublicKey(.p256, x963: key.publicKey.bytes)
            return ["keys": [JWK(.ec(key), kid: "app-key").json]]
        }
    }

    func harness(
        config: IssuanceConfig = IssuanceConfig(), _ change: (inout PeerIssuer.Options) -> Void = { _ in }
    ) async throws -> Harness {
        var config = config
        config.assertionKey = key
        let keySet = try keySet
        return try await Harness(config: WalletConfig(issuance: config), area: area) { options in
            options.authorization = .init {
                $0.pushing = .required
                $0.requestObjects = .required
            }
            options.clients.methods = [.assertion]
            options.clients.keys = ["wallet-dev": keySet]
            change(&options)
        }
    }
}
