/// What a transport of the system may do beyond the defaults.
public struct HttpTransportConfiguration: Hashable, Sendable {
    /// Certificates that end a server's path besides the system's roots, as PEM; for development.
    public var extraRoots: String
    /// Whether loopback, link-local and private addresses may be connected to; for development.
    public var allowsPrivateAddresses: Bool
    /// Whether plain http is allowed where the host is this machine and the connected address is loopback.
    public var allowsPlainHttpToLoopback: Bool
    /// Seconds to wait for a connection, within the request's own time.
    public var connectTimeout: Double
    /// What `User-Agent` says where a request does not.
    public var userAgent: String

    /// Makes a configuration; the defaults are for the open internet.
    public init(
        extraRoots: String = "", allowsPrivateAddresses: Bool = false, allowsPlainHttpToLoopback: Bool = false,
        connectTimeout: Double = 10, userAgent: String = "Lanyard"
    ) {
        self.extraRoots = extraRoots
        self.allowsPrivateAddresses = allowsPrivateAddresses
        self.allowsPlainHttpToLoopback = allowsPlainHttpToLoopback
        self.connectTimeout = connectTimeout
        self.userAgent = userAgent
    }
}
