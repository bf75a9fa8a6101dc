#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Third-party test data under `Vectors/`, whose provenance is in `Vectors/PROVENANCE.md`.
public enum Vector {
    private static let root: String = {
        var path = #filePath.split(separator: "/").map(String.init)
        path.removeLast(3)
        return "/" + path.joined(separator: "/")
    }()

    /// The root of the checkout.
    public static var checkout: String { root }

    /// The bytes of a file, by its path under `Vectors/`.
    public static func bytes(_ path: String) throws -> [UInt8] {
        let data = try Data(contentsOf: URL(fileURLWithPath: "\(root)/Vectors/\(path)"))
        return Array(data)
    }

    /// The text of a file, by its path under `Vectors/`.
    public static func text(_ path: String) throws -> String {
        String(decoding: try bytes(path), as: UTF8.self)
    }

    /// The names of the files in a folder under `Vectors/`, sorted.
    public static func files(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(root)/Vectors/\(folder)").sorted()
    }
}
