public import LanyardCBOR
public import LanyardCOSE
internal import LanyardCrypto
public import WalletPorts

/// A document of a response that waits for the device's signature or MAC, so that whoever holds the key can make it.
///
/// Elements go out exactly as the issuer encoded them; what is not selected leaves no trace.
public struct DocumentDraft: Sendable {
    /// Elements of one name space.
    public struct Selection: Sendable, Hashable {
        /// The name space.
        public let nameSpace: String
        /// The names of the elements.
        public let elements: [String]

        /// Selects elements of a name space.
        public init(_ nameSpace: String, _ elements: [String]) {
            self.nameSpace = nameSpace
            self.elements = elements
        }
    }

    /// Elements that the device states itself, of one name space.
    public struct DeviceElements: Sendable {
        /// The name space.
        public let nameSpace: String
        /// The names with their values, in order.
        public let elements: [(elementIdentifier: String, value: CBOR)]

        /// States elements of a name space.
        public init(_ nameSpace: String, _ elements: [(elementIdentifier: String, value: CBOR)]) {
            self.nameSpace = nameSpace
            self.elements = elements
        }
    }

    /// What is signed or authenticated: DeviceAuthenticationBytes (ISO/IEC 18013-5 §9.1.3.4).
    let deviceAuthentication: [UInt8]
    /// The draft of the device's signature, with the algorithm that belongs to the device key.
    ///
    /// Nil when the device key is of a kind that does not sign.
    public let unsigned: UnsignedCOSESign1?
    private let docType: String
    private let issuerSigned: [UInt8]
    private let deviceNameSpaces: [UInt8]
    private let deviceKey: COSEKey

    /// Selects elements of a credential for a session.
    ///
    /// Throws `mdoc.selection.absent` for an element that the credential has not, `mdoc.deviceSigned.unauthorized` for one
    /// that the issuer does not let the device sign (§9.1.2.4).
    public init(
        of credential: VerifiedIssuerSigned, disclosing selection: [Selection], stating stated: [DeviceElements] = [],
        in transcript: SessionTranscript
    ) throws(Finding) {
        let object = credential.securityObject
        for space in stated {
            for (name, _) in space.elements where !object.keyAuthorizations.cover(name, in: space.nameSpace) {
                throw .mdoc(
                    "deviceSigned.unauthorized", .wallet, clause: "ISO/IEC 18013-5 §9.1.2.4", rows: ["MDOC-AUTH-05"],
                    at: "/deviceSigned/nameSpaces", expected: "elements that the issuer lets the device sign",
                    seen: .text(name))
            }
        }
        docType = object.docType
        deviceKey = object.deviceKey
        issuerSigned = Self.issuerSigned(credential, try Self.items(credential, selection))
        deviceNameSpaces = CBORWriter.bytes {
            $0.embedded(
                CBORWriter.bytes {
                    $0.map {
                        for space in stated {
                            $0.entry(space.nameSpace) {
                                $0.map { for (name, value) in space.elements { $0.entry(name) { $0.value(value) } } }
                            }
                        }
                    }
                })
        }
        let deviceAuthentication = transcript.deviceAuthentication(
            docType: docType, deviceNameSpaces: deviceNameSpaces)
        self.deviceAuthentication = deviceAuthentication
        unsigned = deviceKey.key.algorithms.first?.cose.map {
            UnsignedCOSESign1(algorithm: $0, payload: deviceAuthentication, isDetached: true)
        }
    }

    /// The selected items by name space, in the issuer's order; name spaces without any are left out.
    private static func items(
        _ credential: VerifiedIssuerSigned, _ selection: [Selection]
    ) throws(Finding) -> [(name: String, items: [ByteView])] {
        var wanted: [String: Set<String>] = [:]
        for space in selection { wanted[space.nameSpace, default: []].formUnion(space.elements) }
        var found: [(name: String, items: [ByteView])] = []
        for space in credential.received.nameSpaces {
            guard var names = wanted.removeValue(forKey: space.name) else { continue }
            var items: [ByteView] = []
            for item in space.items where names.remove(item.elementIdentifier) != nil { items.append(item.bytes) }
            if !names.isEmpty { wanted[space.name] = names }
            if !items.isEmpty { found.append((space.name, items)) }
        }
        if let (space, names) = wanted.first(where: { !$0.value.isEmpty }) {
            throw .mdoc(
                "selection.absent", .wallet, clause: "ISO/IEC 18013-5 §8.3.2.1.2.2", rows: ["MDOC-RQ-03"],
                at: "/nameSpaces/\(space)", expected: "elements that the credential has",
                seen: .text(names.min() ?? ""))
        }
        return found
    }

    private static func issuerSigned(
        _ credential: VerifiedIssuerSigned, _ spaces: [(name: String, items: [ByteView])]
    ) -> [UInt8] {
        let content = spaces.reduce(0) { $0 + $1.items.reduce(64 + $1.name.utf8.count) { $0 + $1.count } }
        return CBORWriter.bytes(capacity: content + credential.received.issuerAuthBytes.count + 64) {
            $0.map {
                if !spaces.isEmpty {
                    $0.entry("nameSpaces") {
                        $0.map {
                            for space in spaces {
                                $0.entry(space.name) { $0.array { for item in space.items { $0.raw(item) } } }
                            }
                        }
                    }
                }
                $0.entry("issuerAuth") { $0.raw(credential.received.issuerAuthBytes) }
            }
        }
    }

    /// The document with the device's signature, raw r‖s for ECDSA.
    ///
    /// Throws `mdoc.deviceSignature.length` for another length, as a signature in DER has.
    public func signed(_ signature: [UInt8]) throws(Finding) -> SignedDocument {
        let rows = ["MDOC-AUTH-01", "MDOC-AUTH-02"]
        func finding(_ code: String, _ expected: String) -> Finding {
            .mdoc(
                "deviceSignature.\(code)", .wallet, clause: "ISO/IEC 18013-5 §9.1.3.6", rows: rows,
                expected: expected, seen: .kind("signature", length: signature.count))
        }
        guard let unsigned else { throw finding("algorithm", "a device key that signs") }
        if case .ec(let key) = deviceKey.key, signature.count != 2 * key.curve.coordinateLength {
            throw finding("length", "\(2 * key.curve.coordinateLength) bytes, r and s")
        }
        return document("deviceSignature", unsigned.encoded(signature: signature))
    }

    /// The document with a MAC, for a reader in proximity (§9.1.3.5).
    public func authenticated(by key: EMacKey) -> SignedDocument {
        let mac = key.withBytes { COSEMac0.encoded(by: $0, payload: deviceAuthentication, isDetached: true) }
        return document("deviceMac", mac)
    }

    private func document(_ name: String, _ message: [UInt8]) -> SignedDocument {
        SignedDocument(
            docType: docType,
            bytes: CBORWriter.bytes(capacity: issuerSigned.count + deviceNameSpaces.count + message.count + 256) {
                $0.map {
                    $0.entry("docType") { $0.text(docType) }
                    $0.entry("issuerSigned") { $0.raw(issuerSigned) }
                    $0.entry("deviceSigned") {
                        $0.map {
                            $0.entry("nameSpaces") { $0.raw(deviceNameSpaces) }
                            $0.entry("deviceAuth") { $0.map { $0.entry(name) { $0.raw(message) } } }
                        }
                    }
                }
            })
    }
}

/// A document that is ready to be sent, see ``DeviceResponse/encoded(_:status:)``.
public struct SignedDocument: Sendable, Hashable {
    /// The document type.
    public let docType: String
    let bytes: [UInt8]
}
