public import WalletPorts

/// What a peer answers: a response, and how it misbehaves while giving it.
public struct PeerReply: Hashable, Sendable {
    /// A way to answer that no honest server has.
    public enum Misbehaviour: Hashable, Sendable {
        /// Announces the whole body and ends the connection after so many bytes of it.
        case cut(after: Int)
        /// Repeats the body without end, or as often as it takes to send so many bytes.
        case oversized(Int?)
        /// Sends so many bytes of the body at a time, with a pause of so many seconds between.
        case drip(bytes: Int, seconds: Double)
        /// Sends these bytes instead of an HTTP response and ends the connection.
        case raw([UInt8])
        /// Ends the connection without a byte.
        case silence
    }

    /// The response.
    public var response: HttpResponse
    /// Seconds to wait before the first byte.
    public var delay: Double
    /// How it misbehaves, if it does.
    public var misbehaviour: Misbehaviour?

    /// Makes a reply; honest and at once unless told otherwise.
    public init(_ response: HttpResponse, delay: Double = 0, misbehaviour: Misbehaviour? = nil) {
        self.response = response
        self.delay = delay
        self.misbehaviour = misbehaviour
    }
}

/// The other side of the wallet's requests, as a pure function from request to reply.
///
/// The request's URL is absolute and raw: percent escapes are as they were sent.
public protocol Peer: Sendable {
    /// Answers one request.
    func reply(to request: HttpRequest) async -> PeerReply
}
