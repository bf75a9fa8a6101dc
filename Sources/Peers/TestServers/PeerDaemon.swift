#if canImport(CMicrohttpd)
    import CMicrohttpd
    import LanyardLock
    import TestPeers
    import WalletPorts

    /// One libmicrohttpd daemon with what its callbacks share.
    ///
    /// libmicrohttpd calls back on its own polling thread; handlers run in tasks while their connection is suspended.
    final class PeerDaemon: Sendable {
        typealias Handler = @Sendable (HttpRequest) async -> PeerReply

        /// A daemon or connection of libmicrohttpd.
        ///
        /// Sending it between threads is sound: libmicrohttpd locks its daemons, and a connection is touched by its
        /// polling thread alone but for `MHD_resume_connection`, which is made to be called from elsewhere.
        struct Handle: @unchecked Sendable {
            let pointer: OpaquePointer
        }

        private struct State {
            var daemon: Handle?
            var isStopping = false
            var exchanges: [Int: PeerExchange] = [:]
            var lastExchange = 0
            var waits: [Int: Task<Void, Never>] = [:]
            var lastWait = 0
        }

        let scheme: String
        let handler: Handler
        private let state = Mutex(State())

        init(scheme: String, handler: @escaping Handler) {
            self.scheme = scheme
            self.handler = handler
        }

        var requestCount: Int { state.withLock { $0.lastExchange } }
        var isStopping: Bool { state.withLock { $0.isStopping } }

        /// Starts to listen and gives the port; the daemon then holds this object until `stop`.
        func start(port: UInt16, tls: PeerServer.TLS?) -> UInt16? {
            let context = Unmanaged.passRetained(self)
            let pointer = peer_start(
                port, tls?.certificateChain, tls?.privateKey, tls?.priorities, didReadTarget, didReceive, didComplete,
                context.toOpaque())
            guard let pointer else {
                context.release()
                return nil
            }
            state.withLock { $0.daemon = Handle(pointer: pointer) }
            return peer_port(pointer)
        }

        /// Waits until every answer under way was sent, ten seconds at most: not every end of a request is reported.
        func settle() async {
            for _ in 0..<1000 where !state.withLock({ $0.exchanges.isEmpty }) {
                guard (try? await Task.sleep(for: .milliseconds(10))) != nil else { return }
            }
        }

        func stop() async {
            let daemon = state.withLock { state -> Handle? in
                state.isStopping = true
                defer { state.daemon = nil }
                return state.daemon
            }
            guard let daemon else { return }
            peer_quiesce(daemon.pointer)
            // A daemon that is stopped while a connection is suspended ends the process.
            while true {
                let waits = state.withLock { Array($0.waits.values) }
                if waits.isEmpty { break }
                for wait in waits { wait.cancel() }
                for wait in waits { await wait.value }
            }
            MHD_stop_daemon(daemon.pointer)
            Unmanaged.passUnretained(self).release()
        }

        /// Takes a connection out of the polling loop until the work is done; called on the polling thread.
        func suspend(_ connection: Handle, while work: @escaping @Sendable () async -> Void) {
            MHD_suspend_connection(connection.pointer)
            state.withLock { state in
                state.lastWait += 1
                let id = state.lastWait
                state.waits[id] = Task(executorPreference: PeerExecutor.shared) {
                    await work()
                    self.state.withLock { state in
                        MHD_resume_connection(connection.pointer)
                        state.waits[id] = nil
                    }
                }
            }
        }

        // The slot of a connection holds a number, not a reference: libmicrohttpd does not report the end of a request
        // that it refused before the handler saw it.

        fileprivate func open(target: String) -> UnsafeMutableRawPointer? {
            state.withLock { state in
                state.lastExchange += 1
                state.exchanges[state.lastExchange] = PeerExchange(daemon: self, target: target)
                return UnsafeMutableRawPointer(bitPattern: state.lastExchange)
            }
        }

        fileprivate func exchange(_ slot: UnsafeMutableRawPointer?) -> PeerExchange? {
            state.withLock { $0.exchanges[Int(bitPattern: slot)] }
        }

        fileprivate func close(_ slot: UnsafeMutableRawPointer?) {
            state.withLock { $0.exchanges[Int(bitPattern: slot)] = nil }
        }
    }

    private func daemon(_ context: UnsafeMutableRawPointer?) -> PeerDaemon? {
        context.map { Unmanaged<PeerDaemon>.fromOpaque($0).takeUnretainedValue() }
    }

    private func didReadTarget(
        context: UnsafeMutableRawPointer?, target: UnsafePointer<CChar>?, connection: OpaquePointer?
    ) -> UnsafeMutableRawPointer? {
        daemon(context)?.open(target: target.map { String(cString: $0) } ?? "/")
    }

    private func didReceive(
        context: UnsafeMutableRawPointer?, connection: OpaquePointer?, path: UnsafePointer<CChar>?,
        method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?, data: UnsafePointer<CChar>?,
        count: UnsafeMutablePointer<Int>?, slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) -> MHD_Result {
        guard let daemon = daemon(context), !daemon.isStopping, let connection, let count,
            let exchange = daemon.exchange(slot?.pointee)
        else { return .NO }
        let chunk = UnsafeRawBufferPointer(start: data, count: count.pointee)
        count.pointee = 0
        return exchange.proceed(
            on: PeerDaemon.Handle(pointer: connection), method: method.map { String(cString: $0) } ?? "", chunk: chunk)
    }

    private func didComplete(
        context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
        slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, code: MHD_RequestTerminationCode
    ) {
        daemon(context)?.close(slot?.pointee)
    }
#endif
