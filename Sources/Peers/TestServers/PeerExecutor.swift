#if canImport(CMicrohttpd)
    import Dispatch

    /// Runs the replies of servers on threads of their own, so that they do not wait behind whatever else the process does.
    ///
    /// A test run keeps every thread of the shared pool busy for seconds; a reply that queues there comes after the
    /// client's timeout.
    final class PeerExecutor: TaskExecutor {
        static let shared = PeerExecutor()

        private let queue = DispatchQueue(label: "lanyard.peers", attributes: .concurrent)

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
#endif
