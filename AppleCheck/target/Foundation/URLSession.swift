// Declaration-only stand-in: URL loading. Completion handlers are `@Sendable`, as Apple's headers have them.
public struct URLRequest: Hashable, Sendable {
    public enum CachePolicy: UInt, Sendable { case useProtocolCachePolicy, reloadIgnoringLocalCacheData, reloadIgnoringLocalAndRemoteCacheData }
    public init(url: URL, cachePolicy: CachePolicy = .useProtocolCachePolicy, timeoutInterval: TimeInterval = 60) { fatalError() }
    public var url: URL?
    public var httpMethod: String?
    public var httpBody: Data?
    public var httpShouldHandleCookies: Bool
    public var cachePolicy: CachePolicy
    public var timeoutInterval: TimeInterval
    public mutating func addValue(_ value: String, forHTTPHeaderField field: String) { fatalError() }
    public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) { fatalError() }
}

open class URLResponse: NSObject, @unchecked Sendable {
    open var url: URL? { fatalError() }
    open var expectedContentLength: Int64 { fatalError() }
    open var mimeType: String? { fatalError() }
}
open class HTTPURLResponse: URLResponse, @unchecked Sendable {
    open var statusCode: Int { fatalError() }
    open var allHeaderFields: [AnyHashable: Any] { fatalError() }
    open func value(forHTTPHeaderField field: String) -> String? { fatalError() }
}

open class HTTPCookieStorage: NSObject, @unchecked Sendable {}
public struct HTTPCookie: Sendable { public enum AcceptPolicy: UInt, Sendable { case always, never, onlyFromMainDocumentDomain } }
open class URLCache: NSObject, @unchecked Sendable {}
open class URLCredentialStorage: NSObject, @unchecked Sendable {}
open class OperationQueue: NSObject, @unchecked Sendable { open var maxConcurrentOperationCount: Int { get { fatalError() } set { fatalError() } } }

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
    open class var ephemeral: URLSessionConfiguration { fatalError() }
    open var httpCookieStorage: HTTPCookieStorage? { get { fatalError() } set { fatalError() } }
    open var httpCookieAcceptPolicy: HTTPCookie.AcceptPolicy { get { fatalError() } set { fatalError() } }
    open var httpShouldSetCookies: Bool { get { fatalError() } set { fatalError() } }
    open var urlCache: URLCache? { get { fatalError() } set { fatalError() } }
    open var urlCredentialStorage: URLCredentialStorage? { get { fatalError() } set { fatalError() } }
    open var requestCachePolicy: URLRequest.CachePolicy { get { fatalError() } set { fatalError() } }
    open var timeoutIntervalForRequest: TimeInterval { get { fatalError() } set { fatalError() } }
    open var timeoutIntervalForResource: TimeInterval { get { fatalError() } set { fatalError() } }
    open var waitsForConnectivity: Bool { get { fatalError() } set { fatalError() } }
    open var httpAdditionalHeaders: [AnyHashable: Any]? { get { fatalError() } set { fatalError() } }
    open var httpMaximumConnectionsPerHost: Int { get { fatalError() } set { fatalError() } }
    open var connectionProxyDictionary: [AnyHashable: Any]? { get { fatalError() } set { fatalError() } }
}

open class URLSessionTask: NSObject, @unchecked Sendable {
    open var taskIdentifier: Int { fatalError() }
    open var originalRequest: URLRequest? { fatalError() }
    open var currentRequest: URLRequest? { fatalError() }
    open var response: URLResponse? { fatalError() }
    open var error: (any Error)? { fatalError() }
    open var delegate: (any URLSessionTaskDelegate)? { get { fatalError() } set { fatalError() } }
    open func cancel() { fatalError() }
    open func resume() { fatalError() }
}
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

open class URLSessionTaskTransactionMetrics: NSObject, @unchecked Sendable {
    open var remoteAddress: String? { fatalError() }
    open var isProxyConnection: Bool { fatalError() }
}
open class URLSessionTaskMetrics: NSObject, @unchecked Sendable { open var transactionMetrics: [URLSessionTaskTransactionMetrics] { fatalError() } }

