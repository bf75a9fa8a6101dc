// The samples of Ports.md, which `make contract` compiles and compares with the page.
import Lanyard
import SystemAdapters
import WalletContracts

func openWithDefaults(anchorFile: String) async throws -> Wallet {
    let anchors = try FileTrustSource([.init(anchorFile, roles: [.issuer])])
    var environment = try await WalletEnvironment.system(SystemConfiguration(trust: [anchors]))
    environment.approval = AskThePerson(screen: TerminalScreen())
    environment.logger = DeveloperLog()

    var config = WalletConfig(issuance: IssuanceConfig(clientId: "your-client-id"))
    config.trust.enforcement[.issuer] = .enforce
    return try await Wallet.open(environment, config: config)
}

func openWithOwnPorts(storage: any StorageDriver, keys: any SecureArea, http: any HttpTransport) async throws -> Wallet {
    let environment = WalletEnvironment(
        storage: storage, secureAreas: [keys], http: http, rng: SystemRng(), clock: SystemClock(),
        trust: [PinnedIssuers(certificates: ["urn:eudi:pid:1": []])], approval: AskThePerson(screen: TerminalScreen()),
        languages: ["de", "en"])
    return try await Wallet.open(environment)
}

struct PinnedIssuers: TrustSource {
    /// Certificates (DER) by credential type.
    let certificates: [String: [[UInt8]]]

    func anchors(for role: TrustRole, type: String?) async -> [TrustAnchor] {
        guard role == .issuer, let type else { return [] }
        return (certificates[type] ?? []).map { TrustAnchor(certificate: $0, source: "the app") }
    }
}

protocol Screen: Sendable {
    func confirm(_ question: String, _ lines: [String]) async -> Bool
}

struct AskThePerson: IssuanceApproval {
    let screen: any Screen

    func mayFetchOffer(from host: String) async -> Bool {
        await screen.confirm("Fetch an offer from \(host)?", [])
    }

    func maySendTxCode(to host: String) async -> Bool {
        await screen.confirm("Send the code to \(host)?", [])
    }

    func mayStore(_ received: ReceivedCredentialSummary) async -> Bool {
        await screen.confirm(
            "Keep \(received.name) of \(received.issuerName), \(received.authority)?",
            received.claims.map { "\($0.label): \($0.value)" })
    }
}

struct DeveloperLog: WalletLogger {
    func log(_ entry: WalletLogEntry) {
        print("\(entry.level.rawValue) \(entry.area): \(entry.message)")
    }
}

struct TerminalScreen: Screen {
    func confirm(_ question: String, _ lines: [String]) async -> Bool {
        for line in [question] + lines { print(line) }
        return readLine() == "yes"
    }
}

func brokenRules(
    store: @escaping @Sendable () async throws -> any StorageDriver,
    keys: @escaping @Sendable () async throws -> any SecureArea
) async -> [ContractFailure] {
    // Each call of the closures opens a new, empty one.
    await StorageContract(opening: store).failures() + SecureAreaContract(opening: keys).failures()
}

enum NextStep {
    case nothing
    case tryAgain(afterSeconds: Double)
    case askForNewOffer
    case showFault(String)
}

func nextStep(after error: any Error) -> NextStep {
    switch error {
    case let error as IssuanceError where error.code == .userCancelled:
        .nothing
    case let error as IssuanceError where error.isRetryable:
        .tryAgain(afterSeconds: error.retryAfter ?? 5)
    case let error as IssuanceError where [.invalidOffer, .txCodeRejected].contains(error.code):
        .askForNewOffer
    case let error as IssuanceError:
        .showFault(error.remedy)
    case let error as CredentialError:
        .showFault(error.remedy)
    case let error as StorageError:
        error.isRetryable ? .tryAgain(afterSeconds: 1) : .showFault(error.remedy)
    default:
        .showFault("\(error)")
    }
}
