public import WalletPorts

/// A transport that fails where a plan says.
public struct FaultyHttpTransport: HttpTransport {
    private let base: any HttpTransport
    private let plan: FaultPlan

    /// Puts faults before another transport.
    public init(_ base: any HttpTransport, plan: FaultPlan) {
        self.base = base
        self.plan = plan
    }

    /// Sends, with the points `request.before` and `request.after`; after a fault at the latter the answer is lost.
    public func send(_ request: HttpRequest) async throws(HttpError) -> HttpResponse {
        try reach("request.before", failure: .noConnection)
        let response = try await base.send(request)
        try reach("request.after", failure: .cut)
        return response
    }

    private func reach(_ point: String, failure: HttpError.Code) throws(HttpError) {
        guard case .goOn = plan.reach(point) else {
            throw HttpError(failure, "the test stopped the network at \(point)")
        }
    }
}
