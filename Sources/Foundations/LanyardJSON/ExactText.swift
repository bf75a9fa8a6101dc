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
        // The library's comparison is a memory compare for the usual case and never misses equal bytes.
        left.text == right.text && left.text.utf8.elementsEqual(right.text.utf8)
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
