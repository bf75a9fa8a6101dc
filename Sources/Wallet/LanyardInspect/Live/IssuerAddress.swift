import LanyardOAuth
import LanyardText

/// What a URL on the command line asks for: the identifier of an issuer or an authorization server.
///
/// A `.well-known` URL is turned back into the identifier that it belongs to, inserted or appended.
struct IssuerAddress: Sendable, Equatable {
    enum Role: Sendable {
        case credentialIssuer
        case authorizationServer
    }

    let identifier: IssuerIdentifier
    let role: Role

    init?(_ text: String) {
        guard let identifier = IssuerIdentifier(text), let authority = identifier.uri.authority else { return nil }
        let path = identifier.uri.path
        for (name, role) in Self.names {
            let wellKnown = "/.well-known/\(name)"
            let rest: String
            if path.hasPrefix(wellKnown) {
                rest = String(path.dropFirst(wellKnown.count))
            } else if path.hasSuffix(wellKnown) {
                rest = String(path.dropLast(wellKnown.count))
            } else {
                continue
            }
            guard rest.isEmpty || rest.hasPrefix("/"), let named = IssuerIdentifier("https://\(authority)\(rest)")
            else {
                return nil
            }
            (self.identifier, self.role) = (named, role)
            return
        }
        (self.identifier, self.role) = (identifier, .credentialIssuer)
    }

    private static let names: [(String, Role)] = [
        ("openid-credential-issuer", .credentialIssuer), ("oauth-authorization-server", .authorizationServer),
        ("openid-configuration", .authorizationServer),
    ]
}
