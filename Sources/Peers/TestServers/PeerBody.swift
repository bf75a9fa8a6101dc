#if canImport(CMicrohttpd)
    import CMicrohttpd
    import LanyardLock
    import TestPeers

    /// A response body that misbehaves while it is read.
    final class PeerBody: Sendable {
        private let bytes: [UInt8]
        private let misbehaviour: PeerReply.Misbehaviour
        private let daemon: PeerDaemon
        private let connection: PeerDaemon.Handle
        private let hasPaused = Mutex(false)

        init(
            _ bytes: [UInt8], misbehaviour: PeerReply.Misbehaviour, daemon: PeerDaemon, connection: PeerDaemon.Handle
        ) {
            // Something to repeat, where repetition is asked for.
            self.bytes = bytes.isEmpty ? [UInt8](repeating: UInt8(ascii: " "), count: 1024) : bytes
            self.misbehaviour = misbehaviour
            self.daemon = daemon
            self.connection = connection
        }

        /// Makes the response, which keeps this object until libmicrohttpd has no more use for it.
        func makeResponse() -> OpaquePointer? {
            let size: UInt64
            switch misbehaviour {
            case .oversized(let total?): size = UInt64(clamping: total)
            case .oversized(nil): size = .max  // MHD_SIZE_UNKNOWN
            default: size = UInt64(bytes.count)
            }
            return MHD_create_response_from_callback(
                size, 16384,
                { context, position, buffer, limit in
                    guard let context, let buffer else { return PeerBody.failed }
                    let body = Unmanaged<PeerBody>.fromOpaque(context).takeUnretainedValue()
                    return body.read(at: position, into: UnsafeMutableRawBufferPointer(start: buffer, count: limit))
                }, Unmanaged.passRetained(self).toOpaque(),
                { context in
                    if let context { Unmanaged<PeerBody>.fromOpaque(context).release() }
                })
        }

        private static let failed = -2  // MHD_CONTENT_READER_END_WITH_ERROR

        private func read(at position: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
            guard !daemon.isStopping else { return Self.failed }
            switch misbehaviour {
            case .cut(let end):
                let start = Int(clamping: position)
                let rest = bytes.dropFirst(start).prefix(max(0, end - start))
                return rest.isEmpty ? Self.failed : copy(rest, into: buffer)
            case .drip(let step, let seconds):
                // The pause belongs between two pieces: every second call finds that it has been made.
                let isDue = hasPaused.withLock { paused in
                    paused.toggle()
                    return paused
                }
                if isDue {
                    daemon.suspend(connection) { try? await Task.sleep(for: .seconds(seconds)) }
                    return 0
                }
                return copy(bytes.dropFirst(Int(clamping: position)).prefix(max(1, step)), into: buffer)
            default:
                let offset = Int(position % UInt64(bytes.count))
                return copy(bytes.dropFirst(offset), into: buffer)
            }
        }

        private func copy(_ piece: ArraySlice<UInt8>, into buffer: UnsafeMutableRawBufferPointer) -> Int {
            let piece = piece.prefix(buffer.count)
            buffer.copyBytes(from: piece)
            return piece.count
        }
    }
#endif
