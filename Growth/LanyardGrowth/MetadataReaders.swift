import LanyardJSON
import LanyardOAuth
import LanyardOpenID4VCI
import WalletPorts

/// Credential issuer metadata and credential responses.
enum MetadataReaders {
    static let all = [
        Reader("metadata.configurations", 40) { size in
            reading(["credential_configurations_supported": configurations(size) { _ in [:] }])
        },
        Reader("metadata.configurations.broken", 40) { size in
            reading(["credential_configurations_supported": object(size) { ("c\($0)", ["format": "dc+sd-jwt"]) }])
        },
        Reader("metadata.configurations.tooMany", 2001) { size in
            let response = document(["credential_configurations_supported": object(size) { ("c\($0)", [:]) }])
            return {
                var findings = Findings()
                try refused {
                    _ = try CredentialIssuerMetadata(response: response, issuer: issuer.get(), findings: &findings)
                }
            }
        },
        Reader("metadata.claims", 40) { size in
            reading([
                "credential_configurations_supported": configurations(1) { _ in
                    ["claims": .array((0..<size).map { ["path": ["a", .string("m\($0)")]] })]
                }
            ])
        },
        Reader("metadata.claims.deep", 10) { size in
            reading([
                "credential_configurations_supported": configurations(1) { _ in
                    let steps = Array(repeating: JSON.string("a"), count: 60)
                    return ["claims": .array((0..<size).map { ["path": .array(steps + [.string("m\($0)")])] })]
                }
            ])
        },
        Reader("metadata.claims.tooMany", 300) { size in
            reading([
                "credential_configurations_supported": configurations(1) { _ in
                    ["claims": .array((0..<size).map { ["path": [.string("m\($0)")]] })]
                }
            ])
        },
        // Half of the input is the name of the place where everything else is.
        Reader("metadata.claims.longName", 40) { size in
            reading([
                "credential_configurations_supported": [
                    long(size * 200): [
                        "format": "dc+sd-jwt", "vct": "x",
                        "credential_metadata": [
                            "claims": .array((0..<size).map { ["path": [.string("m\($0)")]] })
                        ],
                    ]
                ]
            ])
        },
        Reader("metadata.claims.displays", 40) { size in
            reading([
                "credential_configurations_supported": configurations(1) { _ in
                    [
                        "claims": .array(
                            (0..<size).map {
                                ["path": [.string("m\($0)")], "display": [["name": "x", "locale": "de"]]]
                            })
                    ]
                }
            ])
        },
        Reader("metadata.claims.map", 100) { size in
            reading([
                "credential_configurations_supported": configurations(1) { _ in
                    ["claims": object(size) { ("m\($0)", ["display": [["name": "x"]]]) }]
                }
            ])
        },
        Reader("metadata.claims.map.longName", 40) { size in
            reading([
                "credential_configurations_supported": configurations(1) { _ in
                    ["claims": [long(size * 200): object(size) { ("m\($0)", [:]) }]]
                }
            ])
        },
        Reader("metadata.display", 50) { size in
            reading([
                "display": .array((0..<size).map { ["name": "x", "locale": .string("x\($0)")] }),
                "credential_configurations_supported": [:],
            ])
        },
        Reader("metadata.display.broken", 50) { size in
            reading([
                "display": .array((0..<size).map { ["name": 1, "locale": .string("x\($0)")] }),
                "credential_configurations_supported": [:],
            ])
        },
        Reader("metadata.servers", 200) { size in
            reading([
                "authorization_servers": .array((0..<size).map { .string("https://as\($0).example") }),
                "credential_configurations_supported": [:],
            ])
        },
        Reader("metadata.servers.hint", 200) { size in
            let metadata = try metadata([
                "authorization_servers": .array((0..<size).map { .string("https://as\($0).example") }),
                "credential_configurations_supported": [:],
            ])
            return {
                var findings = Findings()
                _ = try metadata.authorizationServers(hint: "https://as\(size - 1).example", findings: &findings)
            }
        },
        Reader("metadata.proofTypes", 200) { size in
            reading([
                "credential_configurations_supported": configurations(1) { _ in
                    [
                        "proof_types_supported": object(size) {
                            ("p\($0)", ["proof_signing_alg_values_supported": ["ES256"]])
                        }
                    ]
                }
            ])
        },
        Reader("credentialResponse", 200) { size in
            let metadata = try metadata(["credential_configurations_supported": configurations(1) { _ in [:] }])
            guard let configuration = metadata.configurations.first else { throw NotRefused() }
            let response = HttpResponse.json([
                "credentials": .array((0..<size).map { ["credential": .string("c\($0)")] })
            ])
            return {
                var findings = Findings()
                _ = try CredentialResponse(
                    response: response, keys: size, configuration: configuration, findings: &findings)
            }
        },
    ]

    private static let issuer = Result {
        guard let issuer = IssuerIdentifier("https://issuer.example") else { throw NotRefused() }
        return issuer
    }

    static func configurations(_ count: Int, _ more: (Int) -> JSONObject) -> JSON {
        object(count) { number in
            var members: JSONObject = ["format": "dc+sd-jwt", "vct": .string("urn:x:\(number)")]
            for member in more(number).members { members[member.name] = member.value }
            return ("c\(number)", .object(members))
        }
    }

    private static func document(_ members: JSONObject) -> HttpResponse {
        var object: JSONObject = [
            "credential_issuer": "https://issuer.example", "credential_endpoint": "https://issuer.example/credential",
        ]
        for member in members.members { object[member.name] = member.value }
        return .json(.object(object))
    }

    static func metadata(_ members: JSONObject) throws -> CredentialIssuerMetadata {
        var findings = Findings()
        return try CredentialIssuerMetadata(
            response: document(members), issuer: try issuer.get(), findings: &findings)
    }

    private static func reading(_ members: JSONObject) -> Reader.Work {
        let response = document(members)
        return {
            var findings = Findings()
            _ = try CredentialIssuerMetadata(response: response, issuer: try issuer.get(), findings: &findings)
        }
    }
}
