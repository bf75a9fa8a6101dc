import LanyardLock
public import WalletPorts

/// An issuer whose answers are spoiled on the way, by a table.
public final class HostileIssuer: Peer {
    /// The honest issuer behind it.
    public let issuer: PeerIssuer
    private let tamperings: [Tampering]
    private let counts: Mutex<[Int]>

    /// Puts tamperings before an issuer; several for one endpoint are applied in order.
    public init(_ issuer: PeerIssuer, _ tamperings: [Tampering]) {
        self.issuer = issuer
        self.tamperings = tamperings
        counts = Mutex(Array(repeating: 0, count: tamperings.count))
    }

    /// How many answers were spoiled so far.
    public var spoiled: Int { counts.withLock { $0.reduce(0, +) } }

    /// Answers as the issuer does, then spoils the answer.
    public func reply(to request: HttpRequest) async -> PeerReply {
        var reply = await issuer.reply(to: request)
        let endpoint = issuer.endpoint(of: request.url)
        for (index, tampering) in tamperings.enumerated() where tampering.endpoint == endpoint {
            let isDue = counts.withLock { counts -> Bool in
                guard counts[index] < tampering.occurrences ?? .max else { return false }
                counts[index] += 1
                return true
            }
            if isDue { reply = tampering.spoil(reply) }
        }
        return reply
    }
}
