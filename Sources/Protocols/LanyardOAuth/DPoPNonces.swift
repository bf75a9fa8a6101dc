public import LanyardJSON
public import WalletPorts

/// The DPoP nonces of the servers that a wallet talks to, RFC 9449 §8 and §9: by role and origin, the newest each.
///
/// The two roles are kept apart even on one host. A nonce for key proofs never gets in here.
public struct DPoPNonces: Hashable, Sendable {
    /// As what a server was asked.
    public enum Role: String, Hashable, Sendable, CaseIterable {
        /// The endpoints of the authorization server.
        case authorizationServer
        /// The endpoints of the credential issuer, the nonce endpoint included.
        case credentialIssuer
    }

    private struct Place: Hashable {
        let role: Role
        let origin: String
    }

    private var nonces: [Place: String] = [:]

    /// Knows none.
    public init() {}

    /// Takes over the nonce that a response brings, whatever its status; an invalid one is ignored.
    public mutating func learn(from response: HttpResponse, role: Role, url: String) {
        guard let nonce = response.header("DPoP-Nonce"), Self.isNonce(nonce), let origin = EndpointURL.origin(of: url)
        else { return }
        nonces[Place(role: role, origin: origin)] = nonce
    }

    /// The nonce for the next proof to a server in a role.
    public func nonce(for role: Role, url: String) -> String? {
        EndpointURL.origin(of: url).flatMap { nonces[Place(role: role, origin: $0)] }
    }

    /// Printable ASCII without quote and backslash, RFC 9449 §8.1.
    static func isNonce(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy {
                (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
    }
}

extension DPoPNonces {
    /// The nonces as they are stored with a session: an object of origins for each role.
    public var json: JSON {
        var roles = JSONObject()
        for role in Role.allCases {
            let known = nonces.filter { $0.key.role == role }.sorted { $0.key.origin < $1.key.origin }
            guard !known.isEmpty else { continue }
            roles[role.rawValue] = .object(JSONObject(known.map { ($0.key.origin, .string($0.value)) }))
        }
        return .object(roles)
    }

    /// Reads what ``json`` wrote.
    public init(json: JSON) throws(JSONError) {
        let field = JSONField(json)
        for role in Role.allCases where field[role.rawValue].isPresent {
            for (origin, nonce) in try field[role.rawValue].members() {
                nonces[Place(role: role, origin: origin)] = try nonce.string()
            }
        }
    }
}
