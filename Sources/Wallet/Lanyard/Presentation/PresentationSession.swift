/// One presentation, from the request to its end.
public final class PresentationSession: Sendable {
    private let end: PresentationState

    package init(failing error: PresentationError) {
        end = .failed(error)
    }

    /// The states from the current one on, for each caller a stream of its own.
    ///
    /// Ends after the terminal state.
    public var states: AsyncStream<PresentationState> {
        let (stream, continuation) = AsyncStream<PresentationState>.makeStream()
        continuation.yield(end)
        continuation.finish()
        return stream
    }

    /// The state now.
    public var currentState: PresentationState { end }

    /// Waits for the request that consent shows; throws `PresentationError` if there will be none.
    public func request() async throws -> PresentationRequest {
        switch end {
        case .requestResolved(let request): return request
        case .failed(let error): throw error
        default: throw PresentationError.notYet
        }
    }

    /// Answers with a selection made from this session's request.
    public func respond(_ selection: PresentationSelection) {}

    /// Declines: nothing but an error goes to the verifier.
    public func decline() {}

    /// Ends the session without an answer.
    public func cancel() {}

    /// Waits for the end; throws `PresentationError` if it failed.
    public func outcome() async throws -> PresentationOutcome {
        switch end {
        case .completed(let outcome): return outcome
        case .failed(let error): throw error
        default: throw PresentationError.notYet
        }
    }
}

/// Where a presentation stands.
public enum PresentationState: Sendable {
    /// The request is fetched and checked.
    case resolvingRequest
    /// The person decides.
    case requestResolved(PresentationRequest)
    /// The answer is made and sent.
    case submitting
    /// The verifier has the answer.
    case completed(PresentationOutcome)
    /// The person declined.
    case declined
    /// It failed.
    case failed(PresentationError)

    /// Whether nothing follows.
    public var isTerminal: Bool {
        switch self {
        case .resolvingRequest, .requestResolved, .submitting: false
        case .completed, .declined, .failed: true
        }
    }
}

/// How a presentation ended.
public struct PresentationOutcome: Hashable, Sendable {
    /// Where the verifier sends the browser next, if anywhere.
    public let redirect: String?

    package init(redirect: String?) {
        self.redirect = redirect
    }
}
