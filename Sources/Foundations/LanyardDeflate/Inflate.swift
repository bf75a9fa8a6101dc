import CZlib

/// Decompression with a cap on what comes out.
public enum Inflate {
    /// Inflates one raw DEFLATE stream, RFC 1951, and nothing after it.
    ///
    /// Stops with `.tooLarge` as soon as more than `limit` bytes have come out, whatever the input promises.
    public static func raw(_ bytes: [UInt8], limit: Int) throws(DeflateError) -> [UInt8] {
        try inflate(bytes, .raw, limit: limit)
    }

    /// Inflates one ZLIB stream, RFC 1950, checksum included, and nothing after it.
    ///
    /// Stops with `.tooLarge` as soon as more than `limit` bytes have come out, whatever the input promises.
    public static func zlib(_ bytes: [UInt8], limit: Int) throws(DeflateError) -> [UInt8] {
        try inflate(bytes, .zlib, limit: limit)
    }

    private static func inflate(
        _ bytes: [UInt8], _ wrapping: Wrapping, limit: Int
    ) throws(DeflateError) -> [UInt8] {
        guard let length = UInt32(exactly: bytes.count) else { throw DeflateError(.tooLarge, "input beyond 4 GiB") }
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(&stream, wrapping.rawValue, ZLIB_VERSION, size) == Z_OK else {
            throw DeflateError(.backendFailed, "cannot start inflating")
        }
        defer { inflateEnd(&stream) }

        var input = bytes
        var output: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 32 << 10)
        let (status, left) = input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = length
            var status = Z_OK
            while status == Z_OK, output.count <= limit {
                let made = chunk.withUnsafeMutableBufferPointer { chunk in
                    stream.next_out = chunk.baseAddress
                    stream.avail_out = UInt32(truncatingIfNeeded: chunk.count)
                    status = CZlib.inflate(&stream, Z_NO_FLUSH)
                    return chunk.count - Int(stream.avail_out)
                }
                output += chunk[..<made]
            }
            return (status, stream.avail_in)
        }

        guard output.count <= limit else { throw DeflateError(.tooLarge, "more than \(limit) bytes") }
        switch status {
        case Z_STREAM_END: break
        case Z_BUF_ERROR: throw DeflateError(.truncated, "the stream does not end")
        case Z_MEM_ERROR: throw DeflateError(.backendFailed, "out of memory")
        default: throw DeflateError(.malformed, "not a DEFLATE stream")
        }
        guard left == 0 else { throw DeflateError(.trailing, "bytes follow the stream") }
        return output
    }
}
