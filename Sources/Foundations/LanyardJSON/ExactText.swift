internal import LanyardText

/// A string compared and hashed by its UTF-8 bytes.
///
/// `String` compares by canonical equivalence, which is slower and makes two different JSON names one. Hashing must use
/// the bytes as well: hashes of equivalent names coincide, so that an attacker could fill one bucket with them.
package struct ExactText: Hashable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (left: ExactText, right: ExactText) -> Bool {
        // The library's comparison normalises, at a cost that others would choose by their names.
        left.text.utf8.count == right.text.utf8.count && hasSameBytes(left.text, right.text)
    }

    private static func hasSameBytes(_ left: String, _ right: String) -> Bool {
        let answer = left.utf8.withContiguousStorageIfAvailable { left in
            right.utf8.withContiguousStorageIfAvailable { right in left.hasSameBytes(as: right) }
        }
        return (answer ?? nil) ?? left.utf8.elementsEqual(right.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        let isContiguous: Void? = text.utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if isContiguous == nil {
            for byte in text.utf8 { hasher.combine(byte) }
        }
        hasher.combine(0xFF as UInt8)
    }
}
