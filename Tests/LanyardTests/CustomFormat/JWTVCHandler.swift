import Lanyard
import LanyardCertificates
import LanyardCrypto
import LanyardJOSE
import LanyardJSON

/// W3C credentials as JWT (`jwt_vc_json`), as an app adds the format: the public API of `Lanyard`, and a JOSE library.
///
/// `Scripts/check-contract` compiles this file from outside the package.
struct JWTVCHandler: CredentialFormatHandler {
    let formats = ["jwt_vc_json"]

    func check(_ received: ReceivedCredential, fetching documents: any DocumentFetcher) async throws
        -> CheckedCredential
    {
        let jwt = try JWS(compact: received.text)
        guard let chain = jwt.header.x5c, let leaf = chain.first else {
            throw refusal("key", at: "/x5c", "the issuer's certificate")
        }
        let policy = JWSPolicy(algorithms: [.es256, .es384], types: ["JWT"], allowsMissingType: true, party: .issuer)
        let verified = try jwt.verified(by: try Certificate(der: leaf).publicKey, policy: policy)
        let claims = try verified.claims()
        let wanted = try JSON(parsing: received.configuration)["credential_definition"]?["type"]?.array ?? []
        let types = claims["vc"]?["type"]?.array ?? []
        guard wanted.allSatisfy(types.contains) else { throw refusal("type", at: "/vc/type", "the types asked for") }
        let (from, until) = (
            claims["nbf"]?.int64.map(Instant.init(seconds:)), claims["exp"]?.int64.map(Instant.init(seconds:))
        )
        let validity = Validity(from: from, until: until)
        guard validity.contains(received.now) else { throw refusal("time", at: "/exp", "a credential valid now") }
        var key: Int?
        if !received.holderKeys.keys.isEmpty {
            let holder = try JWK(json: claims["cnf"]?["jwk"] ?? .null, at: "/cnf/jwk").thumbprint()
            guard let index = received.holderKeys.thumbprints.firstIndex(of: holder) else {
                throw refusal("holder", at: "/cnf/jwk", "a key of this request")
            }
            key = index
        }
        return CheckedCredential(
            format: .other("jwt_vc_json", type: types.last?.string), holderKey: key, validity: validity,
            issuer: claims["iss"]?.string, chain: chain, content: try content(of: received.text), findings: [],
            passed: [
                PassedCheck(name: "issuer signature", clause: "RFC 7515 §5.2", detail: verified.header.alg),
                PassedCheck(name: "type", clause: "OpenID4VCI 1.0 Appendix A.1.1"),
            ])
    }

    func content(of text: String) throws(CredentialError) -> ClaimValue {
        do {
            let credential = try JSON(parsing: try JWS(compact: text).payload)["vc"] ?? .null
            return try ClaimValue(
                json: JSON.object(["credentialSubject": credential["credentialSubject"] ?? .null]).encodedText())
        } catch {
            throw CredentialError(.unreadable, "it is no JWT VC", remedy: "Receive it again.", underlying: error)
        }
    }

    private func refusal(_ code: String, at location: String, _ expected: String) -> Finding {
        Finding(
            "jwtvc.\(code)", .issuer, clause: "OpenID4VCI 1.0 Appendix A.1.1", at: location, expected: expected,
            remedy: "Tell the issuer.")
    }
}
