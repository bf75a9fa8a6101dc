import LanyardLock

/// The nonces that a role gave out for proofs, in order.
struct NonceRoll: Sendable {
    private var numbers: [String: Int] = [:]
    private var used: Set<String> = []
    /// The newest nonce that the holder of a key was told.
    var told: [String: String] = [:]
    /// How often in a row a key was told at a place to make its proof again.
    var challenges: [String: Int] = [:]

    func knows(_ nonce: String) -> Bool { numbers[nonce] != nil }
    func isGood(_ nonce: String) -> Bool { knows(nonce) && !used.contains(nonce) }
    func isRetry(_ place: String) -> Bool { challenges[place] != nil }

    var isEmpty: Bool { numbers.isEmpty }

    func isNotOlder(_ nonce: String?, than newest: String) -> Bool {
        guard let least = numbers[newest] else { return true }
        return nonce.flatMap { numbers[$0] }.map { $0 >= least } ?? false
    }

    mutating func use(_ nonce: String) { used.insert(nonce) }

    mutating func add(_ nonce: String) { numbers[nonce] = numbers.count }

    mutating func retire() { used.formUnion(numbers.keys) }
}

extension PeerIssuer {
    /// Makes a nonce for DPoP proofs; a key's holder is told it, or everybody is.
    func makeDPoPNonce(_ role: DPoPExamination.Role, for key: String?) -> String {
        let nonce = PeerIssuer.token()
        ledger.withLock {
            $0.dpopNonces[role, default: NonceRoll()].add(nonce)
            if let key { $0.dpopNonces[role]?.told[key] = nonce }
        }
        return nonce
    }

    /// Makes every nonce for DPoP proofs that was given out so far no longer good.
    public func retireDPoPNonces() {
        ledger.withLock { ledger in
            for role in ledger.dpopNonces.keys { ledger.dpopNonces[role]?.retire() }
        }
    }
}
