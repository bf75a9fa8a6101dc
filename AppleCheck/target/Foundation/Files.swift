// Declaration-only stand-in: files, folders and the process.
public struct URL: Hashable, Sendable {
    public init?(string: String) { fatalError() }
    public init(fileURLWithPath: String) { fatalError() }
    public var scheme: String? { fatalError() }
    public var host: String? { fatalError() }
    public var port: Int? { fatalError() }
    public var path: String { fatalError() }
    public var absoluteString: String { fatalError() }
    public func appendingPathComponent(_ component: String) -> URL { fatalError() }
}

open class ProcessInfo: NSObject, @unchecked Sendable {
    open class var processInfo: ProcessInfo { fatalError() }
    open var environment: [String: String] { fatalError() }
    open var systemUptime: TimeInterval { fatalError() }
}

public func NSHomeDirectory() -> String { fatalError() }
public func NSTemporaryDirectory() -> String { fatalError() }

public struct FileAttributeKey: Hashable, Sendable {
    public static var posixPermissions: FileAttributeKey { fatalError() }
    public static var protectionKey: FileAttributeKey { fatalError() }
    public static var size: FileAttributeKey { fatalError() }
}

open class FileManager: NSObject, @unchecked Sendable {
    public enum SearchPathDirectory: UInt, Sendable { case applicationSupportDirectory, cachesDirectory, documentDirectory, libraryDirectory }
    public struct SearchPathDomainMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static var userDomainMask: SearchPathDomainMask { fatalError() }
    }
    open class var `default`: FileManager { fatalError() }
    open func urls(for directory: SearchPathDirectory, in domainMask: SearchPathDomainMask) -> [URL] { fatalError() }
    open func containerURL(forSecurityApplicationGroupIdentifier identifier: String) -> URL? { fatalError() }
    open func fileExists(atPath path: String) -> Bool { fatalError() }
    open func contents(atPath path: String) -> Data? { fatalError() }
    open func contentsOfDirectory(atPath path: String) throws -> [String] { fatalError() }
    open func createFile(atPath path: String, contents: Data?, attributes: [FileAttributeKey: Any]? = nil) -> Bool { fatalError() }
    open func createDirectory(atPath path: String, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil) throws { fatalError() }
    open func removeItem(atPath path: String) throws { fatalError() }
    open func moveItem(atPath path: String, toPath: String) throws { fatalError() }
    open func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] { fatalError() }
    open func setAttributes(_ attributes: [FileAttributeKey: Any], ofItemAtPath path: String) throws { fatalError() }
}

public struct Locale: Hashable, Sendable {
    public static var current: Locale { fatalError() }
    public static var preferredLanguages: [String] { fatalError() }
    public var identifier: String { fatalError() }
}
