import Testing

@testable import SystemAdapters

@Suite struct NetworkAddressTests {
    @Test(
        arguments: [
            [0, 0, 0, 0], [10, 1, 2, 3], [127, 0, 0, 1], [127, 255, 0, 1], [169, 254, 169, 254], [172, 16, 0, 1],
            [172, 31, 255, 255], [192, 168, 1, 1], [100, 64, 0, 1], [100, 127, 0, 1], [198, 18, 0, 1], [224, 0, 0, 1],
            [255, 255, 255, 255], [192, 0, 2, 1], [203, 0, 113, 5],
        ] as [[UInt8]])
    func `an address of a special IPv4 block is not public, in IPv6 clothes neither`(_ bytes: [UInt8]) throws {
        #expect(try !#require(NetworkAddress(bytes)).isPublic)
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + bytes
        #expect(try !#require(NetworkAddress(mapped)).isPublic)
        let translated: [UInt8] = [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0] + bytes
        #expect(try !#require(NetworkAddress(translated)).isPublic)
        let sixToFour: [UInt8] = [0x20, 0x02] + bytes + [UInt8](repeating: 0, count: 10)
        #expect(try !#require(NetworkAddress(sixToFour)).isPublic)
    }

    @Test(
        arguments: [
            [8, 8, 8, 8], [172, 15, 0, 1], [172, 32, 0, 1], [100, 63, 0, 1], [100, 128, 0, 1], [169, 253, 0, 1],
            [192, 167, 0, 1], [223, 255, 255, 255],
        ] as [[UInt8]])
    func `its neighbours are public`(_ bytes: [UInt8]) throws {
        #expect(try #require(NetworkAddress(bytes)).isPublic)
    }

    @Test func `IPv6 is public in global unicast only`() throws {
        func address(_ head: [UInt8]) throws -> NetworkAddress {
            try #require(NetworkAddress(head + [UInt8](repeating: 1, count: 16 - head.count)))
        }
        for head in [[0x2A, 0x00], [0x26, 0x06], [0x20, 0x01, 0x48, 0x60]] as [[UInt8]] {
            #expect(try address(head).isPublic)
        }
        let special: [[UInt8]] = [
            [0xFE, 0x80], [0xFC, 0], [0xFD, 0x12], [0xFF, 2], [0xFE, 0xC0], [0x20, 0x01, 0x0D, 0xB8],
            [0x20, 0x01, 0, 0],
        ]
        for head in special { #expect(try !address(head).isPublic) }
        let loopback = try #require(NetworkAddress([UInt8](repeating: 0, count: 15) + [1]))
        #expect(loopback.isLoopback && !loopback.isPublic)
        #expect(try !#require(NetworkAddress([UInt8](repeating: 0, count: 16))).isPublic)
        #expect(NetworkAddress([1, 2, 3]) == nil)
    }

    @Test func `addresses are read from their text`() {
        let known: [(String, [UInt8])] = [
            ("127.0.0.1", [127, 0, 0, 1]), ("::1", [UInt8](repeating: 0, count: 15) + [1]),
            ("::", [UInt8](repeating: 0, count: 16)), ("::ffff:10.0.0.1", [10, 0, 0, 1]),
            ("fe80::1%en0", [0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [1]),
            ("2001:db8::", [0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 12)),
            ("1:2:3:4:5:6:7:8", [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8]),
        ]
        for (text, bytes) in known {
            let address = NetworkAddress(text: text)
            #expect(address != nil && address == NetworkAddress(bytes), "\(text)")
        }
        for text in ["", "1.2.3", "256.0.0.1", "1:2", "1::2::3", "12345::", ":1", "1:2:3:4:5:6:7:8:9", "g::"] {
            #expect(NetworkAddress(text: text) == nil, "\(text)")
        }
    }
}
