import LanyardLock
package import WalletPorts

/// Certificates that were read already: those that come with each credential of a batch are read, and the key that verifies
/// is imported, once.
package final class KnownCertificates: Sendable {
    private let known = Mutex<[Certificate]>([])

    package init() {}

    /// Reads a certificate, or gives the one that was read from the same bytes.
    package func certificate(der: [UInt8], from party: Finding.Party = .issuer) throws(Finding) -> Certificate {
        if let certificate = known.withLock({ $0.first { $0.der == der } }) { return certificate }
        let certificate = try Certificate(der: der, from: party)
        // Looking through more of them would cost what it saves.
        known.withLock { if $0.count < PathValidator.longestChain { $0.append(certificate) } }
        return certificate
    }
}
