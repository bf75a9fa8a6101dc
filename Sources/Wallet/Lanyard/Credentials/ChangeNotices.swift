internal import LanyardLock

/// What changed in the stored credentials.
public enum CredentialChange: Hashable, Sendable {
    /// A credential was stored.
    case stored(CredentialId)
    /// A credential was deleted.
    case deleted(CredentialId)
}

/// Tells any number of listeners of changes made through this wallet.
package final class ChangeNotices: Sendable {
    private struct Listeners {
        var next = 0
        var continuations: [Int: AsyncStream<CredentialChange>.Continuation] = [:]
    }

    private let listeners = Mutex(Listeners())

    package init() {}

    package func stream() -> AsyncStream<CredentialChange> {
        let (stream, continuation) = AsyncStream<CredentialChange>.makeStream(bufferingPolicy: .bufferingNewest(1000))
        let number = listeners.withLock { listeners in
            listeners.next += 1
            listeners.continuations[listeners.next] = continuation
            return listeners.next
        }
        continuation.onTermination = { [weak self] _ in
            self?.listeners.withLock { _ = $0.continuations.removeValue(forKey: number) }
        }
        return stream
    }

    package func post(_ change: CredentialChange) {
        listeners.withLock { listeners in
            for continuation in listeners.continuations.values { continuation.yield(change) }
        }
    }

    deinit {
        for continuation in listeners.withLock({ $0.continuations.values }) { continuation.finish() }
    }
}
