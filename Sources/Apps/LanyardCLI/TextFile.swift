#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Small files that the command line names.
enum TextFile {
    static func write(_ text: String, to path: String) throws {
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        } catch {
            throw UsageError("the file \(path) cannot be written")
        }
    }

    static func read(_ path: String) throws -> String {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
            throw UsageError("the file \(path) cannot be read")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw UsageError("the file \(path) is not text; PEM is wanted")
        }
        return text
    }
}
