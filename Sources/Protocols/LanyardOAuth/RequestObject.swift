public import LanyardCrypto
public import LanyardJOSE
import LanyardJSON
import LanyardText
public import WalletPorts

extension AuthorizationRequest {
    /// The value of `typ` of a request object.
    public static let requestObjectType = "oauth-authz-req+jwt"

    /// Seconds that a request object is valid.
    private static let requestObjectLifetime: Int64 = 300

    /// The parameters as a request object for the client's key to sign, RFC 9101 §4 and §6.
    ///
    /// `audience` is the authorization server, `id` a fresh value for `jti`. Every parameter is a claim; there is no
    /// `request` and no `request_uri` among them. It is valid for five minutes.
    public func requestObject(
        audience: IssuerIdentifier, algorithm: SignatureAlgorithm, kid: String? = nil, issuedAt: Instant, id: String
    ) -> UnsignedJWS {
        var header: JSONObject = ["typ": .string(Self.requestObjectType), "alg": .string(algorithm.rawValue)]
        header["kid"] = kid.map(JSON.string)
        let issued = issuedAt.seconds
        var claims: [(name: String, value: JSON)] = [
            ("iss", .string(clientId)), ("aud", .string(audience.text)), ("jti", .string(id)),
            ("iat", .number(JSONNumber(issued))),
            ("exp", .number(JSONNumber(issuedAt.advanced(by: Double(Self.requestObjectLifetime)).seconds))),
        ]
        claims += singleFields.map { ($0.name, .string($0.value)) }
        if !authorizationDetails.isEmpty { claims.append(("authorization_details", .array(authorizationDetails))) }
        if let only = resources.first, resources.count == 1 {
            claims.append(("resource", .string(only)))
        } else if !resources.isEmpty {
            claims.append(("resource", .array(resources.map(JSON.string))))
        }
        return UnsignedJWS(header: header, claims: JSONObject(claims))
    }
}
