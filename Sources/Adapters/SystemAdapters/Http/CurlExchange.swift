#if canImport(CCurl)
    import CCurl
    import Glibc
    import LanyardLock
    import WalletPorts

    /// One request on its way: what libcurl's callbacks collect, and how the caller is answered once.
    ///
    /// `@unchecked Sendable` holds because what the callbacks write is touched only on the worker's queue that performs the
    /// exchange; what crosses threads, the answer, is behind a lock.
    final class CurlExchange: @unchecked Sendable {
        /// Which connected addresses are accepted.
        enum Addresses {
            case anyone
            case everyPublic
            case loopback
        }

        typealias Answer = Result<HttpResponse, HttpError>

        private struct Caller {
            var continuation: CheckedContinuation<Answer, Never>?
            var answer: Answer?
            var worker: CurlWorker?
        }

        /// Header bytes accepted in one response.
        static let maximumHeader = 128 << 10

        let request: HttpRequest
        let addresses: Addresses
        private(set) var body: [UInt8] = []
        private(set) var exceedsLimit = false
        private(set) var refusedAddress = false
        private var headerBytes = 0
        private let caller = Mutex(Caller())

        init(_ request: HttpRequest, addresses: Addresses) {
            self.request = request
            self.addresses = addresses
        }

        // MARK: The caller's side

        /// Waits for the answer; cancelling the task gives it at once.
        func answer(from worker: CurlWorker) async -> Answer {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let early = caller.withLock { caller -> Answer? in
                        if let answer = caller.answer { return answer }
                        caller.continuation = continuation
                        caller.worker = worker
                        return nil
                    }
                    // A worker that finds its exchange settled goes back to its pool.
                    worker.start(self)
                    if let early { continuation.resume(returning: early) }
                }
            } onCancel: {
                settle(.failure(HttpError(.cancelled, "the task was cancelled")))
            }
        }

        /// Answers the caller; only the first answer counts.
        func settle(_ answer: Answer) {
            let (continuation, worker) = caller.withLock { caller in
                guard caller.answer == nil else {
                    return (nil, nil) as (CheckedContinuation<Answer, Never>?, CurlWorker?)
                }
                caller.answer = answer
                defer {
                    caller.continuation = nil
                    caller.worker = nil
                }
                return (caller.continuation, caller.worker)
            }
            worker?.wake()
            continuation?.resume(returning: answer)
        }

        /// Whether the caller has its answer: then the rest is not wanted.
        var isSettled: Bool { caller.withLock { $0.answer != nil } }

        // MARK: The worker's side

        /// Takes body bytes; false beyond the limit.
        func take(body bytes: UnsafeRawBufferPointer) -> Bool {
            guard bytes.count <= request.maximumBody - body.count else {
                exceedsLimit = true
                return false
            }
            body.append(contentsOf: bytes)
            return true
        }

        /// Counts the bytes of a header line, trailers included; false beyond the limit.
        func take(headerLine bytes: UnsafeRawBufferPointer) -> Bool {
            headerBytes += bytes.count
            if headerBytes > CurlExchange.maximumHeader { exceedsLimit = true }
            return !exceedsLimit
        }

        /// Opens a socket for an address that the rule accepts.
        func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
            let accepted =
                switch addresses {
                case .anyone: true
                case .everyPublic: CurlExchange.address(address)?.isPublic ?? false
                case .loopback: CurlExchange.address(address)?.isLoopback ?? false
                }
            guard accepted else {
                refusedAddress = true
                return -1
            }
            let kind = address.pointee.socktype | CInt(SOCK_CLOEXEC.rawValue)
            return socket(address.pointee.family, kind, address.pointee.protocol)
        }

        private static func address(_ address: UnsafeMutablePointer<curl_sockaddr>) -> NetworkAddress? {
            // An IPv6 address reaches past the generic struct at the end; libcurl reserves room for it.
            guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return nil }
            let raw = UnsafeRawPointer(address) + offset
            switch address.pointee.family {
            case AF_INET:
                let found = raw.loadUnaligned(as: sockaddr_in.self).sin_addr
                return withUnsafeBytes(of: found) { NetworkAddress(Array($0)) }
            case AF_INET6:
                let found = raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
                return withUnsafeBytes(of: found) { NetworkAddress(Array($0)) }
            default: return nil
            }
        }
    }
#endif
