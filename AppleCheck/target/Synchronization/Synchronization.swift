// Declaration-only stand-in: Linux's own interface of this module rests on a futex, which an Apple target has not.
@available(macOS 15.0, iOS 18.0, *)
@frozen public struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    public init(_ initialValue: consuming sending Value) { fatalError() }
    public borrowing func withLock<Result: ~Copyable, E: Error>(
        _ body: (inout sending Value) throws(E) -> sending Result
    ) throws(E) -> sending Result { fatalError() }
    public borrowing func withLockIfAvailable<Result: ~Copyable, E: Error>(
        _ body: (inout sending Value) throws(E) -> sending Result
    ) throws(E) -> sending Result? { fatalError() }
}
