#if canImport(CMicrohttpd)
    import CMicrohttpd
    import LanyardLock
    import TestPeers
    import WalletPorts

    /// One request on its way to the handler and the reply on its way back.
    final class PeerExchange: Sendable {
        private struct State {
            var request: HttpRequest?
            var body: [UInt8] = []
            var reply: PeerReply?
        }

        /// A request body beyond this is refused with 413: no wallet sends one.
        private static let largestBody = 32 << 20

        private let daemon: PeerDaemon
        private let target: String
        private let state = Mutex(State())

        init(daemon: PeerDaemon, target: String) {
            self.daemon = daemon
            self.target = target
        }

        /// Takes one call of libmicrohttpd: first the head, then pieces of the body, then an empty piece at its end and
        /// another one when a suspended connection was resumed.
        func proceed(on connection: PeerDaemon.Handle, method: String, chunk: UnsafeRawBufferPointer) -> MHD_Result {
            enum Step {
                case goOn
                case handle(HttpRequest)
                case answer(PeerReply)
            }
            let step = state.withLock { state -> Step in
                guard var request = state.request else {
                    let headers = readHeaders(of: connection)
                    let host = headers.first("Host") ?? "localhost"
                    state.request = HttpRequest(method, "\(daemon.scheme)://\(host)\(target)", headers: headers)
                    return .goOn
                }
                guard chunk.isEmpty else {
                    if state.body.count <= Self.largestBody { state.body.append(contentsOf: chunk) }
                    return .goOn
                }
                if let reply = state.reply { return .answer(reply) }
                if state.body.count > Self.largestBody { return .answer(PeerReply(HttpResponse(status: 413))) }
                request.body = state.body
                return .handle(request)
            }
            switch step {
            case .goOn:
                return .YES
            case .handle(let request):
                daemon.suspend(connection) { [daemon, state = self] in
                    let reply = await daemon.handler(request)
                    if reply.delay > 0 { try? await Task.sleep(for: .seconds(reply.delay)) }
                    state.finish(reply)
                }
                return .YES
            case .answer(let reply):
                return send(reply, on: connection)
            }
        }

        private func finish(_ reply: PeerReply) {
            state.withLock { $0.reply = reply }
        }

        private func send(_ reply: PeerReply, on connection: PeerDaemon.Handle) -> MHD_Result {
            let response: OpaquePointer?
            switch reply.misbehaviour {
            case .silence:
                return .NO
            case .raw(let bytes):
                peer_send_raw(connection.pointer, bytes, bytes.count)
                return .NO
            case nil:
                let body = reply.response.body
                response = body.withUnsafeBytes { bytes in
                    MHD_create_response_from_buffer(
                        bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
                }
            case let misbehaviour?:
                let body = PeerBody(
                    reply.response.body, misbehaviour: misbehaviour, daemon: daemon, connection: connection)
                response = body.makeResponse()
            }
            guard let response else { return .NO }
            defer { MHD_destroy_response(response) }
            for header in reply.response.headers where header.name.lowercased() != "content-length" {
                MHD_add_response_header(response, header.name, header.value)
            }
            return MHD_queue_response(connection.pointer, UInt32(clamping: reply.response.status), response)
        }
    }

    private func readHeaders(of connection: PeerDaemon.Handle) -> [HttpHeader] {
        var headers: [HttpHeader] = []
        withUnsafeMutablePointer(to: &headers) { list in
            _ = MHD_get_connection_values(
                connection.pointer, .HEADER_KIND,
                { list, _, name, value in
                    guard let list, let name else { return .YES }
                    let header = HttpHeader(String(cString: name), value.map { String(cString: $0) } ?? "")
                    list.assumingMemoryBound(to: [HttpHeader].self).pointee.append(header)
                    return .YES
                }, list)
        }
        return headers
    }
#endif
