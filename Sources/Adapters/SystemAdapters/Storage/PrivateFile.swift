package import WalletPorts

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A small file with mode 0600 that is replaced whole: after a crash it is the old one or the new one.
package struct PrivateFile: Sendable {
    private static let maximumSize = 64 << 10

    package let path: String

    package init(path: String) {
        self.path = path
    }

    private var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The bytes; nil when there is no such file.
    package func read() throws(StorageError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw PrivateFile.failure("opened")
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = chunk.withUnsafeMutableBytes { unistdRead(descriptor, $0) }
            guard count >= 0 else { throw PrivateFile.failure("read") }
            if count == 0 { return bytes }
            bytes += chunk.prefix(count)
            guard bytes.count <= PrivateFile.maximumSize else {
                throw StorageError(.corrupt, "the key file is far too long")
            }
        }
    }

    /// Replaces the file: written beside it, synchronized, renamed.
    package func write(_ bytes: [UInt8]) throws(StorageError) {
        let draft = "\(path).new"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw PrivateFile.failure("written") }
        let written = bytes.withUnsafeBytes { bytes -> Bool in
            var start = 0
            while start < bytes.count {
                let count = unistdWrite(descriptor, UnsafeRawBufferPointer(rebasing: bytes[start...]))
                guard count > 0 else { return false }
                start += count
            }
            return fsync(descriptor) == 0
        }
        let failure = written ? nil : PrivateFile.failure("written")
        close(descriptor)
        if let failure { throw failure }
        guard rename(draft, path) == 0 else { throw PrivateFile.failure("replaced") }
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if directory >= 0 {
            fsync(directory)
            close(directory)
        }
    }

    /// Runs a body while no other process or task does the same for this folder.
    ///
    /// Throws `.busy` when that takes longer than ten seconds.
    package func exclusively<Result: Sendable>(
        _ body: () async throws(StorageError) -> Result
    ) async throws(StorageError) -> Result {
        // The lock is on the folder: the file itself is replaced, and with it a lock on it.
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw PrivateFile.failure("locked") }
        defer { close(directory) }
        var tries = 0
        while flock(directory, LOCK_EX | LOCK_NB) != 0 {
            tries += 1
            guard tries < 2000 else { throw StorageError(.busy, "another process holds the key file") }
            do {
                try await Task.sleep(nanoseconds: 5_000_000)
            } catch {
                throw StorageError(.cancelled, "the work was cancelled while waiting for the key file")
            }
        }
        return try await body()
    }

    private static func failure(_ what: String) -> StorageError {
        let code: StorageError.Code = errno == ENOSPC || errno == EDQUOT ? .full : .ioFailed
        return StorageError(code, "the key file cannot be \(what): \(String(cString: strerror(errno)))")
    }
}

private func unistdRead(_ descriptor: CInt, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}

private func unistdWrite(_ descriptor: CInt, _ buffer: UnsafeRawBufferPointer) -> Int {
    write(descriptor, buffer.baseAddress, buffer.count)
}
