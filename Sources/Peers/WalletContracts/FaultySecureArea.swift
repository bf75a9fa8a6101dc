public import WalletPorts

/// A secure area that fails where a plan says.
public struct FaultySecureArea: SecureArea {
    private let base: any SecureArea
    private let plan: FaultPlan

    /// Puts faults before another area.
    public init(_ base: any SecureArea, plan: FaultPlan) {
        self.base = base
        self.plan = plan
    }

    /// The id of the area beneath.
    public var id: String { base.id }

    /// The capabilities of the area beneath.
    public var capabilities: SecureAreaCapabilities { base.capabilities }

    /// Makes keys, with the points `createKeys.before` and `createKeys.after`.
    public func createKeys(_ count: Int, policy: KeyPolicy, attestationNonce: [UInt8]?, group: String)
        async throws(SecureAreaError) -> [NewKey]
    {
        try reach("createKeys.before")
        let keys = try await base.createKeys(
            count, policy: policy, attestationNonce: attestationNonce, group: group)
        try reach("createKeys.after")
        return keys
    }

    /// Signs, with the points `sign.before` and `sign.after`.
    public func sign(_ requests: [SigningRequest], for action: UserAction) async throws(SecureAreaError) -> [[UInt8]] {
        try reach("sign.before")
        let signatures = try await base.sign(requests, for: action)
        try reach("sign.after")
        return signatures
    }

    /// Agrees on a secret, with the point `agree.before`.
    public func agree(_ key: KeyHandle, with peer: PublicKeyBytes, for action: UserAction) async throws(SecureAreaError)
        -> Secret<[UInt8]>
    {
        try reach("agree.before")
        return try await base.agree(key, with: peer, for: action)
    }

    /// Reads public keys.
    public func publicKeys(of keys: [KeyHandle]) async throws(SecureAreaError) -> [PublicKeyBytes] {
        try await base.publicKeys(of: keys)
    }

    /// Deletes keys, with the points `deleteKeys.before` and `deleteKeys.after`.
    public func delete(_ keys: [KeyHandle]) async throws(SecureAreaError) {
        try reach("deleteKeys.before")
        try await base.delete(keys)
        try reach("deleteKeys.after")
    }

    /// Passes the group on, unless the plan says otherwise.
    public func deleteKeys(ofGroup group: String) async throws(SecureAreaError) {
        try reach("deleteKeys.before")
        try await base.deleteKeys(ofGroup: group)
        try reach("deleteKeys.after")
    }

    private func reach(_ point: String) throws(SecureAreaError) {
        guard case .goOn = plan.reach(point) else {
            throw SecureAreaError(.unavailable, "the test stopped the area at \(point)")
        }
    }
}
