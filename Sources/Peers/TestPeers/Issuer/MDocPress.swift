import LanyardCBOR
import LanyardCrypto
import LanyardDER
import LanyardText
import WalletPorts

/// Writes an mdoc as OpenID4VCI sends it, ISO/IEC 18013-5 §9.1.2.4, with the faults that are asked for.
///
/// It shares no code with the wallet's reader, so that neither hides a mistake of the other.
struct MDocPress {
    let docType: String
    let configuration: PeerConfiguration
    let signer: PeerCertificate
    let pki: PeerPKI
    let now: Instant
    let compressesDeviceKey: Bool
    let isSecondOfBatch: Bool
    let faults: Set<PeerFault>

    private struct Space {
        var name: String
        /// Whole encodings, tag 24 included.
        var items: [[UInt8]] = []
        var digests: [(key: CBOR, value: CBOR)] = []
    }

    /// The credential in base64url.
    func press(for holder: HolderKey?) throws(CryptoError) -> String {
        let bytes = try bytes(for: holder, saltLength: 32)
        if faults.contains(.plainBase64) { return Base64.encode(bytes) }
        let text = Base64URL.encode(bytes)
        if faults.contains(.textWithSpaces) { return text.prefix(64) + "\n" + text.dropFirst(64) }
        guard faults.contains(.paddedText) else { return text }
        // A length that is a multiple of three has no padding.
        let uneven = bytes.count % 3 == 0 ? try self.bytes(for: holder, saltLength: 33) : bytes
        return Base64URL.encode(uneven) + String(repeating: "=", count: 3 - uneven.count % 3)
    }

    /// The encoding; the salt of the first element has the length asked for.
    private func bytes(for holder: HolderKey?, saltLength: Int) throws(CryptoError) -> [UInt8] {
        var spaces = configuration.nameSpaces.map { space($0, saltLength) }
        let object = try securityObject(spaces, holder)
        alter(&spaces)
        let signature = try MDocSignature(faults: faults, signer: signer, pki: pki, now: now).sign(
            faults.contains(.untaggedPayload)
                ? object.encoded() : CBOR.tagged(24, .bytes(object.encoded())).encoded())
        return CBORWriter.bytes { writer in
            writer.map {
                $0.entry("nameSpaces") { $0.map { for space in spaces { write(space, into: &$0) } } }
                if faults.contains(.duplicateMapKey) { $0.entry("nameSpaces") { $0.map { _ in } } }
                $0.entry("issuerAuth") { $0.raw(signature) }
            }
            if faults.contains(.trailingBytes) { writer.null() }
        }
    }

    private func write(_ space: Space, into map: inout CBORMapWriter) {
        map.entry(space.name) { $0.array { for item in space.items { $0.raw(item) } } }
    }

    /// The items of a name space with their digests; the ids are in no order and some belong to no element.
    private func space(_ nameSpace: PeerConfiguration.NameSpace, _ saltLength: Int) -> Space {
        var space = Space(name: nameSpace.name)
        var ids = Array(0..<Int64(nameSpace.elements.count) + 2).shuffled()
        for (index, element) in nameSpace.elements.enumerated() {
            var value = element.value
            if isSecondOfBatch, faults.contains(.differingData), case .text(let text) = value {
                value = .text(text + "?")
            }
            if index == 0, faults.contains(.nestedTooDeep) { value = (0..<64).reduce(value) { inner, _ in [inner] } }
            add(item(ids.removeLast(), element.identifier, value, salt: index == 0 ? saltLength : 32), to: &space)
        }
        if faults.contains(.duplicateElement), let first = nameSpace.elements.first {
            add(item(ids.removeLast(), first.identifier, first.value), to: &space)
        }
        for id in ids { space.digests.append((key: .integer(id), value: .bytes(RandomBytes.make(32)))) }
        return space
    }

    private func item(_ id: Int64, _ identifier: String, _ value: CBOR, salt: Int = 32) -> CBOR {
        [
            "digestID": faults.contains(.hugeDigestID) ? .unsigned(.max) : .integer(id),
            "random": .bytes(RandomBytes.make(salt)), "elementIdentifier": .text(identifier), "elementValue": value,
        ]
    }

    private func add(_ item: CBOR, to space: inout Space) {
        let bytes = CBOR.tagged(24, .bytes(item.encoded())).encoded()
        space.items.append(bytes)
        space.digests.append((key: item["digestID"] ?? 0, value: .bytes(Hash.sha256(bytes))))
    }

