import Lanyard
import LanyardLock
import LanyardText

#if canImport(CMicrohttpd)
    import TestServers
#endif
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// How the person authorizes: in a browser that comes back to this process, or by hand.
final class BrowserStep: Sendable {
    static let options = [
        Option(
            "redirect", "URI", "where the browser comes back to: - to paste the address by hand, or a URI of your own"),
        Option("no-browser", nil, "print the address to open, and open nothing"),
    ]

    /// The redirect URI of the session.
    let redirectUri: String
    private let opensBrowser: Bool
    private let asksByHand: Bool
    private let arrivals: AsyncStream<String>
    #if canImport(CMicrohttpd)
        private let listener: PeerServer?
    #endif

    /// Listens on a port of this machine (RFC 8252 §7.3), unless another redirect is wanted.
    init(_ arguments: Arguments) throws {
        let (arrivals, arrived) = AsyncStream<String>.makeStream()
        self.arrivals = arrivals
        opensBrowser = !arguments.has("no-browser")
        if let wanted = arguments.value("redirect") {
            redirectUri = wanted == "-" ? IssuanceConfig().redirectUri : wanted
            asksByHand = true
            #if canImport(CMicrohttpd)
                listener = nil
            #endif
            return
        }
        asksByHand = false
        #if canImport(CMicrohttpd)
            let path = "/authorized"
            let listener = try PeerServer { request in
                guard request.url.contains("\(path)?") else { return HttpResponse(status: 404, headers: [], body: []) }
                arrived.yield(request.url)
                return HttpResponse(
                    status: 200, headers: [HttpHeader("Content-Type", "text/html; charset=utf-8")],
                    body: Array(Self.page.utf8))
            }
            self.listener = listener
            redirectUri = "http://127.0.0.1:\(listener.port)\(path)"
        #else
            throw UsageError("this system has no listener for the browser: give --redirect -")
        #endif
    }

    /// Sends the person to the authorization server and waits until the browser comes back.
    func authorize(_ url: String) async throws -> String {
        let shown = OutsideText.cleaned(url, limit: 8192)
        if asksByHand { return try byHand(shown) }
        if opensBrowser, BrowserProgram.open(url) {
            Terminal.note("Agree in the browser that was opened. If none was, open this address:\n\n  \(shown)\n")
        } else {
            Terminal.note("Open this address in a browser on this machine:\n\n  \(shown)\n")
        }
        for await arrival in arrivals {
            // The listener says localhost, the registered redirect 127.0.0.1: what follows the path is what counts.
            let query = arrival.drop { $0 != "?" }
            return redirectUri + query
        }
        throw CancellationError()
    }

    func close() async {
        #if canImport(CMicrohttpd)
            await listener?.settle()
            await listener?.stop()
        #endif
    }

    private func byHand(_ shown: String) throws -> String {
        Terminal.note("Open this address in a browser:\n\n  \(shown)\n")
        Terminal.note("It ends at an address that begins with \(OutsideText.cleaned(redirectUri, limit: 200))")
        guard let redirect = try Terminal.ask("Paste that address: "), !redirect.isEmpty else {
            throw CancellationError()
        }
        return redirect.trimmingSpace
    }

    private static let page = """
        <!doctype html><html lang="en"><meta charset="utf-8"><title>Lanyard</title>
        <body><p>Done here: go back to the terminal.</p></body></html>
        """
}

extension String {
    /// Without white space at both ends.
    fileprivate var trimmingSpace: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}

/// The system's browser, where a person sits before it.
enum BrowserProgram {
    /// Opens an address; false where no browser can be opened.
    static func open(_ url: String) -> Bool {
        let environment = ProcessInfo.processInfo.environment
        #if canImport(Darwin)
            let program = "/usr/bin/open"
        #else
            guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return false }
            let program = "/usr/bin/xdg-open"
        #endif
        guard access(program, X_OK) == 0 else { return false }
        var process = pid_t()
        var words: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(url), nil]
        defer { for word in words { free(word) } }
        guard posix_spawn(&process, program, nil, nil, &words, environ) == 0 else { return false }
        return true
    }
}
