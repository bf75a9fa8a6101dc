// Declaration-only stand-in, for the Apple-target lane only: just the Foundation that the adapters,
// their stubs and the core's public interface name. On the Linux lane the real Foundation is used.
@_exported import Dispatch

public typealias TimeInterval = Double
public struct CGFloat: Hashable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral { public init(floatLiteral: Double) { fatalError() }; public init(integerLiteral: Int) { fatalError() } }

public protocol NSObjectProtocol: AnyObject {}
open class NSObject: NSObjectProtocol, Hashable, CustomStringConvertible {
    public init() { fatalError() }
    public static func == (a: NSObject, b: NSObject) -> Bool { fatalError() }
    public func hash(into hasher: inout Hasher) { fatalError() }
    open var description: String { fatalError() }
}
open class NSString: NSObject, @unchecked Sendable {}
open class NSNumber: NSObject, @unchecked Sendable { open var intValue: Int { fatalError() }; open var boolValue: Bool { fatalError() } }
open class NSData: NSObject {}
open class NSDate: NSObject, @unchecked Sendable {}
open class NSArray: NSObject {}
open class NSDictionary: NSObject {}
open class NSError: NSObject, Error, @unchecked Sendable { open var code: Int { fatalError() }; open var domain: String { fatalError() } }
public final class NSXPCConnection: NSObject {}

extension String: _ObjectiveCBridgeable { public func _bridgeToObjectiveC() -> NSString { fatalError() }; public static func _forceBridgeFromObjectiveC(_ s: NSString, result: inout String?) {}; public static func _conditionallyBridgeFromObjectiveC(_ s: NSString, result: inout String?) -> Bool { fatalError() }; public static func _unconditionallyBridgeFromObjectiveC(_ s: NSString?) -> String { fatalError() } }
extension Bool: _ObjectiveCBridgeable { public func _bridgeToObjectiveC() -> NSNumber { fatalError() }; public static func _forceBridgeFromObjectiveC(_ s: NSNumber, result: inout Bool?) {}; public static func _conditionallyBridgeFromObjectiveC(_ s: NSNumber, result: inout Bool?) -> Bool { fatalError() }; public static func _unconditionallyBridgeFromObjectiveC(_ s: NSNumber?) -> Bool { fatalError() } }
extension Array: _ObjectiveCBridgeable { public func _bridgeToObjectiveC() -> NSArray { fatalError() }; public static func _forceBridgeFromObjectiveC(_ s: NSArray, result: inout Array?) {}; public static func _conditionallyBridgeFromObjectiveC(_ s: NSArray, result: inout Array?) -> Bool { fatalError() }; public static func _unconditionallyBridgeFromObjectiveC(_ s: NSArray?) -> Array { fatalError() } }
extension Dictionary: _ObjectiveCBridgeable { public func _bridgeToObjectiveC() -> NSDictionary { fatalError() }; public static func _forceBridgeFromObjectiveC(_ s: NSDictionary, result: inout Dictionary?) {}; public static func _conditionallyBridgeFromObjectiveC(_ s: NSDictionary, result: inout Dictionary?) -> Bool { fatalError() }; public static func _unconditionallyBridgeFromObjectiveC(_ s: NSDictionary?) -> Dictionary { fatalError() } }

public protocol ContiguousBytes { func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R }
public protocol DataProtocol: RandomAccessCollection where Element == UInt8 {}
extension Array: ContiguousBytes, DataProtocol where Element == UInt8 {}
extension ArraySlice: ContiguousBytes, DataProtocol where Element == UInt8 {}
extension UnsafeRawBufferPointer: ContiguousBytes, DataProtocol { public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() } }
public struct Data: DataProtocol, ContiguousBytes, MutableCollection, RangeReplaceableCollection, Hashable, Sendable, _ObjectiveCBridgeable {
    public typealias Index = Int
    public init() { fatalError() }
    public init<S: Sequence>(_ elements: S) where S.Element == UInt8 { fatalError() }
    public init?(base64Encoded: String) { fatalError() }
    public func base64EncodedString() -> String { fatalError() }
    public var startIndex: Int { fatalError() }; public var endIndex: Int { fatalError() }
    public subscript(i: Int) -> UInt8 { get { fatalError() } set { fatalError() } }
    public func index(after i: Int) -> Int { fatalError() }
    public mutating func replaceSubrange<C: Collection>(_ subrange: Range<Int>, with newElements: C) where C.Element == UInt8 { fatalError() }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
    public func _bridgeToObjectiveC() -> NSData { fatalError() }; public static func _forceBridgeFromObjectiveC(_ s: NSData, result: inout Data?) {}; public static func _conditionallyBridgeFromObjectiveC(_ s: NSData, result: inout Data?) -> Bool { fatalError() }; public static func _unconditionallyBridgeFromObjectiveC(_ s: NSData?) -> Data { fatalError() }
}
public struct Date: Hashable, Comparable, Sendable, _ObjectiveCBridgeable {
    public init() { fatalError() }; public init(timeIntervalSince1970: TimeInterval) { fatalError() }; public var timeIntervalSince1970: TimeInterval { fatalError() }
    public static func < (a: Date, b: Date) -> Bool { fatalError() }
    public func _bridgeToObjectiveC() -> NSDate { fatalError() }; public static func _forceBridgeFromObjectiveC(_ s: NSDate, result: inout Date?) {}; public static func _conditionallyBridgeFromObjectiveC(_ s: NSDate, result: inout Date?) -> Bool { fatalError() }; public static func _unconditionallyBridgeFromObjectiveC(_ s: NSDate?) -> Date { fatalError() }
}
public struct UUID: Hashable, Sendable { public init() { fatalError() }; public init?(uuidString: String) { fatalError() }; public var uuidString: String { fatalError() } }
public protocol LocalizedError: Error { var errorDescription: String? { get } }
extension LocalizedError { public var errorDescription: String? { fatalError() } }

open class Stream: NSObject { open func open() { fatalError() }; open func close() { fatalError() } }
open class InputStream: Stream {}
open class OutputStream: Stream {}
