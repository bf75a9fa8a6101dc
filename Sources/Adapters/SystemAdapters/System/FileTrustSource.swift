public import WalletPorts

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Anchors from certificate files, PEM (any number in a file) or DER (one), for the roles that each file is given for.
///
/// Files are read once, when the source is made. The certificates are not judged here.
public struct FileTrustSource: TrustSource {
    /// Why a file gave no anchors.
    public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The file and what is wrong with it.
        public let description: String
    }

    /// A file and what its anchors are trusted for.
    public struct File: Hashable, Sendable {
        /// Where it is.
        public let path: String
        /// The roles; empty for every role.
        public let roles: Set<TrustRole>
        /// The `vct`s or doctypes that it counts for; nil for all.
        public let types: Set<String>?

        /// Names a file.
        public init(_ path: String, roles: Set<TrustRole> = [], types: Set<String>? = nil) {
            self.path = path
            self.roles = roles
            self.types = types
        }
    }

    private let anchors: [(file: File, anchor: TrustAnchor)]

    /// Reads the files; throws for one that is missing or holds no certificate.
    public init(_ files: [File]) throws(FileError) {
        var anchors: [(file: File, anchor: TrustAnchor)] = []
        for file in files {
            let source = file.path.split(separator: "/").last.map(String.init) ?? file.path
            for certificate in try FileTrustSource.certificates(in: file.path) {
                anchors.append((file, TrustAnchor(certificate: certificate, source: source)))
            }
        }
        self.anchors = anchors
    }

    /// The anchors of the files given for the role and the type.
    public func anchors(for role: TrustRole, type: String?) async -> [TrustAnchor] {
        anchors.filter { file, _ in
            let fitsType = file.types.map { types in type.map(types.contains) ?? false } ?? true
            return fitsType && (file.roles.isEmpty || file.roles.contains(role))
        }.map(\.anchor)
    }

    private static func certificates(in path: String) throws(FileError) -> [[UInt8]] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw FileError(description: "\(path) cannot be read")
        }
        let bytes = Array(data)
        // A certificate in DER is a SEQUENCE of more than 127 bytes.
        if bytes.starts(with: [0x30, 0x82]) || bytes.starts(with: [0x30, 0x81]) { return [bytes] }
        guard let found = PEMCertificates.certificates(in: String(decoding: bytes, as: UTF8.self)), !found.isEmpty
        else {
            throw FileError(description: "\(path) holds no certificate, or one that is damaged")
        }
        return found
    }
}
