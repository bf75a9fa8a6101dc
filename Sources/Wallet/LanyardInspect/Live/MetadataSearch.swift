import LanyardOAuth
import LanyardText
import WalletPorts

/// Looks for a metadata document in the places where it may be, as a session does, and remembers what each place said.
struct MetadataSearch: Sendable {
    struct Attempt: Sendable {
        let location: MetadataLocation
        let response: HttpResponse?
        let failure: HttpError?

        var fact: Inspection.Fact {
            let answer =
                response.map { "status \($0.status), \($0.mediaType ?? "no Content-Type"), \($0.body.count) bytes" }
                ?? failure.map { "\($0.code)" } ?? ""
            return .init(location.url, answer)
        }
    }

    private(set) var attempts: [Attempt] = []

    /// The first place that answered 200.
    var found: Attempt? { attempts.first { $0.response?.status == 200 } }

    /// Asks each place in order until one answers 200.
    init(
        _ locations: [MetadataLocation], _ http: any HttpTransport, request: (MetadataLocation) -> HttpRequest
    ) async {
        for location in locations {
            var attempt: Attempt
            do throws(HttpError) {
                let response = try await http.send(request(location))
                attempt = Attempt(location: location, response: response, failure: nil)
            } catch {
                attempt = Attempt(location: location, response: nil, failure: error)
            }
            attempts.append(attempt)
            if attempt.response?.status == 200 { return }
        }
    }

    var facts: [Inspection.Fact] { attempts.map(\.fact) }

    /// Why the first place gave no answer, if the network is why and no other place has the document.
    var networkFailure: HttpError? {
        guard found == nil, let failure = attempts.first?.failure, !failure.isServersFault else { return nil }
        return failure
    }

    /// What a wallet finds when nothing is found: what the first place said, which is the one where the document should be.
    func failure(_ code: String, _ party: Finding.Party, rows: [String]) -> Finding? {
        guard found == nil, let first = attempts.first else { return nil }
        let isAnswered = first.response != nil || first.failure?.isServersFault ?? false
        return Finding(
            first.response == nil ? "\(code).unreachable" : "\(code).status", isAnswered ? party : .environment,
            clause: party == .issuer ? "OpenID4VCI 1.0 §12.2.2" : "RFC 8414 §3", rows: rows, at: first.location.url,
            expected: "status 200",
            seen: .text(first.response.map { "status \($0.status)" } ?? first.failure?.code.description ?? ""),
            remedy: isAnswered
                ? "Serve the document at this place, without a redirect."
                : "Check the address, the network and the server's certificate.")
    }
}
