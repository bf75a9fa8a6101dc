import LanyardCBOR
import LanyardCOSE
import MDoc
import WalletPorts

/// CBOR and what is made of it.
enum CBORReaders {
    static let all = [
        Reader("cbor.items", 4000) { size in
            let bytes = CBORWriter.bytes { $0.array { for _ in 0..<size { $0.unsigned(1) } } }
            return { _ = try CBORItem(parsing: bytes) }
        },
        Reader("cbor.keysBackwards", 2000) { size in
            let bytes = map(keys: (0..<size).reversed())
            return { _ = try CBORItem(parsing: bytes) }
        },
        Reader("cbor.manySmallMaps", 300) { size in
            let small = map(keys: (0..<15).reversed())
            let bytes = CBORWriter.bytes { $0.array { for _ in 0..<size { $0.raw(small) } } }
            return { _ = try CBORItem(parsing: bytes) }
        },
        Reader("cbor.keysWithKeys", 2000) { size in
            var bytes = CBORWriter.bytes { $0.byteString([UInt8](repeating: 0, count: size)) }
            for _ in 0..<30 { bytes = [0xA2] + bytes + [0, 0, 0] }
            return { [bytes] in _ = try CBORItem(parsing: bytes) }
        },
        Reader("cbor.chunks", 4000) { size in
            let bytes = [0x5F] + [UInt8](repeating: 0x40, count: size) + [0xFF]
            return { _ = try CBORItem(parsing: bytes).value }
        },
        Reader("cbor.diagnostic", 2000) { size in
            let item = try CBORItem(parsing: map(keys: 0..<size))
            return { _ = item.diagnostic(indent: 2) }
        },
        Reader("cbor.diagnosticEmbedded", 2000) { size in
            var bytes = CBORWriter.bytes { $0.byteString([UInt8](repeating: 0, count: size)) }
            for _ in 0..<60 { bytes = CBORWriter.bytes { [bytes] in $0.embedded(bytes) } }
            let item = try CBORItem(parsing: bytes)
            return { _ = item.diagnostic(shownBytes: 16) }
        },
        Reader("cose.headers", 1000) { size in
            let protected = map(keys: 0..<size)
            let field = CBORField(
                try CBORItem(
                    parsing: CBORWriter.bytes {
                        $0.array {
                            $0.byteString(protected)
                            $0.raw(map(keys: size..<2 * size))
                            $0.null()
                            $0.byteString([])
                        }
                    }))
            return { _ = try COSESign1(cbor: field, from: .issuer) }
        },
        Reader("mdoc.requestedElements", 500) { size in
            let items = CBORWriter.bytes {
                $0.map {
                    $0.entry("docType") { $0.text("t") }
                    $0.entry("nameSpaces") {
                        $0.map {
                            $0.entry("n") {
                                $0.map { for number in 0..<size { $0.entry("e\(number)") { $0.bool(false) } } }
                            }
                        }
                    }
                }
            }
            let request = CBORWriter.bytes {
                $0.map {
                    $0.entry("version") { $0.text("1.0") }
                    $0.entry("docRequests") { $0.array { $0.map { $0.entry("itemsRequest") { $0.embedded(items) } } } }
                }
            }
            return { _ = try DeviceRequest(parsing: request) }
        },
    ]

    private static func map(keys: some Sequence<Int>) -> [UInt8] {
        CBOR.map(keys.map { (key: .integer(Int64($0)), value: .null) }).encoded()
    }
}
