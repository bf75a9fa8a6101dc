public import LanyardCrypto
internal import LanyardJOSE
internal import LanyardJSON
internal import LanyardText
public import WalletPorts

/// The question for an issuer's key by JWT VC Issuer Metadata: what to fetch, and how to read the answers.
///
/// One fetch of `url`, and a second one when the metadata refers to its key set (SD-JWT VC §5).
public struct IssuerKeyQuery: Hashable, Sendable {
    /// The `iss` of the credential, character by character.
    public let issuer: String
    /// The `kid` of the signature, if there is one.
    public let keyID: String?
    /// Where the metadata is: `/.well-known/jwt-vc-issuer` between host and path, a terminating slash dropped.
    public let url: String

    /// What the metadata answered.
    public enum Answer: Hashable, Sendable {
        /// The key.
        case key(PublicKey)
        /// The https URL of the key set, to be fetched next.
        case keySet(url: String)
    }

    /// Asks for a key of an issuer; throws `sdvc.iss.notHTTPS` when it is no https URL without query and fragment.
    public init(issuer: String, keyID: String?) throws(Finding) {
        guard let uri = URI(issuer), uri.isHTTPS, uri.query == nil, uri.fragment == nil else {
            throw .sdvc(
                "iss.notHTTPS", clause: "SD-JWT VC §5", rows: ["SDVC-07", "VCI-SDJWT-09"], at: "/iss",
                expected: "an https URL without query and fragment, or the header x5c", seen: .text(issuer))
        }
        self.issuer = issuer
        self.keyID = keyID
        url = uri.insertingWellKnown("jwt-vc-issuer", strippingSlash: true)
    }

    /// Reads the metadata: 200, JSON, the very issuer, exactly one of `jwks` and `jwks_uri`.
    ///
    /// Throws `sdvc.metadata.*` or `sdvc.key.*`.
    public func answer(from response: HttpResponse) throws(Finding) -> Answer {
        let metadata = try object(in: response, at: url)
        guard metadata["issuer"] == .string(issuer) else {
            throw finding(
                "metadata.issuer", at: "/issuer", expected: "the issuer \(OutsideText.cleaned(issuer, limit: 120))",
                seen: metadata["issuer"]?.string.map { .text($0) } ?? .absent)
        }
        switch (metadata["jwks"], metadata["jwks_uri"]) {
        case (let keys?, nil):
            return .key(try key(in: keys, at: "/jwks"))
        case (nil, let reference?):
            guard let text = reference.string, URI(text)?.isHTTPS == true else {
                throw finding("metadata.jwksURI", at: "/jwks_uri", expected: "an https URL")
            }
            return .keySet(url: text)
        default:
            throw finding("metadata.keys", expected: "exactly one of jwks and jwks_uri")
        }
    }

    /// Reads the key set that the metadata referred to and picks the key; throws `sdvc.metadata.*` or `sdvc.key.*`.
    public func key(from response: HttpResponse) throws(Finding) -> PublicKey {
        try key(in: .object(try object(in: response, at: "jwks_uri")), at: "")
    }

    /// Picks by `kid`; without one the set must have a single key.
    private func key(in json: JSON, at location: String) throws(Finding) -> PublicKey {
        let keys = try JWKSet(json: json, at: location).keys.filter { $0.use ?? "sig" == "sig" }
        guard let keyID else {
            guard let only = keys.first, keys.count == 1 else {
                throw finding(
                    "key.ambiguous", at: location, expected: "a kid in the credential, or a single key",
                    seen: .kind("keys", length: keys.count))
            }
            return only.key
        }
        let matches = keys.filter { $0.kid.map(JSON.string) == .string(keyID) }
        guard let match = matches.first, matches.count == 1 else {
            throw finding(
                matches.isEmpty ? "key.unknown" : "key.ambiguous", at: location,
                expected: "one key with the kid of the credential", seen: .kind("keys", length: matches.count))
        }
        return match.key
    }

    private func object(in response: HttpResponse, at location: String) throws(Finding) -> JSONObject {
        guard response.status == 200 else {
            throw finding(
                "metadata.status", at: location, expected: "status 200", seen: .value(String(response.status)))
        }
        guard let object = (try? JSON(parsing: response.body))?.object else {
            throw finding(
                "metadata.json", at: location, expected: "a JSON object",
                seen: .kind("bytes", length: response.body.count))
        }
        return object
    }

    private func finding(
        _ code: String, at location: String = "", expected: String, seen: Described = .nothing
    ) -> Finding {
        .sdvc(
            code, clause: "SD-JWT VC §5", rows: ["SDVC-08", "VCI-SDJWT-09"], at: location, expected: expected,
            seen: seen, remedy: "The issuer must correct its metadata at \(OutsideText.cleaned(url, limit: 160)).")
    }
}
