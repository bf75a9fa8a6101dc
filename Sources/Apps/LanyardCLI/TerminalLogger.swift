import Lanyard
import LanyardText

/// Tells the person what the wallet tells a developer: errors always, warnings when tracing.
struct TerminalLogger: WalletLogger {
    let isTracing: Bool

    func log(_ entry: WalletLogEntry) {
        guard entry.level == .error || (isTracing && entry.level == .warning) else { return }
        let hint = entry.area == "store" ? " `lanyard store check` tells which." : ""
        Terminal.note("lanyard: \(OutsideText.cleaned(entry.message, limit: 1000))\(hint)")
    }
}
