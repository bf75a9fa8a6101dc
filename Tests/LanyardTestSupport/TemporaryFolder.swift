#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A folder that goes away with its value.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        path = "\(FileManager.default.temporaryDirectory.path)/lanyard-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    package func file(_ name: String) -> String { "\(path)/\(name)" }

    package func bytes(_ name: String) -> [UInt8] {
        FileManager.default.contents(atPath: file(name)).map(Array.init) ?? []
    }

    package func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    }

    /// Writes a file that only its owner may read.
    package func writePrivately(_ bytes: [UInt8], to name: String) throws {
        try write(bytes, to: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file(name))
    }

    package func writePrivately(_ text: String, to name: String) throws {
        try writePrivately(Array(text.utf8), to: name)
    }

    package func copy(_ name: String, to other: String) throws {
        try? FileManager.default.removeItem(atPath: file(other))
        try FileManager.default.copyItem(atPath: file(name), toPath: file(other))
    }

    package func copyIn(_ path: String, as name: String) throws {
        try FileManager.default.copyItem(atPath: path, toPath: file(name))
    }

    package func remove(_ name: String) {
        try? FileManager.default.removeItem(atPath: file(name))
    }

    package func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file(name))[.posixPermissions] as? Int
    }

    /// Every byte of every file in the folder.
    package func everything() throws -> [UInt8] {
        try FileManager.default.contentsOfDirectory(atPath: path).flatMap { bytes($0) }
    }
}
