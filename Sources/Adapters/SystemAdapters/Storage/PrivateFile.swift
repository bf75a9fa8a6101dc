package import WalletPorts

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A small file for its owner alone that is replaced whole: after a crash it is the old one or the new one.
package struct PrivateFile: Sendable {
    private static let maximumSize = 64 << 10

    package let path: String
    /// What it is, for an error: "the key file".
    let name: String

    package init(path: String, name: String) {
        self.path = path
        self.name = name
    }

    private var folder: String { PrivateFile.folder(of: path) }

    /// The folder that a path is in.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Whether the file is there; throws unless it is a plain file, closed to others.
    ///
    /// It is not opened: closing a file drops the locks that SQLite holds on it in this process.
    func isThere() throws(StorageError) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return false }
            throw FileFailure(errno).error("\(name) \(path) cannot be looked at")
        }
        try check(status)
        return true
    }

    /// Makes an empty file, unless there is one.
    func makeEmpty() throws(StorageError) {
        let draft = "\(path).\(UInt64.random(in: 0 ... .max))"
        let descriptor = openPlain(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure(errno).error("\(name) \(path) cannot be made") }
        close(descriptor)
        defer { unlink(draft) }
        guard link(draft, path) == 0 || errno == EEXIST else {
            throw FileFailure(errno).error("\(name) \(path) cannot be made")
        }
    }

    /// Throws `.corrupt` for a folder, pipe, device or link in the file's place, `.exposed` where others may read or write it.
    private func check(_ status: stat) throws(StorageError) {
        guard status.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG) else {
            throw StorageError(
                .corrupt, "\(name) \(path) is a folder, a pipe, a device or a link, not a plain file",
                remedy: "Move it away, and put the right file back.")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw StorageError(
                .exposed, "others on this machine may read or change \(name) \(path)",
                remedy: "Run chmod 600 on it. Whoever had access may know what it holds.")
        }
    }

    /// Opens it without following a link or waiting for a pipe, and checks it.
    private func open(_ flags: CInt, at path: String) throws(StorageError) -> CInt? {
        let descriptor = openPlain(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            if errno == ENOENT, flags & O_CREAT == 0 { return nil }
            throw FileFailure(errno).error("\(name) \(path) cannot be opened")
        }
        do throws(StorageError) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else {
                throw FileFailure(errno).error("\(name) \(path) cannot be looked at")
            }
            try check(status)
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// The bytes; nil when there is no such file.
    package func read() throws(StorageError) -> [UInt8]? {
        guard let descriptor = try open(O_RDONLY, at: path) else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = chunk.withUnsafeMutableBytes { unistdRead(descriptor, $0) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileFailure(errno).error("\(name) \(path) cannot be read") }
            if count == 0 { return bytes }
            bytes += chunk.prefix(count)
            guard bytes.count <= PrivateFile.maximumSize else {
                throw StorageError(.corrupt, "\(name) is far too long", remedy: "Put the right file back.")
            }
        }
    }

    /// Replaces the file: written beside it, synchronized, renamed.
    package func write(_ bytes: [UInt8]) throws(StorageError) {
        let draft = "\(path).new"
        // What a crash left there; whatever else lies there is not followed.
        unlink(draft)
        guard let descriptor = try open(O_WRONLY | O_CREAT | O_EXCL, at: draft) else { return }
        let written = bytes.withUnsafeBytes { bytes -> Bool in
            var start = 0
            while start < bytes.count {
                let count = unistdWrite(descriptor, UnsafeRawBufferPointer(rebasing: bytes[start...]))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                start += count
            }
            return fsync(descriptor) == 0
        }
        let failure = written ? nil : FileFailure(errno)
        close(descriptor)
        if let failure {
            unlink(draft)
            throw failure.error("\(name) \(path) cannot be written")
        }
        guard rename(draft, path) == 0 else { throw FileFailure(errno).error("\(name) \(path) cannot be replaced") }
        let directory = openPlain(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
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
        let directory = openPlain(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw FileFailure(errno).error("the folder \(folder) cannot be opened") }
        defer { close(directory) }
        var tries = 0
        while flock(directory, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw FileFailure(errno).error("the folder \(folder) cannot be locked")
            }
            tries += 1
            guard tries < 2000 else {
                throw StorageError(.busy, "another process holds \(name)", remedy: "Try again in a moment.")
            }
            do {
                try await Task.sleep(nanoseconds: 5_000_000)
            } catch {
                throw StorageError(.cancelled, "the work was cancelled while waiting for \(name)")
            }
        }
        return try await body()
    }
}

private func openPlain(_ path: String, _ flags: CInt) -> CInt { open(path, flags, 0o600) }

private func unistdRead(_ descriptor: CInt, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}

private func unistdWrite(_ descriptor: CInt, _ buffer: UnsafeRawBufferPointer) -> Int {
    write(descriptor, buffer.baseAddress, buffer.count)
}
