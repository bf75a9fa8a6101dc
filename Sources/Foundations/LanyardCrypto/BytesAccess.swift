extension Collection where Element == UInt8 {
    /// Lends the bytes in one piece, without a copy where the collection is contiguous.
    func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The standard library's `rethrows` loses the error's type; `Result` carries it across.
        let lent = withContiguousStorageIfAvailable { buffer in
            Swift.Result { () throws(Failure) in try body(UnsafeRawBufferPointer(buffer)) }
        }
        if let lent { return try lent.get() }
        return try Array(self).withBytes(body)
    }
}
