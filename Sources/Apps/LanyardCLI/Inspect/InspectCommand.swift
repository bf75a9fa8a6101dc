import Lanyard
import LanyardCertificates
import LanyardInspect
import LanyardJOSE
import LanyardJSON
import SystemAdapters

/// Recognises what it is given, and tells which rules it keeps and which it breaks.
enum InspectCommand: CommandBody {
    static let name = "inspect"
    static let operands = "FILE|TEXT|URL|-"
    static let summary = "Decodes and judges an offer, credential, token, key, certificate, metadata or live issuer"
    static let options = [
        Option("trust", "FILE", "judge certificate chains against these anchors (PEM or DER); may be repeated"),
        Option("key", "FILE", "check signatures with this key (JWK, JWK set or certificate); may be repeated"),
        Option(
            "use", "NAME",
            "judge a chain for a use: \(CertificateUse.allCases.map(\.rawValue).joined(separator: ", "))"),
        Option("fetch", nil, "fetch an offer by reference; without it nothing is fetched but a live issuer's metadata"),
        Option("now", "TIME", "judge as of this time, such as 2026-01-31T12:00:00Z, or seconds since 1970"),
        Option("strict", nil, "count what a wallet may tolerate as broken"),
        Option("tolerant", nil, "tell it apart (default)"),
        Option("profile", "NAME", "judge by a profile: core (default), haip or eu"),
        Option("tls-ca", "FILE", "accept these certificates (PEM) as TLS roots besides the system's"),
        Option("allow-private", nil, "talk to this machine and private networks too, for tests"),
        Option("language", "TAG", "ask a live issuer for this language; may be repeated"),
        Option("json", nil, "print JSON"),
    ]

    static var details: String {
        """
        Each rule that applies is told as passed, FAILED, tolerated, not applicable or not judged, with the reason, the
        clause where it is written and the rows of SUPPORTED.md. The codes are those of a session's record.

        What is recognised:
        \(Detector.kinds.map { "  - \($0)" }.joined(separator: "\n"))
          - pictures (PNG, JPEG) of QR codes that hold any of these
          - https://issuer.example, or one of its .well-known URLs: a live issuer's metadata, row by row

        Examples:
          lanyard inspect 'openid-credential-offer://?credential_offer=…'
          lanyard inspect credential.txt --trust issuer-roots.pem
          pbpaste | lanyard inspect - --json
          lanyard inspect https://issuer.example --profile haip

        Nothing leaves this machine except for a live issuer and with --fetch. Codes, tokens and private keys are never
        printed.

        Exit status:
          0  no rule is broken
          1  a rule is broken
          2  wrong usage, or it was not recognised
          3  network: what was to be fetched gave no answer, so that nothing was judged; a server that cannot be reached
             and that an issuer names is a broken rule
          5  a signal asked to end
        """
    }

    static func run(_ arguments: Arguments) async throws -> Outcome {
        let setup = try InspectSetup(arguments)
        let inspection = try await inspect(try arguments.single("what to inspect"), setup)
        if arguments.has("json") {
            Terminal.print(json: inspection.json)
        } else {
            for line in InspectionText.lines(inspection) { Terminal.print(line) }
        }
        return inspection.hasPassed ? .done : .refused
    }

    private static func inspect(_ operand: String, _ setup: InspectSetup) async throws -> Inspection {
        let detector = Detector(setup.options)
        let source = try InspectSource(operand)
        if case .address(let url) = source {
            guard !setup.fetches else { throw UsageError("--fetch fetches an offer by reference; this is an issuer") }
            let live = LiveInspector(http: try setup.transport(), options: setup.options, languages: setup.languages)
            guard let inspection = try await live.inspect(url) else {
                throw UsageError("an issuer is an https URL without query and fragment")
            }
            return inspection
        }
        let bytes = try source.bytes()
        if setup.fetches {
            guard let request = Detector.offerReference(in: bytes) else {
                throw UsageError("--fetch: this is no offer by reference, so there is nothing to fetch")
            }
            return detector.inspect(offer: bytes, fetched: try await setup.transport().send(request))
        }
        if let inspection = detector.inspect(bytes) { return inspection }
        let hint = Detector.hint(bytes)
        throw UsageError(
            source.isText
                ? "there is no file of this name, and as text it is nothing that is known: \(hint)"
                : "this is nothing that is known: \(hint)")
    }
}
