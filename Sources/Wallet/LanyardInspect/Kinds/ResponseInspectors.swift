import LanyardJSON
import LanyardOAuth
import LanyardOpenID4VCI
import WalletPorts

/// A token response as a body.
enum TokenResponseInspector: KindInspector {
    static let summary = "token, credential and error responses: shapes; credentials inside are inspected too"

    static func recognises(_ input: InspectInput) -> Bool { input.hasMember("access_token") }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        var inspection = Inspection("token-response", "Token response")
        var examination = Examination(detector.options)
        let object = input.object ?? [:]
        _ = examination.examine(rules, reading: object, mending: { mending($0, $1) }) {
            object, findings throws(Finding) in
            try TokenResponse(json: .object(object), findings: &findings)
        }
        inspection.add("", OutsideFacts.list(object))
        inspection.conclude(examination)
        return inspection
    }

    private static let mending = Mending(standIns: ["access_token": "token", "token_type": "Bearer"])

    private static let rules: [Rule<TokenResponse>] = [
        Rule(
            "access_token is printable text", clause: "RFC 6749 §5.1", rows: ["VCI-TOK-06"],
            codes: ["token.missing", "token.token.characters", "token.type"], about: ["access_token"]
        ) { .passed("a secret of \($0.accessToken.value.reveal().utf8.count) bytes, which is not shown") },
        Rule("token_type is Bearer or DPoP", clause: "RFC 6749 §5.1", rows: ["VCI-TOK-06"], codes: ["token.tokenType."])
        {
            .passed($0.accessToken.kind.scheme)
        },
        Rule(
            "expires_in is a number of seconds", clause: "RFC 6749 §5.1", rows: ["VCI-TOK-06"],
            codes: ["token.expiresIn"]
        ) {
            $0.expiresIn.map { .passed("\($0) s") } ?? .notApplicable("there is none")
        },
        Rule("authorization_details is an array", clause: "OpenID4VCI 1.0 §6.2", rows: ["VCI-TOK-07"]) {
            $0.authorizationDetails.map { .passed("\($0.count)") } ?? .notApplicable("there are none")
        },
        Rule("The nonce is not here, as in drafts", clause: "OpenID4VCI 1.0 §7", rows: ["LEG-01"]) {
            $0.legacyNonce == nil
                ? .passed("there is no c_nonce") : .notJudged("a c_nonce is here; 1.0 has a nonce endpoint for it")
        },
    ]
}

/// A credential response as a body.
enum CredentialResponseInspector: KindInspector {
    static let summary = ""

