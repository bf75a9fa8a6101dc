// swift-tools-version: 6.2
import PackageDescription

// The layers of the house, top to bottom: a target imports only targets listed above it.
// `Scripts/check-layers` refuses an import that is reachable but not declared.

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

func library(_ name: String, in layer: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/\(layer)/\(name)", swiftSettings: strict)
}

func tests(_ target: String, _ more: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(target)Tests",
        dependencies: [.init(stringLiteral: target), "LanyardTestSupport"] + more,
        path: "Tests/\(target)Tests",
        exclude: exclude,
        swiftSettings: strict)
}

func system(_ name: String, pkgConfig: String? = nil, apt: String) -> Target {
    .systemLibrary(name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

func onLinux(_ name: String) -> Target.Dependency {
    .target(name: name, condition: .when(platforms: [.linux]))
}

var targets: [Target] = [
    system("COpenSSL", pkgConfig: "libcrypto", apt: "libssl-dev"),
    system("CSQLite", apt: "libsqlite3-dev"),
    system("CZlib", apt: "zlib1g-dev"),
    system("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
    system("CMicrohttpd", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev"),
    system("CQrencode", pkgConfig: "libqrencode", apt: "libqrencode-dev"),

    // Foundations
    library("WalletPorts", in: "Foundations"),
    library("LanyardLock", in: "Foundations"),
    library("LanyardText", in: "Foundations"),
    library("LanyardCrypto", in: "Foundations", ["LanyardLock", onLinux("COpenSSL")]),
    library("LanyardJSON", in: "Foundations", ["LanyardText"]),
    library("LanyardCBOR", in: "Foundations"),
    library("LanyardDER", in: "Foundations"),
    library("LanyardDeflate", in: "Foundations", ["CZlib"]),

    // Envelopes
    library(
        "LanyardJOSE", in: "Envelopes",
        ["WalletPorts", "LanyardText", "LanyardCrypto", "LanyardJSON", "LanyardDeflate"]),
    library(
        "LanyardCertificates", in: "Envelopes",
        ["WalletPorts", "LanyardLock", "LanyardText", "LanyardCrypto", "LanyardDER"]),
    library("LanyardCOSE", in: "Envelopes", ["WalletPorts", "LanyardCrypto", "LanyardCBOR"]),

    // Formats
    library(
        "LanyardSDJWT", in: "Formats",
        ["WalletPorts", "LanyardText", "LanyardCrypto", "LanyardJSON", "LanyardJOSE", "LanyardCertificates"]),
    library(
        "LanyardStatusList", in: "Formats",
        ["WalletPorts", "LanyardText", "LanyardCrypto", "LanyardJSON", "LanyardDeflate", "LanyardJOSE"]),

    library(
        "MDoc", in: "Formats",
        [
            "WalletPorts", "LanyardText", "LanyardCrypto", "LanyardCBOR", "LanyardDER", "LanyardCOSE",
            "LanyardCertificates",
        ]),

    // Protocols
    library(
        "LanyardOAuth", in: "Protocols",
        ["WalletPorts", "LanyardText", "LanyardCrypto", "LanyardJSON", "LanyardJOSE", "LanyardCertificates"]),
    library(
        "LanyardOpenID4VCI", in: "Protocols",
        [
            "WalletPorts", "LanyardText", "LanyardCrypto", "LanyardJSON", "LanyardJOSE", "LanyardCertificates",
            "LanyardOAuth",
        ]),

    // Wallet
    library(
        "Lanyard", in: "Wallet",
        [
            "WalletPorts", "LanyardLock", "LanyardText", "LanyardCrypto", "LanyardJSON", "LanyardJOSE",
            "LanyardCertificates", "LanyardSDJWT", "MDoc", "LanyardOAuth", "LanyardOpenID4VCI",
        ]),
    library(
        "LanyardInspect", in: "Wallet",
        [
            "Lanyard", "WalletPorts", "LanyardText", "LanyardCrypto", "LanyardJSON", "LanyardCBOR", "LanyardDER",
            "LanyardJOSE", "LanyardCOSE", "LanyardCertificates", "LanyardSDJWT", "MDoc", "LanyardStatusList",
            "LanyardOAuth", "LanyardOpenID4VCI",
        ]),

    // Adapters
    library(
        "SystemAdapters", in: "Adapters",
        ["WalletPorts", "LanyardLock", "LanyardText", "LanyardCrypto", "LanyardJSON", "CSQLite", onLinux("CCurl")]),

    // Peers
    library("WalletContracts", in: "Peers", ["WalletPorts", "LanyardLock", "LanyardCrypto"]),
    // It shares no code with the envelopes, formats and protocols that it judges.
    library(
        "TestPeers", in: "Peers",
        [
            "WalletPorts", "LanyardLock", "LanyardText", "LanyardCrypto", "LanyardJSON", "LanyardCBOR", "LanyardDER",
            "LanyardDeflate",
        ]),
    library(
        "TestServers", in: "Peers",
        [
            "WalletPorts", "LanyardLock", "LanyardText", "LanyardCrypto", "LanyardJSON", "TestPeers",
            onLinux("CMicrohttpd"),
        ]),

    // Tests
    .target(
        name: "LanyardTestSupport", dependencies: ["LanyardText", "LanyardJSON"], path: "Tests/LanyardTestSupport",
        swiftSettings: strict),
    // A process that `Scripts/crash` kills while it works on a store.
    .executableTarget(
        name: "CrashProbe",
        dependencies: ["Lanyard", "SystemAdapters", "WalletPorts", "LanyardCrypto", "WalletContracts", "TestPeers"],
        path: "Tests/CrashProbe", swiftSettings: strict),
    tests("WalletPorts"),
    tests("LanyardLock"),
    tests("LanyardText"),
    tests("LanyardCrypto", ["LanyardText", "LanyardJSON", onLinux("COpenSSL")]),
    tests("LanyardJSON"),
    tests("LanyardCBOR", ["LanyardJSON"]),
    tests("LanyardDER"),
    tests("LanyardDeflate"),
    tests("LanyardJOSE", ["WalletPorts", "LanyardText", "LanyardCrypto", "LanyardJSON"]),
    tests(
        "LanyardCertificates",
        ["WalletPorts", "LanyardText", "LanyardCrypto", "LanyardJSON", "LanyardDER", onLinux("COpenSSL")]),
    tests("LanyardCOSE", ["WalletPorts", "LanyardText", "LanyardCrypto", "LanyardJSON", "LanyardCBOR"]),
    tests(
        "LanyardSDJWT",
        ["WalletPorts", "LanyardText", "LanyardCrypto", "LanyardJSON", "LanyardJOSE", "LanyardCertificates"]),
    tests(
        "MDoc",
        [
            "WalletPorts", "LanyardText", "LanyardCrypto", "LanyardJSON", "LanyardCBOR", "LanyardDER", "LanyardCOSE",
            "LanyardCertificates",
        ]),
    tests("LanyardOAuth", ["WalletPorts", "LanyardText", "LanyardCrypto", "LanyardJSON", "LanyardJOSE"]),
    tests(
        "LanyardOpenID4VCI",
        ["WalletPorts", "LanyardText", "LanyardCrypto", "LanyardJSON", "LanyardJOSE", "LanyardOAuth"]),
    tests(
        "Lanyard",
        [
            "WalletPorts", "LanyardLock", "WalletContracts", "TestPeers", "SystemAdapters", "LanyardText",
            "LanyardCrypto", "LanyardJSON", "LanyardCBOR", "LanyardJOSE", "LanyardCOSE", "LanyardCertificates",
            "LanyardSDJWT", "MDoc", "LanyardOAuth", "LanyardOpenID4VCI",
        ]),
    tests(
        "LanyardStatusList",
        ["WalletPorts", "LanyardCrypto", "LanyardJSON", "LanyardDeflate", "LanyardText", "LanyardJOSE"]),
    tests(
        "LanyardInspect",
        [
            "WalletPorts", "WalletContracts", "TestPeers", "LanyardText", "LanyardCrypto", "LanyardJSON", "LanyardCBOR",
            "LanyardJOSE", "LanyardCOSE", "MDoc", "LanyardCertificates", "LanyardSDJWT", "LanyardOAuth",
            "LanyardOpenID4VCI",
        ]),
    tests(
        "SystemAdapters",
        [
            "WalletPorts", "LanyardLock", "WalletContracts", "LanyardCrypto", "LanyardText", "LanyardJSON", "CSQLite",
            "TestPeers", "TestServers",
        ], exclude: ["Fixtures"]),
    tests(
        "TestPeers",
        [
            "WalletPorts", "WalletContracts", "LanyardText", "LanyardCrypto", "LanyardJSON", "LanyardDeflate",
            "LanyardJOSE", "LanyardCertificates", "LanyardSDJWT", "MDoc", "LanyardOAuth", "LanyardOpenID4VCI",
        ]),
    tests(
        "TestServers", ["WalletPorts", "WalletContracts", "TestPeers", "LanyardText", "LanyardJSON", "SystemAdapters"]),
]

var products: [Product] = [
    .library(name: "Lanyard", targets: ["Lanyard"]),
    .library(name: "SystemAdapters", targets: ["SystemAdapters"]),
    .library(name: "WalletContracts", targets: ["WalletContracts"]),
    .library(name: "TestPeers", targets: ["TestPeers"]),
]

// The command is declared on Linux hosts: beside `Lanyard` its name breaks case-insensitive disks.
// On a Mac, `swift run LanyardCLI`.
#if os(Linux)
    products.append(.executable(name: "lanyard", targets: ["LanyardCLI"]))
#endif

targets += [
    .executableTarget(
        name: "LanyardCLI",
        dependencies: [
            "Lanyard", "SystemAdapters", "TestPeers", "TestServers", "LanyardLock", "LanyardText", "LanyardJSON",
            "LanyardCrypto", "LanyardCertificates", "LanyardSDJWT", "LanyardOpenID4VCI", "LanyardInspect",
            "LanyardJOSE",
            onLinux("CQrencode"),
        ],
        path: "Sources/Apps/LanyardCLI", swiftSettings: strict)
]

// Fuzz targets have no main and exist only when asked for.
if Context.environment["LANYARD_FUZZ"] == "1" {
    for (name, dependencies) in [
        ("FuzzJSON", ["LanyardJSON"]),
        ("FuzzCBOR", ["LanyardCBOR"]),
        ("FuzzCertificate", ["WalletPorts", "LanyardDER", "LanyardCertificates"]),
        ("FuzzCOSE", ["WalletPorts", "LanyardCrypto", "LanyardCBOR", "LanyardCOSE"]),
        ("FuzzJOSE", ["WalletPorts", "LanyardCrypto", "LanyardJSON", "LanyardJOSE"]),
        ("FuzzSDJWT", ["WalletPorts", "LanyardText", "LanyardJSON", "LanyardJOSE", "LanyardSDJWT"]),
        ("FuzzTypeMetadata", ["WalletPorts", "LanyardJSON", "LanyardSDJWT"]),
        ("FuzzIssuerSigned", ["WalletPorts", "LanyardCrypto", "LanyardCBOR", "LanyardCOSE", "MDoc"]),
        ("FuzzDeviceRequest", ["MDoc"]),
        ("FuzzDeviceResponse", ["WalletPorts", "LanyardCrypto", "LanyardCBOR", "MDoc"]),
        ("FuzzOffer", ["WalletPorts", "LanyardText", "LanyardOAuth", "LanyardOpenID4VCI"]),
        (
            "FuzzAuthorization",
            ["WalletPorts", "LanyardCrypto", "LanyardJSON", "LanyardJOSE", "LanyardOAuth", "LanyardOpenID4VCI"]
        ),
        ("FuzzInspect", ["WalletPorts", "LanyardJSON", "LanyardInspect"]),
        ("FuzzMetadata", ["WalletPorts", "LanyardJSON", "LanyardOAuth", "LanyardOpenID4VCI"]),
    ] as [(String, [String])] {
        targets.append(
            .executableTarget(
                name: name, dependencies: dependencies.map { .init(stringLiteral: $0) }, path: "Fuzz/\(name)",
                exclude: ["seeds"], swiftSettings: strict))
        products.append(.executable(name: name, targets: [name]))
    }
}

// Benchmarks and the growth of work are built only when asked for: `make bench`, `make growth`.
if Context.environment["LANYARD_BENCH"] == "1" {
    targets.append(
        .executableTarget(
            name: "LanyardBenchmarks",
            dependencies: [
                "Lanyard", "SystemAdapters", "TestPeers", "WalletPorts", "LanyardLock", "LanyardCrypto", "LanyardJSON",
                "LanyardCBOR", "LanyardDER", "LanyardJOSE", "LanyardCOSE", "LanyardCertificates", "LanyardSDJWT",
                "MDoc",
                "LanyardOAuth", "LanyardOpenID4VCI",
            ],
            path: "Benchmarks/LanyardBenchmarks", swiftSettings: strict))
    targets.append(
        .executableTarget(
            name: "LanyardGrowth",
            dependencies: [
                "Lanyard", "WalletContracts", "TestPeers", "WalletPorts", "LanyardText", "LanyardCrypto", "LanyardJSON",
                "LanyardCBOR", "LanyardDER", "LanyardDeflate", "LanyardJOSE", "LanyardCOSE", "LanyardCertificates",
                "LanyardSDJWT", "MDoc", "LanyardOAuth", "LanyardOpenID4VCI",
            ],
            path: "Growth/LanyardGrowth", swiftSettings: strict))
}

let package = Package(
    name: "Lanyard",
    platforms: [.iOS(.v18), .macOS(.v15)],
    products: products,
    targets: targets,
    swiftLanguageModes: [.v6]
)
