import LanyardJSON
import LanyardText
import Testing
import WalletPorts

/// A JWT that the wallet sent, taken apart and not verified: the peer does that.
struct SentJWT {
    let header: JSONObject
    let claims: JSONObject

    init(_ text: String?) throws {
        let parts = try #require(text).split(separator: ".")
        try #require(parts.count == 3)
        let members = try parts.prefix(2).map { part in
            try #require(try JSON(parsing: Base64URL.decode(String(part)) ?? []).object)
        }
        (header, claims) = (members[0], members[1])
    }
}

extension HttpRequest {
    /// The attestation of the client in this request.
    var attestation: SentJWT { get throws { try SentJWT(header("OAuth-Client-Attestation")) } }

    /// The proof that goes with it.
    var attestationProof: SentJWT { get throws { try SentJWT(header("OAuth-Client-Attestation-PoP")) } }
}
