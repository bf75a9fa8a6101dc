import LanyardLock
import Testing

final class Counter: Sendable {
    private let count = Mutex(0)

    func add() { count.withLock { $0 += 1 } }

    var value: Int { count.withLock { $0 } }
}

@Suite struct MutexTests {
    @Test func `many tasks count without losing one`() async {
        let counter = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { for _ in 0..<500 { counter.add() } } }
        }
        #expect(counter.value == 4000)
    }

    @Test func `an error passes through and the lock is free again`() {
        struct Refused: Error {}
        let lock = Mutex([Int]())
        #expect(throws: Refused.self) {
            try lock.withLock { values throws(Refused) in
                values.append(1)
                throw Refused()
            }
        }
        #expect(lock.withLock { $0 } == [1])
    }
}
