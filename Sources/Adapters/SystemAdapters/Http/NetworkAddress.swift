/// The address at the other end of a connection, and whether it belongs to the open internet.
package struct NetworkAddress: Equatable, Sendable {
    private let bytes: [UInt8]

    /// Takes 4 bytes for IPv4 or 16 for IPv6, in network order; nil for any other count.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        // An IPv4 address in IPv6 clothes is judged as what it is.
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        self.bytes = bytes.count == 16 && bytes.starts(with: mapped) ? Array(bytes.suffix(4)) : bytes
    }

    /// Reads an address as text: dotted, or colons with at most one `::` and a dotted end; a zone after `%` is left out.
    package init?(text: String) {
        let text = text.prefix { $0 != "%" }
        guard text.contains(":") else {
            self.init(NetworkAddress.dotted(text) ?? [])
            return
        }
        guard !text.hasPrefix(":") || text.hasPrefix("::"), !text.hasSuffix(":") || text.hasSuffix("::") else {
            return nil
        }
        var halves: [[UInt8]] = [[]]
        var groups = text.split(separator: ":", omittingEmptySubsequences: false)[...]
        if text.hasPrefix("::") { groups = groups.dropFirst() }
        if text.hasSuffix("::") { groups = groups.dropLast() }
        for (index, group) in groups.enumerated() {
            if group.isEmpty {
                halves.append([])
            } else if index == groups.count - 1, let end = NetworkAddress.dotted(group) {
                halves[halves.count - 1] += end
            } else if group.count <= 4, let number = UInt16(group, radix: 16) {
                halves[halves.count - 1] += [UInt8(number >> 8), UInt8(number & 0xFF)]
            } else {
                return nil
            }
        }
        let missing = 16 - halves.joined().count
        guard halves.count == 1 ? missing == 0 : halves.count == 2 && missing > 0 else { return nil }
        self.init(halves.count == 1 ? halves[0] : halves[0] + [UInt8](repeating: 0, count: missing) + halves[1])
    }

    private static func dotted(_ text: Substring) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.count <= 3 ? UInt8($0) : nil }
        return parts.count == 4 && numbers.count == 4 ? numbers : nil
    }

    /// Whether it is this machine.
    package var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }

    /// Whether it is neither loopback, link-local, private, shared, reserved nor multicast (RFC 6890).
    package var isPublic: Bool {
        bytes.count == 4 ? NetworkAddress.isPublic(bytes[0], bytes[1], bytes[2]) : isPublicV6
    }

    private static func isPublic(_ a: UInt8, _ b: UInt8, _ c: UInt8) -> Bool {
        switch (a, b, c) {
        case (0, _, _), (10, _, _), (127, _, _), (224..., _, _): false
        case (100, 64...127, _), (169, 254, _), (172, 16...31, _), (192, 168, _), (198, 18...19, _): false
        case (192, 0, 0), (192, 0, 2), (198, 51, 100), (203, 0, 113), (192, 88, 99): false
        default: true
        }
    }

    private var isPublicV6: Bool {
        switch (bytes[0], bytes[1]) {
        case (0x00, 0x64):
            // NAT64 carries an IPv4 address at its end.
            let wellKnown: [UInt8] = [0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]
            return bytes.starts(with: wellKnown) && NetworkAddress.isPublic(bytes[12], bytes[13], bytes[14])
        case (0x20, 0x02):
            // 6to4 carries one after its prefix.
            return NetworkAddress.isPublic(bytes[2], bytes[3], bytes[4])
        case (0x20, 0x01): return !(bytes[2] < 0x02 || (bytes[2] == 0x0D && bytes[3] == 0xB8))
        // Global unicast is 2000::/3; everything else is local, reserved or multicast.
        case (0x20...0x3F, _): return true
        default: return false
        }
    }
}
