// Declaration-only stand-in: what URL loading says in Security's terms. Foundation's own stand-in comes before Security's, so it stands here.
#if os(iOS)
    import Foundation

    public enum tls_protocol_version_t: UInt16, Sendable { case TLSv12 = 0x0303, TLSv13 = 0x0304 }

    extension URLSessionConfiguration {
        public var tlsMinimumSupportedProtocolVersion: tls_protocol_version_t { get { fatalError() } set { fatalError() } }
    }
    extension URLProtectionSpace { public var serverTrust: SecTrust? { fatalError() } }
    extension URLCredential { public convenience init(trust: SecTrust) { fatalError() } }
#endif
