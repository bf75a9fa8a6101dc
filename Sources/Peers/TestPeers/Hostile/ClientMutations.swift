import LanyardCrypto
import LanyardJSON
import LanyardText
import WalletPorts

extension RequestMutation {
    /// Wallets that break one row each of attestation-based client authentication.
    ///
    /// For an offer of `pid` by code, pushed, at an issuer that takes attested clients alone and gives challenges at an
    /// endpoint and with each answer.
    public static let attestationTable: [RequestMutation] = [
        header("VCI-CAUTH-04", path: "/par", "OAuth-Client-Attestation", nil).without("OAuth-Client-Attestation-PoP"),
        header("VCI-WATT-01", path: "/par", "OAuth-Client-Attestation-PoP", nil),
        header("VCI-WATT-01", path: "/token", "OAuth-Client-Attestation", nil),
        RequestMutation("VCI-WATT-01", "the attestation twice", path: "/par") { request in
            request.headers += request.headers.filter { $0.name == "OAuth-Client-Attestation" }
        },
        attestation("VCI-WATT-02", "expired") { $0.payload["exp"] = 1 },
        attestation("VCI-WATT-02", "no expiry") { $0.payload["exp"] = nil },
        attestation("VCI-WATT-02", "another typ") { $0.header["typ"] = "JWT" },
        attestation("VCI-WATT-02", "no key") { $0.payload["cnf"] = nil },
        attestation("VCI-WATT-02", "no certificates") { $0.header["x5c"] = nil },
        attestation("VCI-WATT-02", "the anchor in x5c") { attestation in
            let anchor = forger.map { JSON.string(Base64.encode($0.root.der)) }
            attestation.header["x5c"] = .array((attestation.header["x5c"]?.array ?? []) + (anchor.map { [$0] } ?? []))
        },
        attestation("VCI-WATT-03", "another sub") { $0.payload["sub"] = "someone" },
        form("VCI-WATT-03", "another client_id", path: "/par") { $0["client_id"] = "someone" },
        popProof("VCI-WATT-04", "another typ") { $0.header["typ"] = "JWT" },
        popProof("VCI-WATT-04", "the endpoint as aud") { proof in
            proof.payload["aud"] = .string((proof.payload["aud"]?.string ?? "") + "/token")
        },
        popProof("VCI-WATT-04", "aud as array") { proof in
            proof.payload["aud"] = .array([proof.payload["aud"] ?? .null])
        },
        popProof("VCI-WATT-04", "iat of yesterday") { proof in
            proof.payload["iat"] = .number(JSONNumber((proof.payload["iat"]?.int64 ?? 0) - 86_400))
        },
        popProof("VCI-WATT-04", "no jti") { $0.payload["jti"] = nil },
        popProof("VCI-WATT-05", "no iss") { $0.payload["iss"] = nil },
        popProof("VCI-WATT-06", "no challenge") { $0.payload["challenge"] = nil },
        popProof("VCI-WATT-06", "an invented challenge") { $0.payload["challenge"] = "x" },
        popProof("VCI-WATT-07", "the challenge of the last answer forgotten", at: "/token") {
            $0.payload["challenge"] = nil
        },
        popProof("VCI-WATT-08", "no challenge in the retry") { $0.payload["challenge"] = nil }
            .alsoUnder { $0.clients.challenge = .header },
        popProof("VCI-WATT-09", "one jti for all proofs", at: "") { $0.payload["jti"] = "HR7pC0mVYqk2Xw5Zb1dJfA" },
        RequestMutation("VCI-PAR-03", "another instance key for the code", path: "/token") { try forge(&$0) }
            .under(trustForger),
        method("VCI-WATT-06", path: "/challenge", "GET"),
        header("VCI-WATT-06", path: "/challenge", "Accept", nil),
        RequestMutation("VCI-WATT-06", "a body for the challenge", path: "/challenge") { $0.body = Array("{}".utf8) },
    ]

    /// Wallets that break one row each of `private_key_jwt`, signed authorization requests and registration.
    ///
    /// For an offer of `pid` by code, pushed and signed, at an issuer that takes authenticated clients alone.
    public static let assertionTable: [RequestMutation] = [
        form("VCI-CAUTH-04", "no assertion", path: "/par") { $0["client_assertion"] = nil },
        form("VCI-CAUTH-03", "another assertion type", path: "/par") { $0["client_assertion_type"] = "x" },
        assertion("VCI-CAUTH-03", "the endpoint as aud") { $0.payload["aud"] = "https://issuer.example/par" },
        assertion("VCI-CAUTH-03", "aud as array") { $0.payload["aud"] = .array([$0.payload["aud"] ?? .null]) },
        assertion("VCI-CAUTH-03", "another iss") { $0.payload["iss"] = "someone" },
        assertion("VCI-CAUTH-03", "no exp") { $0.payload["exp"] = nil },
        assertion("VCI-CAUTH-03", "an exp in a year") { $0.payload["exp"] = 4_000_000_000 },
        assertion("VCI-CAUTH-03", "one jti for all assertions", at: "") {
            $0.payload["jti"] = "HR7pC0mVYqk2Xw5Zb1dJfA"
        },
        assertion("VCI-CAUTH-03", "a broken signature") { $0.header["alg"] = "ES384" },
        form("VCI-PAR-08", "not signed", path: "/par") { $0["request"] = nil },
        form("VCI-PAR-08", "a parameter beside the object", path: "/par") { $0["scope"] = "pid" },
        requestObject("VCI-PAR-08", "typ JWT") { $0.header["typ"] = "JWT" },
        requestObject("VCI-PAR-08", "another aud") { $0.payload["aud"] = "https://issuer.example/par" },
        requestObject("VCI-PAR-08", "another iss") { $0.payload["iss"] = "someone" },
        requestObject("VCI-PAR-08", "a request inside") { $0.payload["request_uri"] = "urn:x" },
        requestObject("VCI-AUTHZ-08", "no challenge") { $0.payload["code_challenge"] = nil },
    ]

