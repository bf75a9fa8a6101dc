package import WalletPorts

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A folder for its owner alone, such as that of a store.
package struct StoreFolder {
    package let path: String

    package init(path: String) {
        self.path = path
    }

    /// Makes the folder with mode 0700 where it is missing, and refuses one that is open to others.
    package func prepare() throws(StorageError) {
        guard !path.isEmpty else {
            throw StorageError(.ioFailed, "there is no folder for the store", remedy: "Set LANYARD_HOME or HOME.")
        }
        var status = stat()
        if stat(path, &status) != 0 {
            guard errno == ENOENT else { throw FileFailure(errno).error("the folder \(path) cannot be looked at") }
            try make()
            guard stat(path, &status) == 0 else {
                throw FileFailure(errno).error("the folder \(path) cannot be looked at")
            }
        }
        guard status.st_mode & mode_t(S_IFMT) == mode_t(S_IFDIR) else {
            throw StorageError(
                .ioFailed, "\(path) is not a folder", remedy: "Name a folder, or set LANYARD_HOME to one.")
        }
        #if !os(iOS)
            guard status.st_mode & 0o077 == 0 else {
                throw StorageError(
                    .exposed, "others on this machine may look into the folder \(path)",
                    remedy: "Run chmod 700 on it, or choose a folder for this alone.")
            }
        #endif
    }

    /// Makes the folder and those above it that are missing.
    private func make() throws(StorageError) {
        var status = stat()
        let ends = path.indices.dropFirst().filter { path[$0] == "/" } + [path.endIndex]
        for step in ends.map({ String(path[..<$0]) }) where stat(step, &status) != 0 {
            guard mkdir(step, 0o700) == 0 || errno == EEXIST else {
                throw FileFailure(errno).error("the folder \(path) cannot be made")
            }
        }
    }
}
