package import LanyardCBOR
package import LanyardCOSE
package import LanyardCrypto

/// Makes mdocs, for tests and benchmarks: digests and security object; the signature is the caller's.
package struct IssuerSignedBuilder {
    /// The encoded items by name space, in order; changing one leaves its digest as it was.
    package var nameSpaces: [(name: String, items: [[UInt8]])] = []
    /// The security object; `valueDigests` follows the elements that are added.
    package var securityObject: CBOR {
        var keyInfo: [(key: CBOR, value: CBOR)] = [(key: .text("deviceKey"), value: deviceKey.value ?? .null)]
        if let authorizations { keyInfo.append((key: .text("keyAuthorizations"), value: authorizations)) }
        return [
            "version": "1.0", "digestAlgorithm": .text(hash.rawValue),
            "valueDigests": .map(digests.map { (key: .text($0.name), value: .map($0.digests)) }),
            "deviceKeyInfo": .map(keyInfo), "docType": .text(docType), "validityInfo": validity,
        ]
    }
    /// What the device may sign, as in the standard.
    package var authorizations: CBOR?

    private let docType: String
    private let deviceKey: COSEKey
    private let hash: HashAlgorithm
    private let validity: CBOR
    private var digests: [(name: String, digests: [(key: CBOR, value: CBOR)])] = []
    private var nextID: Int64 = 0

    /// Starts a document; the times are texts as they go into it.
    package init(
        docType: String, deviceKey: PublicKey, hash: HashAlgorithm = .sha256, signed: String, validFrom: String? = nil,
        validUntil: String
    ) {
        self.docType = docType
        self.deviceKey = COSEKey(deviceKey)
        self.hash = hash
        validity = [
            "signed": .tagged(0, .text(signed)), "validFrom": .tagged(0, .text(validFrom ?? signed)),
            "validUntil": .tagged(0, .text(validUntil)),
        ]
    }

    /// Adds an element with a fresh random value and the next digest id.
    package mutating func add(_ element: String, _ value: CBOR, in nameSpace: String) {
        let item: CBOR = [
            "digestID": .integer(nextID), "random": .bytes(RandomBytes.make(32)), "elementIdentifier": .text(element),
            "elementValue": value,
        ]
        add(encoded: item.encoded(), digestID: nextID, in: nameSpace)
    }

    /// Adds the encoding of an item, which may be a wrong one.
    package mutating func add(encoded item: [UInt8], digestID: Int64, in nameSpace: String) {
        let bytes = CBORWriter.bytes { $0.embedded(item) }
        let digest = (key: CBOR.integer(digestID), value: CBOR.bytes(Hash.digest(hash, bytes)))
        if let index = nameSpaces.firstIndex(where: { $0.name == nameSpace }) {
            nameSpaces[index].items.append(bytes)
            digests[index].digests.append(digest)
        } else {
            nameSpaces.append((nameSpace, [bytes]))
            digests.append((nameSpace, [digest]))
        }
        nextID = max(nextID, digestID) + 1
    }

    /// The signature's draft over a security object, with the certificates beside it (DER, the signer's first).
    package func unsigned(
        _ securityObject: CBOR, algorithm: COSEAlgorithm = .es256, chain: [[UInt8]]
    ) -> UnsignedCOSESign1 {
        let certificates: CBOR = chain.count == 1 ? .bytes(chain[0]) : .array(chain.map { .bytes($0) })
        return UnsignedCOSESign1(
            algorithm: algorithm, unprotected: [33: certificates],
            payload: CBORWriter.bytes { $0.embedded(securityObject.encoded()) })
    }

    /// The whole structure around a signed security object.
    package func issuerSigned(_ issuerAuth: [UInt8]) -> [UInt8] {
        CBORWriter.bytes {
            $0.map {
                $0.entry("nameSpaces") {
                    $0.map {
                        for space in nameSpaces {
                            $0.entry(space.name) { $0.array { for item in space.items { $0.raw(item) } } }
                        }
                    }
                }
                $0.entry("issuerAuth") { $0.raw(issuerAuth) }
            }
        }
    }
}
