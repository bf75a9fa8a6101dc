import LanyardCrypto
import LanyardJSON
import LanyardText
public import WalletPorts

/// A wallet that breaks one row: a change of its requests on their way to the peer.
///
/// A proof that is changed is signed again, with a key that takes the place of the wallet's, so that nothing but the row
/// is broken.
public struct RequestMutation: Sendable, CustomStringConvertible {
    /// The row that the changed request breaks.
    public let row: String
    /// What is changed, for reports.
    public let name: String
    /// How the issuer must be for the change to matter: changes its options.
    public private(set) var situation: @Sendable (inout PeerIssuer.Options) -> Void = { _ in }
    /// The text in the path of the requests that it applies to.
    let path: String
    private let change: @Sendable (inout HttpRequest, PeerIssuer?) throws -> Void

    /// Describes a change of the requests whose path holds a text.
    public init(
        _ row: String, _ name: String, path: String, _ change: @escaping @Sendable (inout HttpRequest) throws -> Void
    ) {
        self.init(row, name, path: path) { request, _ in try change(&request) }
    }

    /// Describes a change that needs to know the issuer, whose keys open what is encrypted.
    init(
        _ row: String, _ name: String, path: String,
        _ change: @escaping @Sendable (inout HttpRequest, PeerIssuer?) throws -> Void
    ) {
        self.row = row
        self.name = name
        self.path = path
        self.change = change
    }

    /// The same change against an issuer that is so.
    public func under(_ situation: @escaping @Sendable (inout PeerIssuer.Options) -> Void) -> RequestMutation {
        var mutation = self
        mutation.situation = situation
        return mutation
    }

    /// The row and the change.
    public var description: String { "\(row): \(name)" }

    func applied(to request: HttpRequest, for issuer: PeerIssuer? = nil) -> HttpRequest? {
        guard path.isEmpty || String(request.url.prefix { $0 != "?" }).contains(path) else { return nil }
        var changed = request
        guard (try? change(&changed, issuer)) != nil else { return nil }
        return changed
    }

    /// Changes the fields of a form; of the token request unless told otherwise.
    public static func form(
        _ row: String, _ name: String, path: String = "/token",
        _ change: @escaping @Sendable (inout [String: String]) -> Void
    ) -> RequestMutation {
        RequestMutation(row, name, path: path) { request in
            request.body = Array(changed(String(decoding: request.body, as: UTF8.self), change).utf8)
        }
    }

    /// Changes the parameters of the authorization request, pushed or in the URL.
    static func authorization(
        _ row: String, _ name: String, _ change: @escaping @Sendable (inout [String: String]) -> Void
    ) -> RequestMutation {
        RequestMutation(row, name, path: "") { request in
            let parts = request.url.split(separator: "?", maxSplits: 1)
            if request.url.hasSuffix("/par") {
                request.body = Array(changed(String(decoding: request.body, as: UTF8.self), change).utf8)
            } else if parts.count == 2, parts[0].hasSuffix("/authorize"), !parts[1].contains("request_uri=") {
                request.url = "\(parts[0])?" + changed(String(parts[1]), change)
            }
        }
    }

    private static func changed(_ text: String, _ change: (inout [String: String]) -> Void) -> String {
        let fields = FormEncoding.decode(text) ?? []
        var form = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
        change(&form)
        return FormEncoding.encode(form.sorted { $0.key < $1.key }.map { FormEncoding.Field($0.key, $0.value) })
    }

    /// Changes a field of the head, or removes it.
    static func header(_ row: String, path: String, _ name: String, _ value: String?) -> RequestMutation {
        RequestMutation(row, "\(name) \(value ?? "left out")", path: path) { request in
            request.headers.removeAll { $0.name.lowercased() == name.lowercased() }
            if let value { request.headers.append(HttpHeader(name, value)) }
        }
    }

    static func method(_ row: String, path: String, _ method: String) -> RequestMutation {
        RequestMutation(row, "method \(method)", path: path) { $0.method = method }
    }

    /// Changes the JSON body of a request; of the credential request unless told otherwise.
    static func body(
        _ row: String, _ name: String, path: String = "/credential",
        _ change: @escaping @Sendable (inout JSONObject) throws -> Void
    ) -> RequestMutation {
        RequestMutation(row, name, path: path) { request in
            guard var object = try JSON(parsing: request.body).object else { return }
            try change(&object)
            request.body = JSON.object(object).encoded()
        }
    }

    /// Changes header and claims of every proof before it is signed anew.
    static func proof(
        _ row: String, _ name: String, _ change: @escaping @Sendable (inout CompactJWS) -> Void
    ) -> RequestMutation {
        proofs(row, name) { proof in
            let key = try ECPrivateKey.generate(.p256)
            if proof.header["jwk"] != nil { proof.header["jwk"] = HolderKey(key.publicKey).jwk }
            change(&proof)
            try proof.sign(with: key)
        }
    }

    /// Changes every proof, signature and all.
    static func proofs(
        _ row: String, _ name: String, _ change: @escaping @Sendable (inout CompactJWS) throws -> Void
    ) -> RequestMutation {
        body(row, name) { body in
            let texts = body["proofs"]?["jwt"]?.array?.compactMap(\.string) ?? []
            let changed = try texts.map { text -> JSON in
                guard var proof = CompactJWS(text) else { return .string(text) }
                try change(&proof)
                return .string(proof.text)
            }
            body["proofs"] = ["jwt": .array(changed)]
        }
    }
}
