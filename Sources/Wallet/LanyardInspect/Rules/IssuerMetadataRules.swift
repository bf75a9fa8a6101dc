import LanyardJSON
import LanyardOAuth
import LanyardOpenID4VCI
import WalletPorts

/// The rows VCI-META-10 to VCI-META-23: what a credential issuer metadata document says by itself.
enum IssuerMetadataRules {
    typealias Subject = MetadataDocument<CredentialIssuerMetadata>.Subject
    private typealias Statement = MetadataDocument<CredentialIssuerMetadata>.Statement

    static let document = MetadataDocument<CredentialIssuerMetadata>(
        kind: "issuer-metadata", title: "Credential issuer metadata", member: "credential_issuer", party: .issuer,
        code: "issuerMetadata",
        identity: Rule(
            "It names the identifier under which it was asked for", clause: "OpenID4VCI 1.0 §12.2.4",
            rows: ["VCI-META-07"]
        ) { .passed($0) },
        rules: rules,
        mending: Mending(
            standIns: [
                "credential_endpoint": "https://issuer.invalid/credential", "credential_configurations_supported": [:],
            ], companions: ["credentials_supported": "credential_configurations_supported"]),
        read: { json, issuer, findings throws(Finding) in
            try CredentialIssuerMetadata(json: json, issuer: issuer, findings: &findings)
        },
        settle: { $0.settle($1) + $0.imageFindings }, statements: { statements($0) })

    private static let onlyWithToken = "that the endpoint keeps to it can be seen with a token only"

    private static func rule(
        _ row: String, _ title: String, _ clause: String = "OpenID4VCI 1.0 §12.2.4", also more: [String] = [],
        about members: [String] = [], _ verdict: @escaping @Sendable (Subject) -> Verdict
    ) -> Rule<Subject> {
        Rule(title, clause: clause, rows: [row] + more, about: members, verdict)
    }

    private static let configurations = ["credential_configurations_supported", "credentials_supported"]

    /// The rules in the order of the rows.
    private static let rules: [Rule<Subject>] = [
        rule("VCI-META-10", "Endpoints are https URLs; the credential endpoint is there") {
            let optional = [
                ("nonce", $0.metadata.nonceEndpoint), ("deferred", $0.metadata.deferredCredentialEndpoint),
                ("notification", $0.metadata.notificationEndpoint),
            ]
            let there = ["credential"] + optional.filter { $0.1 != nil }.map(\.0)
            return .passed("endpoints: \(there.joined(separator: ", "))")
        },
        rule("VCI-META-11", "authorization_servers is an array of identifiers, or absent") {
            $0.metadata.namesAuthorizationServers
                ? .passed($0.metadata.authorizationServers.map(\.text).joined(separator: ", "))
                : .passed("absent: the issuer is its own authorization server")
        },
        rule("VCI-META-13", "Request encryption has keys with kid and enc values", also: ["LEG-11"]) {
            $0.metadata.requestEncryption.map { encryption in
                let names = encryption.encryptions.joined(separator: " ")
                let required = encryption.isRequired ? ", required" : ""
                return .passed("keys: \(encryption.keys.count), \(names)\(required); \(onlyWithToken)")
            } ?? .notApplicable("requests are not encrypted")
        },
        rule("VCI-META-14", "Response encryption has alg and enc values") {
            $0.metadata.responseEncryption.map {
                let names = $0.algorithms + $0.encryptions + ($0.isRequired ? ["required"] : [])
                return .passed("\(names.joined(separator: " ")); \(onlyWithToken)")
            } ?? .notApplicable("responses are not encrypted")
        },
        rule("VCI-META-15", "batch_size is an integer of at least 2") {
            $0.json["batch_credential_issuance"] == nil
                ? .notApplicable("no batches: one key a request")
                : .passed("up to \($0.metadata.batchSize) keys a request; \(onlyWithToken)")
        },
        rule("VCI-META-16", "Display entries have names, locales and images in their places", about: configurations) {
            let count = $0.metadata.display.count + $0.metadata.configurations.reduce(0) { $0 + $1.display.count }
            return count == 0 ? .notApplicable("there is no display") : .passed("entries: \(count)")
        },
        rule(
            "VCI-META-17", "Images are https: or data: URIs", "OpenID4VCI 1.0 §12.2.4, HAIP 1.0 §4.1",
            about: configurations
        ) {
            subject in
            let count = subject.images.count
            return count == 0 ? .notApplicable("there are no images") : .passed("images: \(count); none was fetched")
        },
        rule("VCI-META-18", "Each configuration has a known shape", "OpenID4VCI 1.0 §12.2.4, §A", about: configurations)
        {
            let names = Set($0.metadata.configurations.map(\.format.identifier)).sorted()
            let count = $0.metadata.configurations.count
            return count == 0
                ? .notApplicable("there are no configurations")
                : .passed("\(count): \(names.joined(separator: ", "))")
        },
        rule(
            "VCI-META-19", "Signing algorithms are names or COSE numbers", "OpenID4VCI 1.0 §12.2.4, §A.2.2",
            about: configurations
        ) {
            $0.count("a list") { !$0.signingAlgorithms.isEmpty }
        },
        rule("VCI-META-20", "Binding methods and proof types come together", about: configurations) {
            $0.count("both") { $0.needsProof && $0.bindingMethods?.isEmpty == false }
        },
        rule(
            "VCI-META-21", "Key attestations are asked for in the right form", "OpenID4VCI 1.0 §12.2.4, §D.2",
            about: configurations
        ) {
            $0.count("a proof type that needs one") { $0.proofTypes.contains { $0.keyAttestation != nil } }
        },
        rule("VCI-PROOF-01", "Each proof type lists its algorithms", "OpenID4VCI 1.0 §F.1", about: configurations) {
            $0.count("proof types") { $0.needsProof }
        },
        // A member of the wrong type is no member that nobody knows, though its finding names the row.
        Rule(
            "Members that nobody knows are ignored", clause: "OpenID4VCI 1.0 §12.2.4", rows: ["VCI-META-22"], codes: []
        ) {
            let unknown = $0.json.keys.filter { !known.contains($0) }.prefix(12)
            return .passed(unknown.isEmpty ? "there are none" : "ignored: \(unknown.joined(separator: ", "))")
        },
        rule(
            "VCI-META-23", "Claims have paths, each once and without contradiction", "OpenID4VCI 1.0 §B.2, §B.3",
            also: ["VCI-PATH-01"], about: configurations
        ) { $0.count("claims") { !$0.claims.isEmpty } },
        rule("LEG-06", "Formats have the names of 1.0", "OpenID4VCI 1.0 §A.3.1", about: configurations) { _ in
            .passed("no former name was needed")
        },
        rule("LEG-07", "Display and claims are in credential_metadata", about: configurations) { _ in
            .passed("no former place was needed")
        },
    ]

