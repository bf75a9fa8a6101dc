import Lanyard
import LanyardJSON
import LanyardText

/// Tells how receiving went: for a person line by line, with `--json` as one object.
struct ReceiveReport {
    let asJSON: Bool
    let isTracing: Bool

    func offered(_ offer: CredentialOffer) {
        guard !asJSON else { return }
        let names = offer.credentials.map(\.name).joined(separator: ", ")
        Terminal.note(
            "Offer from \(offer.issuer.name) (\(OutsideText.cleaned(offer.credentialIssuer, limit: 200))): \(names)")
    }

    func trace(_ records: [SessionRecord]) {
        guard isTracing else { return }
        for record in records {
            for entry in record.entries {
                for line in TraceText.lines(entry) { Terminal.note(line) }
            }
        }
    }

    func received(_ result: IssuanceResult, wallet: Wallet) async throws {
        if asJSON {
            Terminal.print(
                json: JSON.object([
                    "issued": .array(result.issued.map { .string($0.value) }),
                    "deferred": .array(result.deferred.map { .string($0.value) }),
                    "failures": .array(
                        result.failures.map { failure in
                            var object: JSONObject = ["configuration": .string(failure.configurationId)]
                            object["identifier"] = failure.identifier.map(JSON.string)
                            object["error"] = ErrorReport(failure.error).json
                            return .object(object)
                        }),
                ]))
            return
        }
        for id in result.issued {
            guard let credential = try await wallet.credentials.get(id) else { continue }
            for line in CredentialText.lines(credential) { Terminal.print(line) }
            Terminal.print()
        }
        for id in result.deferred {
            Terminal.print(
                "Promised: \(id). `lanyard upkeep` asks again when it is due; `lanyard reissue \(id)` does so now.")
        }
        for failure in result.failures {
            Terminal.note(
                OutsideText.cleaned("Not received: \(failure.configurationId): \(failure.error)", limit: 2000))
        }
    }
}

/// Entries of a session's record as lines.
enum TraceText {
    static func lines(_ entry: SessionRecord.Entry) -> [String] {
        switch entry {
        case .check(let check):
            let rows = check.requirements.isEmpty ? "" : " [\(check.requirements.joined(separator: " "))]"
            let detail = check.detail.isEmpty ? "" : ": \(OutsideText.cleaned(check.detail, limit: 160))"
            return ["  passed   \(check.name)\(detail) (\(check.clause))\(rows)"]
        case .finding(let finding):
            let rows = finding.requirements.isEmpty ? "" : " [\(finding.requirements.joined(separator: " "))]"
            return [
                "  \(finding.severity.rawValue.uppercased())  \(OutsideText.cleaned(finding.description, limit: 600))\(rows)"
            ]
        case .exchange(let exchange):
            let answer = exchange.status.map(String.init) ?? exchange.failure ?? "no answer"
            let milliseconds = Int(exchange.seconds * 1000)
            var lines = [
                "  request  \(exchange.endpoint): \(exchange.method) \(OutsideText.cleaned(exchange.url, limit: 300)) -> \(answer) (\(milliseconds) ms)"
            ]
            for (mark, members) in [("->", exchange.request), ("<-", exchange.response)] where !members.isEmpty {
                let text = members.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
                lines.append("           \(mark) \(OutsideText.cleaned(text, limit: 600))")
            }
            return lines
        }
    }
}
