import WalletPorts

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What went wrong with a file, by the system's error number.
struct FileFailure {
    let number: CInt

    init(_ number: CInt) { self.number = number }

    /// The typed error, with what a person can do about it.
    func error(_ what: String) -> StorageError {
        let reason = "\(what): \(String(cString: strerror(number)))"
        switch number {
        case ENOSPC, EDQUOT: return StorageError(.full, reason, remedy: "Free some space and try again.")
        case EROFS:
            return StorageError(
                .readOnly, reason, remedy: "Make the place writable, or copy the folder to one that is.")
        case EACCES, EPERM:
            return StorageError(
                .denied, reason, remedy: "Give yourself the right to it, or run as the user that it belongs to.")
        case ELOOP, EISDIR, ENXIO, EEXIST:
            return StorageError(.corrupt, reason, remedy: "Move away what is there, and put the right file back.")
        case ENOENT, ENOTDIR:
            return StorageError(.ioFailed, reason, remedy: "Check that the folder exists and is the right one.")
        case EMFILE, ENFILE:
            return StorageError(.busy, reason, remedy: "Close what keeps many files open, then try again.")
        default: return StorageError(.ioFailed, reason, remedy: "Check the disk and the folder.")
        }
    }
}