    static func recognises(_ input: InspectInput) -> Bool {
        input.hasMember("credentials", "credential", "transaction_id")
    }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        var inspection = Inspection("credential-response", "Credential response")
        var examination = Examination(detector.options)
        let object = input.object ?? [:]
        let response = examination.examine(rules, reading: object, mending: { mending($0, $1) }) {
            object, findings throws(Finding) in
            try CredentialResponse(
                status: object["transaction_id"] == nil ? 200 : 202, json: .object(object), keys: .max,
                configuration: nil, findings: &findings)
        }
        // What is a credential is shown as a part of its own.
        var rest = object
        rest["credentials"] = nil
        rest["credential"] = nil
        inspection.add("", OutsideFacts.list(rest))
        inspection.conclude(examination)
        guard case .issued(let credentials, _)? = response?.content else { return inspection }
        inspection.noteRest(of: credentials.count, looked: mostParts, "credentials")
        for credential in credentials.prefix(mostParts) {
            switch credential {
            case .text(let text): inspection.parts.append(detector.inspect(inside: text, "credential"))
            case .object(let object):
                var part = Inspection("json-credential", "Credential that is a JSON object")
                part.add("", OutsideFacts.list(object))
                inspection.parts.append(part)
            }
        }
        return inspection
    }

    private static let mostParts = 20

    private static let mending = Mending(standIns: ["interval": 5])

    private static let rules: [Rule<CredentialResponse>] = [
        Rule(
            "Either credentials or transaction_id", clause: "OpenID4VCI 1.0 §8.3", rows: ["VCI-CRES-01"],
            codes: ["credentialResponse.contradiction", "credentialResponse.status"]
        ) {
            if case .deferred = $0.content { .passed("transaction_id: it comes later") } else { .passed("credentials") }
        },
        Rule(
            "credentials is an array of objects, at least one", clause: "OpenID4VCI 1.0 §8.3", rows: ["VCI-CRES-02"],
            codes: [
                "credentialResponse.type", "credentialResponse.missing", "credentialResponse.empty",
                "credentialResponse.tooMany",
            ]
        ) {
            guard case .issued(let credentials, _) = $0.content else { return .notApplicable("it comes later") }
            return .passed("\(credentials.count)")
        },
        Rule("It is not the single credential of the drafts", clause: "OpenID4VCI 1.0 §8.3", rows: ["LEG-03"]) { _ in
            .passed("it is not")
        },
        Rule(
            "interval is a positive number of seconds", clause: "OpenID4VCI 1.0 §8.3", rows: ["VCI-CRES-01"],
            codes: ["credentialResponse.interval"]
        ) {
            guard case .deferred(_, let interval) = $0.content else { return .notApplicable("it is not deferred") }
            return .passed("\(interval) s")
        },
        Rule("notification_id stands beside credentials", clause: "OpenID4VCI 1.0 §8.3", rows: ["VCI-CRES-06"]) {
            guard case .issued(_, let id?) = $0.content else { return .notApplicable("there is none") }
            return .passed("an id of \(id.utf8.count) bytes")
        },
        Rule("It holds no more credentials than keys were sent", clause: "OpenID4VCI 1.0 §8.3", rows: ["VCI-CRES-03"]) {
            _ in
            .notJudged("how many keys the request had is not known")
        },
    ]
}

/// A nonce response as a body.
enum NonceResponseInspector: KindInspector {
    static let summary = ""

    static func recognises(_ input: InspectInput) -> Bool { input.hasMember("c_nonce") }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        var inspection = Inspection("nonce-response", "Nonce response")
        let object = input.object ?? [:]
        inspection.add("", OutsideFacts.list(object))
        var examination = Examination(detector.options)
        _ = examination.examine(rules) { findings throws(Finding) in
            let headers = [HttpHeader("Content-Type", "application/json"), HttpHeader("Cache-Control", "no-store")]
            let response = HttpResponse(status: 200, headers: headers, body: JSON.object(object).encoded())
            return try NonceResponse(response: response, findings: &findings)
        }
        inspection.checks = examination.checks
        return inspection
    }

    private static let rules: [Rule<NonceResponse>] = [
        Rule("c_nonce is a text", clause: "OpenID4VCI 1.0 §7.2", rows: ["VCI-NONCE-01"], codes: ["nonce."]) { _ in
            .passed("it is")
        },
        Rule("It may not be kept by caches", clause: "OpenID4VCI 1.0 §7.2", rows: [], codes: []) { _ in
            .notJudged("its headers are not here")
        },
    ]
}

/// An error as OAuth servers and credential endpoints answer it.
enum ErrorResponseInspector: KindInspector {
    static let summary = ""

    static func recognises(_ input: InspectInput) -> Bool { input.json?["error"]?.string != nil }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        var inspection = Inspection("error-response", "Error response")
        let object = input.object ?? [:]
        inspection.add("", OutsideFacts.list(object))
        let code = object["error"]?.string ?? ""
        let isSound = OAuthError(json: .object(object))?.isWellFormed ?? false
        let finding = Finding(
            "oauth.error.characters", .authorizationServer, clause: "RFC 6749 §5.2", rows: ["VCI-TOK-10"],
            at: "/error", expected: "printable ASCII without quote and backslash", seen: .kind("string", length: nil),
            remedy: "Name the error by one of the codes of the specification.")
        inspection.checks = [
            isSound
                ? RuleCheck(
                    "error is a code in printable ASCII", clause: "RFC 6749 §5.2", rows: ["VCI-TOK-10"], .passed,
                    why: code)
                : RuleCheck(finding)
        ]
        return inspection
    }
}
