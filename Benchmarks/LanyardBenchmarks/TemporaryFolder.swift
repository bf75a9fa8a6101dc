#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A folder of this run's own.
enum TemporaryFolder {
    static func fresh() -> String {
        FileManager.default.temporaryDirectory.appendingPathComponent("lanyard-bench-\(UUID().uuidString)").path
    }

    static func remove(_ folder: String) {
        try? FileManager.default.removeItem(atPath: folder)
    }
}
