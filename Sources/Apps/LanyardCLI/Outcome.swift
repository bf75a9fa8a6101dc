import Lanyard

/// How a command ended: the exit status, by kind of failure.
enum Outcome: Int32 {
    /// Done.
    case done = 0
    /// A rule was broken or a server refused.
    case refused = 1
    /// The command line is wrong, or names something that does not exist.
    case usage = 2
    /// The network failed.
    case network = 3
    /// The store or the keys failed.
    case store = 4
    /// The person cancelled.
    case cancelled = 5

    /// What an error means.
    init(_ error: any Error) {
        switch error {
        case is UsageError: self = .usage
        case let error as IssuanceError:
            switch error.code {
            case .network, .timedOut: self = .network
            case .storage, .keys: self = .store
            case .userCancelled: self = .cancelled
            case .notFound: self = .usage
            default: self = .refused
            }
        case let error as CredentialError: self = error.code == .notFound ? .usage : .store
        case is StorageError, is SecureAreaError: self = .store
        case is CancellationError: self = .cancelled
        case let error as HttpError:
            self = error.code == .cancelled ? .cancelled : error.isServersFault ? .refused : .network
        default: self = .refused
        }
    }
}

/// The command line is wrong: what, and how to put it right.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
