import Lanyard
import LanyardText
import SystemAdapters
import TestPeers
import TestServers

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The whole way of a credential, on this machine, with nothing to set up.
enum DemoCommand: CommandBody {
    static let name = "demo"
    static let operands = ""
    static let summary = "Shows a credential's whole way on this machine"
    static let details = """
        Starts a test issuer over TLS on 127.0.0.1, takes its offer of a PID as SD-JWT VC and a driving licence as mdoc
        with a transaction code, checks what arrives, stores it sealed and shows it. Everything lives in a temporary
        folder that is removed at the end.
        """
    static let options = [
        Option("language", "TAG", "show labels in this language (default: from LANG; the samples speak en, de and ko)"),
        Option("keep", "DIR", "use this folder for the store and keep it"),
    ]

    static func run(_ arguments: Arguments) async throws -> Outcome {
        guard arguments.operands.isEmpty else { throw UsageError("demo takes no operands") }
        let kept = arguments.value("keep")
        let folder = kept ?? FileManager.default.temporaryDirectory.path + "/lanyard-demo-\(UUID().uuidString)"
        defer { if kept == nil { try? FileManager.default.removeItem(atPath: folder) } }

        Terminal.note("1. A test issuer starts on this machine, with TLS and a small PKI of its own.")
        let server = try IssuerServer(PeerIssuer.Options(), path: "/demo", port: 0, clock: SystemClock())
        let offer = server.issuer.makeOffer(["pid", "mdl"], transactionCode: .numeric("4711"))
        Terminal.note("   \(server.identifier)")
        Terminal.note("   \(offer.referenceLink)")

        Terminal.note("2. A wallet opens: SQLite, every record sealed, the key in a file of its own.")
        var setup = WalletSetup(folder: folder)
        setup.tlsAnchors = server.serverAnchorPEM
        let anchors = folder + "/issuer-anchors.pem"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try TextFile.write(server.issuerAnchorPEM, to: anchors)
        setup.trustFiles = [anchors]
        setup.allowsPrivateAddresses = true
        if let tag = arguments.value("language") { setup.languages = [tag] + setup.languages }
        let wallet = try await setup.open()

        Terminal.note("3. The wallet takes the offer. Every exchange and check:")
        let report = ReceiveReport(asJSON: false, isTracing: true)
        let result = try await Receipt(wallet: wallet, report: report).receive(
            offer.referenceLink, configurations: [], txCode: "4711")

        Terminal.note("4. What the issuer thought of the wallet's requests:")
        let log = server.issuer.log
        Terminal.note("   \(log.checks.count) checks, \(log.failures.count) broken")
        for failure in log.failures { Terminal.note("   \(failure)") }
        await server.stop()
        Terminal.note("5. All is stored, and nothing of it can be read in the file: `lanyard store` says more.")
        return result.failures.isEmpty && log.failures.isEmpty ? .done : .refused
    }
}
