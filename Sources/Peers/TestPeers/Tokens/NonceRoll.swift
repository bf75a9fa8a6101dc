/// The nonces or challenges that somebody gave out for proofs, in order.
struct NonceRoll: Sendable {
    /// The rows under which a proof's nonce is judged.
    struct Rows {
        /// A nonce that nobody gave.
        let unknown: String
        /// A retry without the nonce, or one too many.
        let retry: String
        /// An older nonce than the last one told.
        let newest: String
        /// No nonce although one was given to everybody; nil where none is.
        let announced: String?
    }

    private var numbers: [String: Int] = [:]
    private var used: Set<String> = []
    /// The newest nonce that the holder of a key was told.
    private var told: [String: String] = [:]
    /// How often in a row a key was told at a place to make its proof again.
    private var challenges: [String: Int] = [:]

    func knows(_ nonce: String) -> Bool { numbers[nonce] != nil }

    /// Adds a nonce that the holder of a key is told, or everybody is.
    mutating func add(_ nonce: String, for key: String?) {
        numbers[nonce] = numbers.count
        if let key { told[key] = nonce }
    }

    /// Makes all nonces so far no longer good.
    mutating func retire() { used.formUnion(numbers.keys) }

    /// Judges the nonce of a proof; whether the proof must be made again with another.
    mutating func judge(
        _ nonce: String?, of key: String, at url: String, _ rows: Rows, isWanted: Bool, isSpent: Bool,
        isEndless: Bool = false, _ examination: inout Examination
    ) -> Bool {
        if let nonce {
            guard examination.check(rows.unknown, knows(nonce), "the nonce is one that this server gave") else {
                return false
            }
        }
        guard isWanted else { return false }
        let place = "\(key) \(url)"
        if challenges[place] != nil {
            examination.check(rows.retry, nonce != nil, "the retry carries the nonce")
        } else if let newest = told[key] {
            let isNew = nonce.flatMap { numbers[$0] } ?? -1 >= numbers[newest] ?? 0
            examination.check(rows.newest, isNew, "the newest nonce of this server is used")
        } else if let row = rows.announced, !numbers.isEmpty {
            examination.check(row, nonce != nil, "the nonce that its endpoint sent is used")
        }
        examination.check(rows.retry, challenges[place, default: 0] < 2, "retries are bounded")
        if !isEndless, let nonce, !used.contains(nonce) {
            if isSpent { used.insert(nonce) }
            challenges[place] = nil
            return false
        }
        challenges[place, default: 0] += 1
        return true
    }
}
