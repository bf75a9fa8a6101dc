import Lanyard
import LanyardText

/// Tells on standard error what is asked of whom, and after a few seconds that an answer is waited for.
struct ReportingTransport: HttpTransport {
    /// Seconds of waiting after which it is said.
    private static let patience = [3, 10, 20]

    let inner: any HttpTransport

    func send(_ request: HttpRequest) async throws(HttpError) -> HttpResponse {
        let url = URI(request.url)
        let host = OutsideText.cleaned(url?.authority ?? "an address that cannot be read", limit: 120)
        let path = OutsideText.cleaned(url?.path ?? "", limit: 200)
        Terminal.note("  asking   \(host): \(request.method) \(path)")
        let limit = Int(request.timeout)
        let waiting = Task {
            var slept = 0
            for seconds in Self.patience where seconds < limit {
                guard (try? await Task.sleep(for: .seconds(seconds - slept))) != nil else { return }
                slept = seconds
                Terminal.note("  waiting  for \(host) since \(seconds) seconds, at most \(limit)")
            }
        }
        defer { waiting.cancel() }
        return try await inner.send(request)
    }
}
