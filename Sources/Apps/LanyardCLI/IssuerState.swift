import Lanyard
import LanyardJSON
import SystemAdapters
import TestPeers

/// The keys and certificates of the test issuer, kept from one start to the next in a folder that others cannot read.
struct IssuerState {
    let folder: String

    /// Where the certificates to trust are written.
    var trustPath: String { folder + "/trust.pem" }

    /// The PKI that is kept, or a new one that is kept from now on.
    func pki() async throws -> PeerPKI {
        try StoreFolder(path: folder).prepare()
        let file = PrivateFile(path: folder + "/pki.json", name: "the issuer's key file")
        let now = SystemClock().now
        // Issuers that start together keep one PKI between them.
        return try await file.exclusively { () async throws(StorageError) in
            if let bytes = try file.read() {
                guard let pki = PeerPKI(archive: try? JSON(parsing: bytes), at: now) else {
                    throw StorageError(.corrupt, "\(file.path) holds no PKI", remedy: "Delete the file.")
                }
                return pki
            }
            do {
                let pki = try PeerPKI(at: now)
                try file.write(try pki.archive().encoded())
                return pki
            } catch let error as StorageError {
                throw error
            } catch {
                throw StorageError(.ioFailed, "keys could not be made: \(error)")
            }
        }
    }
}
