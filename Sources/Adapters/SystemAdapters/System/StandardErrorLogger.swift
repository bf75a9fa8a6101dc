import LanyardText
public import WalletPorts

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes entries to standard error, one a line, with control characters made visible.
public struct StandardErrorLogger: WalletLogger {
    private static let order: [WalletLogEntry.Level] = [.debug, .info, .warning, .error]

    private let minimum: WalletLogEntry.Level

    /// Makes a logger that is silent below a level.
    public init(minimum: WalletLogEntry.Level = .info) {
        self.minimum = minimum
    }

    /// Writes one entry.
    public func log(_ entry: WalletLogEntry) {
        let rank = StandardErrorLogger.order.firstIndex(of: entry.level) ?? 0
        guard rank >= StandardErrorLogger.order.firstIndex(of: minimum) ?? 0 else { return }
        let text = OutsideText.cleaned("\(entry.level.rawValue) \(entry.area): \(entry.message)", limit: 2000)
        // One call a line, so that lines of several threads do not mix.
        let line = Array("\(text)\n".utf8)
        _ = line.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    }
}
