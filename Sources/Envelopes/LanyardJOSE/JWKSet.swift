public import LanyardJSON
public import WalletPorts

/// A set of public keys, RFC 7517 §5.
public struct JWKSet: Sendable, Hashable {
    /// The keys that can be used, in order.
    public let keys: [JWK]
    /// Why each other key was skipped (RFC 7517 §5: unknown kinds are ignored).
    public let skipped: [Finding]

    /// Makes a set.
    public init(_ keys: [JWK]) {
        self.keys = keys
        skipped = []
    }

    /// Reads an object with an array `keys`; only a wrong container is an error.
    public init(json: JSON, at location: String = "", from party: Finding.Party = .issuer) throws(Finding) {
        let fields: [JSONField]
        do throws(JSONError) {
            fields = try JSONField(json, at: location)["keys"].array()
        } catch {
            throw Finding(
                json: error, "jwks", party, clause: "RFC 7517 §5.1", remedy: "The server has to send a set of keys.")
        }
        var keys: [JWK] = []
        var skipped: [Finding] = []
        for field in fields {
            do throws(Finding) {
                keys.append(try JWK(json: field.value ?? .null, at: field.location, from: party))
            } catch {
                var note = error
                note.severity = .note
                skipped.append(note)
            }
        }
        self.keys = keys
        self.skipped = skipped
    }

    /// The keys of that id; a set may hold several (RFC 7517 §4.5).
    public func keys(withID kid: String) -> [JWK] { keys.filter { $0.kid == kid } }

    /// The object that `init(json:at:)` reads.
    public var json: JSON { ["keys": .array(keys.map(\.json))] }
}
