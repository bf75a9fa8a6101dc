import LanyardJSON
import WalletPorts

/// Something that reads what others send, with the worst input of any size.
struct Reader: Sendable {
    /// What is done with an input that is ready.
    typealias Work = () async throws -> Void

    /// The part and the input, such as `json.escapes`.
    let name: String
    /// The smallest size that is measured, in members, bytes or whatever the input has many of.
    let size: Int
    private let prepare: @Sendable (Int) async throws -> Work

    init(_ name: String, _ size: Int, _ prepare: @escaping @Sendable (Int) async throws -> Work) {
        self.name = name
        self.size = size
        self.prepare = prepare
    }

    func work(of size: Int) async throws -> Work { try await prepare(size) }
}

/// A reader took what it should refuse: the measurement would be of something else.
struct NotRefused: Error {}

/// Runs what must throw.
func refused(_ read: () throws -> Void) throws {
    do { try read() } catch { return }
    throw NotRefused()
}

/// An object with as many members as there are numbers below a count.
func object(_ count: Int, _ member: (Int) -> (String, JSON)) -> JSON {
    .object(JSONObject((0..<count).map { member($0) }))
}

/// A text of one character many times over.
func long(_ count: Int, _ character: Character = "a") -> String { String(repeating: character, count: count) }

extension HttpResponse {
    static func json(_ json: JSON, status: Int = 200) -> HttpResponse {
        HttpResponse(
            status: status, headers: [HttpHeader("Content-Type", "application/json")], body: json.encoded())
    }
}
