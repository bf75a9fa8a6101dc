/// Comparison that does not tell by its time where two values differ.
public enum ConstantTime {
    /// Tells whether two byte strings are the same; their lengths are no secret.
    public static func areEqual(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
        left.withBytes { left in
            right.withBytes { right in
                left.count == right.count && (left.isEmpty || ConstantTimeBackend.areEqual(left, right))
            }
        }
    }
}
