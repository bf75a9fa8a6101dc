import CZlib

/// Compression.
public enum Deflate {
    /// Makes a raw DEFLATE stream, RFC 1951, as `zip: DEF` and status lists want it.
    public static func raw(_ bytes: [UInt8]) throws(DeflateError) -> [UInt8] {
        try deflate(bytes, .raw)
    }

    /// Makes a ZLIB stream, RFC 1950.
    public static func zlib(_ bytes: [UInt8]) throws(DeflateError) -> [UInt8] {
        try deflate(bytes, .zlib)
    }

    private static func deflate(_ bytes: [UInt8], _ wrapping: Wrapping) throws(DeflateError) -> [UInt8] {
        guard let length = UInt32(exactly: bytes.count) else { throw DeflateError(.tooLarge, "input beyond 4 GiB") }
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        let usualMemory: Int32 = 8
        guard
            deflateInit2_(
                &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, wrapping.rawValue, usualMemory, Z_DEFAULT_STRATEGY,
                ZLIB_VERSION, size) == Z_OK
        else { throw DeflateError(.backendFailed, "cannot start deflating") }
        defer { deflateEnd(&stream) }

        // With room for the bound one call finishes.
        guard let room = UInt32(exactly: deflateBound(&stream, UInt(length))) else {
            throw DeflateError(.tooLarge, "output beyond 4 GiB")
        }
        var input = bytes
        var status = Z_OK
        let output = [UInt8](unsafeUninitializedCapacity: Int(room)) { output, made in
            input.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = length
                stream.next_out = output.baseAddress
                stream.avail_out = room
                status = CZlib.deflate(&stream, Z_FINISH)
            }
            made = Int(room - stream.avail_out)
        }
        guard status == Z_STREAM_END else { throw DeflateError(.backendFailed, "cannot finish deflating") }
        return output
    }
}
