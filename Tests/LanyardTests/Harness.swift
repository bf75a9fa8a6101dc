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
    let area: MemorySecureArea
    let pki: PeerPKI
    /// Attests the wallet and its keys, where the harness is asked for that; the issuer trusts it.
    let provider: PeerWalletProvider
    let issuer: PeerIssuer
    let http: InProcessTransport
    let environment: WalletEnvironment
    let wallet: Wallet

    /// Makes the neighbourhood; `change` sets the issuer's behaviour, `adjust` the wallet's environment.
    ///
    /// An area that brings keys of its own keeps them.
    init(
        config: WalletConfig = WalletConfig(), isTrusted: Bool = true, isAttested: Bool = false,
        area: MemorySecureArea = MemorySecureArea(),
        _ change: (inout PeerIssuer.Options) -> Void = { _ in },
        adjust: (inout WalletEnvironment) -> Void = { _ in }
    ) async throws {
        self.area = area
        provider = try PeerWalletProvider(clock: clock)
        var options = PeerIssuer.Options()
        options.walletProviders = [provider.anchor]
        change(&options)
        pki = try PeerPKI(at: clock.now)
        issuer = try PeerIssuer(options, pki: pki, clock: clock)
        http = InProcessTransport(issuer)
        let anchors = [pki.issuerRoot, pki.issuingAuthority].map { StaticTrust(certificate: $0.der) }
        var environment = WalletEnvironment(
            storage: storage, secureAreas: [area], http: http, rng: SeededRng(seed: 7), clock: clock,
            trust: isTrusted ? anchors : [],
            languages: ["de", "en"])
        if isAttested { environment.attestation = provider }
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

    /// Runs a request that must fail, and gives the error.
    func failure(of request: IssuanceRequest? = nil) async throws -> IssuanceError {
        let error = await #expect(throws: IssuanceError.self) {
            if let request { try await run(request) } else { try await receive() }
        }
        return try #require(error)
    }

    /// The requests that would have spent something: all but those for documents.
    var spending: [PeerEndpoint] {
        issuer.log.exchanges.compactMap(\.endpoint).filter {
            [.pushedAuthorization, .authorization, .token, .credential].contains($0)
        }
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
