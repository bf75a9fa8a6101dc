import LanyardLock
public import WalletPorts

/// Decides where a test's world fails: at a named point once, or at a point after which nothing works any more.
///
/// Points are named after what happens there: `commit.before`, `commit.after`, `read.before`, `sign.before`,
/// `request.after` and so on. One plan is shared by the faulty ports of one wallet, so that `reached` is the order in which the
/// wallet met them. A crash is played like this: run once to learn `reached`; then once for each index with
/// `crash(at:)`, abandon that wallet, and open another one over the same store.
public final class FaultPlan: Sendable {
    /// What a point tells its port.
    enum Verdict {
        case goOn
        case crashed
        case fail(StorageError)
    }

    private struct Failure {
        let point: String
        var passes: Int
        let error: StorageError
    }

    private struct Inside {
        var reached: [String] = []
        var crashIndex: Int?
        var death: (@Sendable () -> Void)?
        var hasCrashed = false
        var failures: [Failure] = []
    }

    private let inside = Mutex(Inside())

    /// Makes a plan in which nothing fails.
    public init() {}

    /// The points reached so far, in order.
    public var reached: [String] { inside.withLock { $0.reached } }

    /// Whether the crash has happened.
    public var hasCrashed: Bool { inside.withLock { $0.hasCrashed } }

    /// Crashes at the point with this index in `reached`; from then on every port fails.
    ///
    /// `death` is called there first: a process of its own can end itself for real.
    public func crash(at index: Int, by death: (@Sendable () -> Void)? = nil) {
        inside.withLock {
            $0.crashIndex = index
            $0.death = death
        }
    }

    /// Fails once at a named point, the nth time it is reached from now, 1 being the next.
    public func fail(at point: String, nth: Int = 1, with error: StorageError) {
        inside.withLock { $0.failures.append(Failure(point: point, passes: nth - 1, error: error)) }
    }

    func reach(_ point: String) -> Verdict {
        inside.withLock { inside in
            if inside.hasCrashed { return .crashed }
            inside.reached.append(point)
            if let index = inside.crashIndex, inside.reached.count > index {
                inside.hasCrashed = true
                inside.death?()
                return .crashed
            }
            for index in inside.failures.indices where inside.failures[index].point == point {
                if inside.failures[index].passes == 0 { return .fail(inside.failures.remove(at: index).error) }
                inside.failures[index].passes -= 1
            }
            return .goOn
        }
    }
}