    /// What happens to the items after their digests were signed.
    private func alter(_ spaces: inout [Space]) {
        guard var space = spaces.last, let last = space.items.last, let item = Self.opened(last) else { return }
        func changed(_ name: String, to value: CBOR?) -> [UInt8] {
            guard case .map(let entries) = item else { return last }
            return Self.closed(
                .map(entries.map { (key: $0.key, value: $0.key == .text(name) ? value ?? $0.value : $0.value) }))
        }
        var altered = last
        if faults.contains(.badDigest) { altered = changed("elementValue", to: "altered") }
        if faults.contains(.duplicateDigestID) {
            altered = changed("digestID", to: space.items.first.flatMap(Self.opened)?["digestID"])
        }
        if faults.contains(.reencodedItem) { altered = Self.closed(item, .bytewise) }
        space.items[space.items.count - 1] = altered
        if faults.contains(.wrongNameSpace) { space.name += ".other" }
        spaces[spaces.count - 1] = space
    }

    private static func opened(_ bytes: [UInt8]) -> CBOR? {
        guard case .tagged(24, .bytes(let inner))? = (try? CBORItem(parsing: bytes))?.value else { return nil }
        return (try? CBORItem(parsing: inner))?.value
    }

    private static func closed(_ item: CBOR, _ order: CBOR.KeyOrder = .asGiven) -> [UInt8] {
        CBOR.tagged(24, .bytes(item.encoded(order))).encoded()
    }

    private func securityObject(_ spaces: [Space], _ holder: HolderKey?) throws(CryptoError) -> CBOR {
        var keyInfo: CBOR = [:]
        if let holder, !faults.contains(.missingHolderKey) {
            let isForeign = faults.contains(.wrongHolderKey)
            let key = isForeign ? HolderKey(try ECPrivateKey.generate(.p256).publicKey) : holder
            keyInfo = ["deviceKey": key.coseKey(compressed: compressesDeviceKey)]
        }
        var members: [(key: CBOR, value: CBOR)] = [
            ("version", faults.contains(.wrongVersion) ? "2.0" : "1.0"),
            ("digestAlgorithm", faults.contains(.unknownHashAlgorithm) ? "MD5" : "SHA-256"),
            (
                "valueDigests",
                .map(
                    spaces.map { space in
                        let isShort = faults.contains(.missingDigest)
                        return (key: .text(space.name), value: .map(isShort ? [] : space.digests))
                    })
            ),
            ("deviceKeyInfo", keyInfo),
        ]
        if !faults.contains(.missingType) {
            let type = faults.contains(.wrongType) ? "org.example.something-else.1" : docType
            members.append(("docType", .text(type)))
        }
        members.append(("validityInfo", validity))
        return .map(members)
    }

    private var validity: CBOR {
        let hour = 3600.0
        let day = 24 * hour
        var (signed, from, until) = (0.0, 0.0, configuration.lifetime)
        if faults.contains(.expired) { (signed, from, until) = (-12 * hour, -12 * hour, -hour) }
        if faults.contains(.notYetValid) { from = day }
        if faults.contains(.signedAfterValidFrom) { from = -hour }
        if faults.contains(.signedBeforeSigner) { (signed, from) = (-10 * day, -10 * day) }
        if faults.contains(.expiredSigner) { (signed, from) = (-40 * day, -40 * day) }
        let all: [(key: CBOR, value: CBOR)] = [
            ("signed", time(signed)), ("validFrom", time(from)), ("validUntil", time(until)),
        ]
        return .map(Array(all.dropFirst(faults.contains(.missingSigned) ? 1 : 0)))
    }

    /// A `tdate`: tag 0, UTC, no fraction.
    private func time(_ offset: Double) -> CBOR {
        var text = CivilDate(seconds: now.advanced(by: offset).seconds).description
        if faults.contains(.fractionalTimes) { text = text.dropLast() + ".000Z" }
        return .tagged(0, .text(text))
    }
}

extension HolderKey {
    /// A COSE_Key of kind EC2, RFC 9053 §7.1.1; compressed, `y` is its sign bit.
    func coseKey(compressed: Bool) -> CBOR {
        let curve: Int64 =
            switch key.curve {
            case .p256: 1
            case .p384: 2
            case .p521: 3
            }
        let isOdd = (key.y.last ?? 0) & 1 == 1
        return [1: 2, -1: .integer(curve), -2: .bytes(key.x), -3: compressed ? .bool(isOdd) : .bytes(key.y)]
    }
}