open class URLProtectionSpace: NSObject, @unchecked Sendable {
    open var authenticationMethod: String { fatalError() }
    open var host: String { fatalError() }
    open var port: Int { fatalError() }
}
open class URLAuthenticationChallenge: NSObject, @unchecked Sendable { open var protectionSpace: URLProtectionSpace { fatalError() } }
open class URLCredential: NSObject, @unchecked Sendable {}
public var NSURLAuthenticationMethodServerTrust: String { fatalError() }

open class URLSession: NSObject, @unchecked Sendable {
    public enum AuthChallengeDisposition: Int, Sendable { case useCredential, performDefaultHandling, cancelAuthenticationChallenge, rejectProtectionSpace }
    public enum ResponseDisposition: Int, Sendable { case cancel, allow, becomeDownload, becomeStream }
    public struct AsyncBytes: AsyncSequence, Sendable {
        public typealias Element = UInt8
        public struct AsyncIterator: AsyncIteratorProtocol { public mutating func next() async throws -> UInt8? { fatalError() } }
        public var task: URLSessionDataTask { fatalError() }
        public func makeAsyncIterator() -> AsyncIterator { fatalError() }
    }
    public init(configuration: URLSessionConfiguration) { fatalError() }
    public init(configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?, delegateQueue: OperationQueue?) { fatalError() }
    open func dataTask(with request: URLRequest) -> URLSessionDataTask { fatalError() }
    open func finishTasksAndInvalidate() { fatalError() }
    open func invalidateAndCancel() { fatalError() }
    public func data(for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil) async throws -> (Data, URLResponse) { fatalError() }
    public func bytes(for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil) async throws -> (AsyncBytes, URLResponse) { fatalError() }
}

public protocol URLSessionDelegate: NSObjectProtocol, Sendable {
    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?)
    func urlSession(_ session: URLSession, didReceive challenge: URLAuthenticationChallenge, completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)
}
extension URLSessionDelegate {
    public func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {}
    public func urlSession(_ session: URLSession, didReceive challenge: URLAuthenticationChallenge, completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) {}
}
public protocol URLSessionTaskDelegate: URLSessionDelegate {
    func urlSession(_ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void)
    func urlSession(_ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge, completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)
    func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics)
    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}
extension URLSessionTaskDelegate {
    public func urlSession(_ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void) {}
    public func urlSession(_ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge, completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) {}
    public func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics) {}
    public func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {}
}
public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse, completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void)
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}
extension URLSessionDataDelegate {
    public func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse, completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void) {}
    public func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {}
}

public struct URLError: Error, Hashable, Sendable {
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static var cancelled: Code { fatalError() }
        public static var timedOut: Code { fatalError() }
        public static var cannotFindHost: Code { fatalError() }
        public static var cannotConnectToHost: Code { fatalError() }
        public static var networkConnectionLost: Code { fatalError() }
        public static var notConnectedToInternet: Code { fatalError() }
        public static var dnsLookupFailed: Code { fatalError() }
        public static var badURL: Code { fatalError() }
        public static var unsupportedURL: Code { fatalError() }
        public static var badServerResponse: Code { fatalError() }
        public static var cannotParseResponse: Code { fatalError() }
        public static var cannotDecodeContentData: Code { fatalError() }
        public static var cannotDecodeRawData: Code { fatalError() }
        public static var dataLengthExceedsMaximum: Code { fatalError() }
        public static var userCancelledAuthentication: Code { fatalError() }
        public static var secureConnectionFailed: Code { fatalError() }
        public static var serverCertificateHasBadDate: Code { fatalError() }
        public static var serverCertificateUntrusted: Code { fatalError() }
        public static var serverCertificateHasUnknownRoot: Code { fatalError() }
        public static var serverCertificateNotYetValid: Code { fatalError() }
        public static var clientCertificateRejected: Code { fatalError() }
        public static var clientCertificateRequired: Code { fatalError() }
        public static var appTransportSecurityRequiresSecureConnection: Code { fatalError() }
    }
    public init(_ code: Code) { fatalError() }
    public var code: Code { fatalError() }
    public var failureURLString: String? { fatalError() }
    public var localizedDescription: String { fatalError() }
}
