// The one lock of the house.
//
// It is `Synchronization.Mutex`, except under `-DTSAN`: the thread sanitizer cannot see that lock's futex and calls every
// guarded value a race. There it is a class on `pthread_mutex_t`, which the sanitizer understands.
// Take the name from here and leave `import Synchronization` out, so that `make tsan` sees every lock.

#if !TSAN

    @_exported public import Synchronization

#else

    import Glibc

    /// A lock that holds the value it guards.
    ///
    /// `@unchecked Sendable` holds because the value is reached only inside `withLock`, between lock and unlock.
    package final class Mutex<Value: ~Copyable>: @unchecked Sendable {
        private let raw: UnsafeMutablePointer<pthread_mutex_t>
        private var value: Value

        package init(_ initialValue: consuming sending Value) {
            raw = .allocate(capacity: 1)
            pthread_mutex_init(raw, nil)
            value = initialValue
        }

        deinit {
            pthread_mutex_destroy(raw)
            raw.deallocate()
        }

        package func withLock<Result: ~Copyable, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            pthread_mutex_lock(raw)
            defer { pthread_mutex_unlock(raw) }
            return try body(&value)
        }

        package func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result? {
            guard pthread_mutex_trylock(raw) == 0 else { return nil }
            defer { pthread_mutex_unlock(raw) }
            return try body(&value)
        }
    }

#endif
