import LanyardLock
public import WalletPorts

/// A transport without sockets: requests go to peers by the origin of their URL.
///
/// Waiting is done on the clock, so that a test's own clock makes it free. What a peer's misbehaviour would do to a real
/// transport it does here too: a cut is `.cut`, an endless body `.tooLarge`, a late answer `.timeout`.
public final class InProcessTransport: HttpTransport {
    private struct Inside {
        var peers: [String: any Peer] = [:]
        var requests: [HttpRequest] = []
        var mutation: RequestMutation?
        var isOffline = false
    }

    private let clock: any WalletClock
    private let inside = Mutex(Inside())

    /// Makes a transport that reaches nobody yet.
    public init(clock: any WalletClock) {
        self.clock = clock
    }

    /// Makes a transport that reaches one issuer.
    public convenience init(_ issuer: PeerIssuer) {
        self.init(clock: issuer.clock)
        add(issuer)
    }

    /// Sends requests for an origin, such as `https://issuer.example`, to a peer.
    public func add(_ peer: any Peer, at origin: String) {
        inside.withLock { $0.peers[origin] = peer }
    }

    /// Sends requests for an issuer's origins to it.
    public func add(_ issuer: PeerIssuer) {
        for origin in issuer.origins { add(issuer, at: origin) }
    }

    /// Sends requests for an issuer's origins to a hostile copy of it.
    public func add(_ issuer: HostileIssuer) {
        for origin in issuer.issuer.origins { add(issuer, at: origin) }
    }

    /// A browser on the same machine: what it asks is changed as the wallet's requests are, and not among `requests`.
    public func browser(
        decision: PeerBrowser.Decision = .allow, tampering: PeerBrowser.Tampering? = nil
    ) -> PeerBrowser {
        PeerBrowser(FrontChannel(transport: self), decision: decision, tampering: tampering)
    }

    /// The requests as the wallet sent them, in order.
    public var requests: [HttpRequest] { inside.withLock { $0.requests } }

    /// Changes what passes between wallet and peer; nil leaves it as it is.
    public func mutate(_ mutation: RequestMutation?) {
        inside.withLock { $0.mutation = mutation }
    }

    /// Whether every request fails with `.noConnection`.
    public var isOffline: Bool {
        get { inside.withLock { $0.isOffline } }
        set { inside.withLock { $0.isOffline = newValue } }
    }

    /// Hands the request to the peer of its origin.
    public func send(_ request: HttpRequest) async throws(HttpError) -> HttpResponse {
        guard request.url.hasPrefix("https://"), !request.url.contains("#") else {
            throw HttpError(.invalidRequest, "only https URLs without fragment are sent")
        }
        var request = request
        var redirects = request.redirects
        while true {
            let response = try await exchange(request)
            guard redirects > 0, (300..<400).contains(response.status), response.status != 304,
                let location = response.header("Location")
            else { return response }
            guard location.hasPrefix("https://") else {
                throw HttpError(.redirectRefused, "a redirect leaves https")
            }
            redirects -= 1
            request.url = location
        }
    }

    fileprivate func exchange(
        _ request: HttpRequest, isRecorded: Bool = true
    ) async throws(HttpError) -> HttpResponse {
        let (peer, mutation) = inside.withLock { inside -> ((any Peer)?, RequestMutation?) in
            if isRecorded { inside.requests.append(request) }
            let origin = PeerIssuer.origin(request.url)
            return (inside.isOffline ? nil : inside.peers[origin], inside.mutation)
        }
        guard !Task.isCancelled else { throw HttpError(.cancelled, "cancelled before sending") }
        guard let peer else { throw HttpError(.noConnection, "nobody answers there") }
        let issuer = peer as? PeerIssuer ?? (peer as? HostileIssuer)?.issuer
        let reply = await peer.reply(to: mutation?.applied(to: request, for: issuer) ?? request)
        var delay = reply.delay
        if case .drip(let bytes, let seconds) = reply.misbehaviour {
            delay += Double(reply.response.body.count / max(1, bytes)) * seconds
        }
        try await wait(min(delay, request.timeout))
        guard delay < request.timeout else { throw HttpError(.timeout, "no answer in \(request.timeout) s") }
        switch reply.misbehaviour {
        case .cut(let end) where end < reply.response.body.count: throw HttpError(.cut, "ended after \(end) bytes")
        case .oversized(let total) where total ?? .max > request.maximumBody:
            throw HttpError(.tooLarge, "more than \(request.maximumBody) bytes")
        case .raw: throw HttpError(.notHttp, "not HTTP")
        case .silence: throw HttpError(.cut, "ended without a byte")
        default: break
        }
        guard reply.response.body.count <= request.maximumBody else {
            throw HttpError(.tooLarge, "more than \(request.maximumBody) bytes")
        }
        return reply.response
    }

    private func wait(_ seconds: Double) async throws(HttpError) {
        do {
            if seconds > 0 { try await clock.sleep(until: clock.now.advanced(by: seconds)) }
            try Task.checkCancellation()
        } catch {
            throw HttpError(.cancelled, "cancelled while waiting")
        }
    }
}

/// The way of a browser's requests to the peers of a transport.
private struct FrontChannel: HttpTransport {
    let transport: InProcessTransport

    func send(_ request: HttpRequest) async throws(HttpError) -> HttpResponse {
        try await transport.exchange(request, isRecorded: false)
    }
}