    private static func statements(_ metadata: CredentialIssuerMetadata) -> [Statement] {
        var statements = [Statement("credential_issuer", "issuer", metadata.credentialIssuer.text)]
        if let name = metadata.display.first?.name { statements.append(Statement("display", "name", name)) }
        statements.append(Statement("credential_endpoint", "credential endpoint", metadata.credentialEndpoint))
        for configuration in metadata.configurations.prefix(60) {
            let type =
                switch configuration.format {
                case .sdJwtVc(let vct): "dc+sd-jwt, \(vct)"
                case .msoMdoc(let doctype): "mso_mdoc, \(doctype)"
                case .other(let name): name
                }
            let proofs = configuration.proofTypes.map { "\($0.name)\($0.keyAttestation == nil ? "" : " attested")" }
            let text = type + (proofs.isEmpty ? "" : "; proofs: \(proofs.joined(separator: ", "))")
            statements.append(Statement("credential_configurations_supported", configuration.id, text))
        }
        return statements
    }

    private static let known: Set<String> = [
        "credential_issuer", "authorization_servers", "credential_endpoint", "nonce_endpoint",
        "deferred_credential_endpoint", "notification_endpoint", "credential_request_encryption",
        "credential_response_encryption", "batch_credential_issuance", "display", "credential_configurations_supported",
        "signed_metadata", "iss", "sub", "iat", "exp",
    ]
}

extension IssuerMetadataRules.Subject {
    /// How many configurations have something, in words.
    fileprivate func count(_ what: String, _ has: (CredentialConfiguration) -> Bool) -> Verdict {
        let count = metadata.configurations.filter(has).count
        return count == 0
            ? .notApplicable("no configuration has any")
            : .passed("\(count) of \(metadata.configurations.count) configurations have \(what)")
    }

    /// Every image that the document names, with its place.
    fileprivate var images: [(place: String, uri: String, isUsable: Bool)] {
        let entries =
            metadata.display.map { ("/display", $0) }
            + metadata.configurations.flatMap { configuration in
                configuration.display.map { ("/credential_configurations_supported/\(configuration.id)", $0) }
            }
        return entries.flatMap { place, entry in
            [entry.logo, entry.backgroundImage].compactMap { $0 }.map { (place, $0.uri, $0.isUsable) }
        }
    }

    /// A dropped configuration cannot be issued: for its issuer that is a fault, whatever else works.
    fileprivate func settle(_ findings: [Finding]) -> [Finding] {
        findings.map { finding in
            let isDropped = metadata.droppedConfigurations.values.contains {
                $0.code == finding.code && $0.location == finding.location
            }
            return isDropped ? finding.asFault : finding
        }
    }

    /// The images that no wallet loads; the rule is `DisplayEntry.Image.isUsable`.
    fileprivate var imageFindings: [Finding] {
        images.filter { !$0.isUsable }.map { image in
            Finding(
                "issuerMetadata.image.scheme", .issuer, severity: .warning, clause: "OpenID4VCI 1.0 §12.2.4",
                rows: ["VCI-META-17"], at: "issuer metadata: \(image.place)", expected: "an https: or data: URI",
                seen: .text(String(image.uri.prefix { $0 != ":" })), remedy: "Serve the image over https.")
        }
    }
}
