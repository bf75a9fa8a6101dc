import LanyardJSON
import LanyardOAuth
import LanyardOpenID4VCI
import WalletPorts

/// The rows VCI-META-10 to VCI-META-23: what a credential issuer metadata document says by itself.
enum IssuerMetadataRules {
    struct Subject: Sendable {
        let json: JSONObject
        let metadata: CredentialIssuerMetadata

        /// How many configurations have something, in words.
        func count(_ what: String, _ has: (CredentialConfiguration) -> Bool) -> Verdict {
            let count = metadata.configurations.filter(has).count
            return count == 0
                ? .notApplicable("no configuration has any")
                : .passed("\(count) of \(metadata.configurations.count) configurations have \(what)")
        }
    }

    private static let onlyWithToken = "that the endpoint keeps to it can be seen with a token only"

    private static func rule(
        _ row: String, _ title: String, _ clause: String = "OpenID4VCI 1.0 §12.2.4", also more: [String] = [],
        _ verdict: @escaping @Sendable (Subject) -> Verdict
    ) -> Rule<Subject> {
        Rule(title, clause: clause, rows: [row] + more, verdict)
    }

    /// The row VCI-META-07 of a document that was asked for under an identifier.
    static let identity: [Rule<JSONObject>] = [
        Rule(
            "It names the identifier under which it was asked for", clause: "OpenID4VCI 1.0 §12.2.4",
            rows: ["VCI-META-07"]
        ) {
            .passed($0["credential_issuer"]?.string ?? "")
        }
    ]

    /// What the reader says of the identifier, whatever else is wrong with the document.
    static func identityFaults(_ json: JSONObject, _ issuer: IssuerIdentifier) -> [Finding] {
        var findings = Findings()
        do throws(Finding) {
            _ = try CredentialIssuerMetadata(json: .object(json), issuer: issuer, findings: &findings)
            return []
        } catch {
            return error.requirements.contains("VCI-META-07") ? [error] : []
        }
    }

    /// The rules in the order of the rows.
    static let document: [Rule<Subject>] = [
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
        rule("VCI-META-16", "Display entries have names, locales and images in their places") {
            let count = $0.metadata.display.count + $0.metadata.configurations.reduce(0) { $0 + $1.display.count }
            return count == 0 ? .notApplicable("there is no display") : .passed("entries: \(count)")
        },
        rule("VCI-META-17", "Images are https: or data: URIs", "OpenID4VCI 1.0 §12.2.4, HAIP 1.0 §4.1") { subject in
            let count = subject.images.count
            return count == 0 ? .notApplicable("there are no images") : .passed("images: \(count); none was fetched")
        },
        rule("VCI-META-18", "Each configuration has a known shape", "OpenID4VCI 1.0 §12.2.4, §A") {
            let names = Set($0.metadata.configurations.map(\.format.identifier)).sorted()
            let count = $0.metadata.configurations.count
            return count == 0
                ? .notApplicable("there are no configurations")
                : .passed("\(count): \(names.joined(separator: ", "))")
        },
        rule("VCI-META-19", "Signing algorithms are names or COSE numbers", "OpenID4VCI 1.0 §12.2.4, §A.2.2") {
            $0.count("a list") { !$0.signingAlgorithms.isEmpty }
        },
        rule("VCI-META-20", "Binding methods and proof types come together") {
            $0.count("both") { $0.needsProof && $0.bindingMethods?.isEmpty == false }
        },
        rule("VCI-META-21", "Key attestations are asked for in the right form", "OpenID4VCI 1.0 §12.2.4, §D.2") {
            $0.count("a proof type that needs one") { $0.proofTypes.contains { $0.keyAttestation != nil } }
        },
        rule("VCI-PROOF-01", "Each proof type lists its algorithms", "OpenID4VCI 1.0 §F.1") {
            $0.count("proof types") { $0.needsProof }
        },
        rule("VCI-META-22", "Members that nobody knows are ignored") {
            let unknown = $0.json.keys.filter { !known.contains($0) }.prefix(12)
            return .passed(unknown.isEmpty ? "there are none" : "ignored: \(unknown.joined(separator: ", "))")
        },
        rule(
            "VCI-META-23", "Claims have paths, each once and without contradiction", "OpenID4VCI 1.0 §B.2, §B.3",
            also: ["VCI-PATH-01"]
        ) { $0.count("claims") { !$0.claims.isEmpty } },
        rule("LEG-06", "Formats have the names of 1.0", "OpenID4VCI 1.0 §A.3.1") { _ in
            .passed("no former name was needed")
        },
        rule("LEG-07", "Display and claims are in credential_metadata") { _ in .passed("no former place was needed") },
    ]

    private static let known: Set<String> = [
        "credential_issuer", "authorization_servers", "credential_endpoint", "nonce_endpoint",
        "deferred_credential_endpoint", "notification_endpoint", "credential_request_encryption",
        "credential_response_encryption", "batch_credential_issuance", "display", "credential_configurations_supported",
        "signed_metadata", "iss", "sub", "iat", "exp",
    ]
}

extension IssuerMetadataRules.Subject {
    /// Every image that the document names, with its place.
    var images: [(place: String, uri: String, isUsable: Bool)] {
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
    func settle(_ findings: [Finding]) -> [Finding] {
        findings.map { finding in
            let isDropped = metadata.droppedConfigurations.values.contains {
                $0.code == finding.code && $0.location == finding.location
            }
            return isDropped ? finding.asFault : finding
        }
    }

    /// The images that no wallet loads; the rule is `DisplayEntry.Image.isUsable`.
    var imageFindings: [Finding] {
        images.filter { !$0.isUsable }.map { image in
            Finding(
                "issuerMetadata.image.scheme", .issuer, severity: .warning, clause: "OpenID4VCI 1.0 §12.2.4",
                rows: ["VCI-META-17"], at: "issuer metadata: \(image.place)", expected: "an https: or data: URI",
                seen: .text(String(image.uri.prefix { $0 != ":" })), remedy: "Serve the image over https.")
        }
    }
}