    /// A provider and a client that mutations sign anew as.
    private static let forger = Forger()

    private struct Forger: Sendable {
        let root: PeerCertificate
        let signer: PeerCertificate
        let instance: ECPrivateKey

        init?() {
            let now = Instant(seconds: 1_767_225_600)
            var draft = CertificateDraft("Forger", at: now)
            draft.notAfter = now.advanced(by: 3000 * 86_400)
            guard let root = try? PeerCertificate(.authority("Forger Root", at: now)),
                let signer = try? PeerCertificate(draft, issuer: root), let instance = try? ECPrivateKey.generate(.p256)
            else { return nil }
            (self.root, self.signer, self.instance) = (root, signer, instance)
        }
    }

    private static let trustForger: @Sendable (inout PeerIssuer.Options) -> Void = { options in
        guard let forger else { return }
        options.walletProviders.append(forger.root.der)
        options.clients.keys["wallet-dev"] = ["keys": [HolderKey(forger.instance.publicKey).jwk]]
    }

    private func alsoUnder(_ situation: @escaping @Sendable (inout PeerIssuer.Options) -> Void) -> RequestMutation {
        let first = self.situation
        return under {
            first(&$0)
            situation(&$0)
        }
    }

    private func without(_ name: String) -> RequestMutation {
        RequestMutation(row, "\(self.name), \(name) too", path: path) { request in
            request = applied(to: request) ?? request
            request.headers.removeAll { $0.name == name }
        }
    }

    /// Changes the attestations of the pushed request before they are signed anew.
    private static func attestation(
        _ row: String, _ name: String, _ change: @escaping @Sendable (inout CompactJWS) -> Void
    ) -> RequestMutation {
        RequestMutation(row, "\(name) (attestation)", path: "/par") { try forge(&$0, attestation: change) }
            .under(trustForger)
    }

    /// Changes the proofs of possession of the requests to a place; all are signed anew.
    private static func popProof(
        _ row: String, _ name: String, at place: String = "/par",
        _ change: @escaping @Sendable (inout CompactJWS) -> Void
    ) -> RequestMutation {
        RequestMutation(row, "\(name) (proof of possession)", path: "") { request in
            let isMeant = request.url.contains(place) || place.isEmpty
            try forge(&request, proof: { if isMeant { change(&$0) } })
        }.under(trustForger)
    }

    private static func forge(
        _ request: inout HttpRequest, attestation change: (inout CompactJWS) -> Void = { _ in },
        proof changeProof: (inout CompactJWS) -> Void = { _ in }
    ) throws {
        func index(_ name: String) -> Int? { request.headers.firstIndex { $0.name == name } }
        guard let forger, let first = index("OAuth-Client-Attestation"),
            let second = index("OAuth-Client-Attestation-PoP"),
            var attestation = CompactJWS(request.headers[first].value),
            var proof = CompactJWS(request.headers[second].value)
        else { return }
        attestation.header["x5c"] = .array(forger.signer.chain.map { .string(Base64.encode($0)) })
        attestation.payload["cnf"] = ["jwk": HolderKey(forger.instance.publicKey).jwk]
        change(&attestation)
        try attestation.sign(with: forger.signer.key)
        changeProof(&proof)
        try proof.sign(with: forger.instance)
        request.headers[first] = HttpHeader("OAuth-Client-Attestation", attestation.text)
        request.headers[second] = HttpHeader("OAuth-Client-Attestation-PoP", proof.text)
    }

    private static func assertion(
        _ row: String, _ name: String, at place: String = "/par",
        _ change: @escaping @Sendable (inout CompactJWS) -> Void
    ) -> RequestMutation {
        resigned("client_assertion", row, name, at: place, change)
    }

    private static func requestObject(
        _ row: String, _ name: String, _ change: @escaping @Sendable (inout CompactJWS) -> Void
    ) -> RequestMutation {
        resigned("request", row, name, at: "/par", change)
    }

    /// Changes a JWS in the form of the requests to a place; each JWS in a form is signed anew.
    private static func resigned(
        _ field: String, _ row: String, _ name: String, at place: String,
        _ change: @escaping @Sendable (inout CompactJWS) -> Void
    ) -> RequestMutation {
        RequestMutation(row, "\(name) (\(field))", path: "") { request in
            guard let forger, request.mediaType == "application/x-www-form-urlencoded" else { return }
            var fields = FormEncoding.decode(String(decoding: request.body, as: UTF8.self)) ?? []
            for (index, old) in fields.enumerated() where ["client_assertion", "request"].contains(old.name) {
                guard var jws = CompactJWS(old.value) else { continue }
                jws.header["kid"] = nil
                if old.name == field, request.url.contains(place) || place.isEmpty { change(&jws) }
                try jws.sign(with: forger.instance)
                fields[index] = FormEncoding.Field(old.name, jws.text)
            }
            request.body = Array(FormEncoding.encode(fields).utf8)
        }.under(trustForger)
    }
}
