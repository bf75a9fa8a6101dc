import LanyardCertificates
import LanyardCrypto
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@testable import Lanyard

/// A wallet over memory, with a strict issuer as its only neighbour.
struct Harness {
    let clock = FixedClock()
    let storage = MemoryStorageDriver()
    let area = MemorySecureArea()
    let pki: PeerPKI
    let issuer: PeerIssuer
    let http: InProcessTransport
    let environment: WalletEnvironment
    let wallet: Wallet

    /// Makes the neighbourhood; `change` sets the issuer's behaviour, `adjust` the wallet's environment.
    init(
        config: WalletConfig = WalletConfig(), isTrusted: Bool = true,
        _ change: (inout PeerIssuer.Options) -> Void = { _ in },
        adjust: (inout WalletEnvironment) -> Void = { _ in }
    ) async throws {
        var options = PeerIssuer.Options()
        change(&options)
        pki = try PeerPKI(at: clock.now)
        issuer = try PeerIssuer(options, pki: pki, clock: clock)
        http = InProcessTransport(issuer)
        let anchors = [pki.issuerRoot, pki.issuingAuthority].map { StaticTrust(certificate: $0.der) }
        var environment = WalletEnvironment(
            storage: storage, secureAreas: [area], http: http, rng: SeededRng(seed: 7), clock: clock,
            trust: isTrusted ? anchors : [],
            languages: ["de", "en"])
        adjust(&environment)
        self.environment = environment
        wallet = try await Wallet.open(environment, config: config)
    }

    /// Takes an offer of these configurations to its end.
    func receive(
        _ configurations: [String] = ["pid"], txCode: PeerTransactionCode? = nil, byReference: Bool = false,
        entering code: String? = nil, policy: CredentialPolicy = CredentialPolicy()
    ) async throws -> IssuanceResult {
        let offer = issuer.makeOffer(configurations, transactionCode: txCode)
        return try await receive(byReference ? offer.referenceLink : offer.link, entering: code, policy: policy)
    }

    func receive(
        _ link: String, entering code: String? = nil, policy: CredentialPolicy = CredentialPolicy()
    ) async throws -> IssuanceResult {
        let offer = try await wallet.issuance.resolveOffer(link)
        return try await run(.fromOffer(offer, configurationIds: nil, policy: policy), entering: code)
    }

    /// Runs a request to its end: the code is entered where one is asked for, the browser followed where one is wanted.
    func run(
        _ request: IssuanceRequest, entering code: String? = nil, browser: PeerBrowser? = nil
    ) async throws -> IssuanceResult {
        try await drive(wallet.issuance.start(request), entering: code, browser: browser)
    }

    func drive(
        _ session: IssuanceSession, entering code: String? = nil, browser: PeerBrowser? = nil
    ) async throws -> IssuanceResult {
        let result = try await session.run { step in
            switch step {
            case .txCode:
                guard let code else { throw CancellationError() }
                return .txCode(code)
            case .browser(let url): return .redirect(try await (browser ?? http.browser()).visit(url))
            }
        }
        await wallet.issuance.settle()
        return result
    }

    /// What a person was asked for: signatures of keys that no person guards are not among them.
    var prompts: [UserAction] { area.actions.filter { $0.kind != .background } }

    /// What the store holds besides cached documents and the log: credentials, and what belongs to sessions.
    var leftovers: [StorageKey] {
        storage.everything.map(\.key).filter { !["document", "log", "log-head"].contains($0.collection) }
    }
}

/// One anchor for every role.
struct StaticTrust: TrustSource {
    let certificate: [UInt8]

    func anchors(for role: TrustRole, type: String?) async -> [TrustAnchor] {
        [TrustAnchor(certificate: certificate, source: "the test")]
    }
}
