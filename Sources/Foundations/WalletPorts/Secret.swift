/// A value that must not be printed, logged or encoded by accident.
///
/// It has no description and is not `Codable`. `reveal` is the one way to the value, so that each use can be found.
public struct Secret<Value: Sendable>: Sendable {
    private let value: Value

    /// Wraps a value.
    public init(_ value: Value) {
        self.value = value
    }

    /// Hands out the value, at the place that needs it.
    public func reveal() -> Value {
        value
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always the same text, whatever the value.
    public var description: String { "<secret>" }

    /// Always the same text, whatever the value.
    public var debugDescription: String { "<secret>" }

    /// Shows no children, so that `dump` prints nothing of the value.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
