/// The version of a request or a response: any minor one of major version 1.
struct MDocVersion {
    let text: String
    let minor: Int

    init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].elementsEqual("1".utf8),
            parts[1].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let minor = Int(String(decoding: parts[1], as: UTF8.self))
        else { return nil }
        self.text = text
        self.minor = minor
    }
}
