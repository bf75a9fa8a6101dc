package import WalletPorts

/// A status that brings no document: whether asking again may help, and what to do, RFC 9110 §15.
package struct UnexpectedStatus: Sendable {
    /// The status code.
    package let status: Int
    /// Seconds that the server asks to wait, if it says.
    package let retryAfter: Double?

    /// Seconds to wait when a server does not say.
    package static let defaultWait: Double = 5

    /// Reads a response whose status is not the one that was wanted.
    package init(_ response: HttpResponse) {
        status = response.status
        retryAfter = response.retryAfter
    }

    /// Whether the same request may succeed later: the server was busy, late or failed.
    package var isTemporary: Bool { [408, 425, 429, 500, 502, 503, 504].contains(status) }

    /// What to do about it when a document with this name was asked for; `absence` when there is none.
    package func remedy(for name: String, absence: String) -> String {
        switch status {
        case 200..<300: "Answer 200 with the \(name) as JSON."
        case 300..<400: "Answer at the address that was asked: redirects are not followed."
        case 401, 403, 407: "Give the \(name) to whoever asks: this request carries no credentials."
        case 404, 410: absence
        case 405: "Allow the method of the request at this address."
        case 406: "Answer application/json, whatever languages are asked for."
        case _ where isTemporary: waiting
        default: "See the server's log for this request."
        }
    }

    /// When to ask again; makes sense for what is temporary.
    package var waiting: String {
        if let retryAfter { return "The server is busy: try again in \(Self.seconds(retryAfter))." }
        switch status {
        case 425, 429, 503: return "The server is busy: try again in a moment."
        default: return "The server failed: try again later, and tell whoever runs it if that does not help."
        }
    }

    /// So many seconds in words, a day at most.
    package static func seconds(_ seconds: Double) -> String {
        let count = Int64(min(max(seconds, 0), 86_400))
        return count == 1 ? "1 second" : "\(count) seconds"
    }
}
