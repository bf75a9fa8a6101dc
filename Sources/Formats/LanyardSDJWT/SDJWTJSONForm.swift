public import LanyardJSON
public import WalletPorts

extension SDJWT {
    /// Reads the JWS JSON serialisation, flattened or general, by way of the compact text that means the same.
    ///
    /// Disclosures and key binding stand in the unprotected header of the first signature; in another header they are
    /// refused. `text` is the compact equivalent, which is what a key binding is bound to (RFC 9901 §8).
    public init(json: JSON) throws(Finding) {
        guard let object = json.object else { throw .jsonForm("", "a JSON object") }
        var first = object
        if let signatures = object["signatures"] {
            guard object["signature"] == nil, let list = signatures.array, let head = list.first?.object else {
                throw .jsonForm("/signatures", "a non-empty array of objects, and no member signature")
            }
            let hasStray = list.dropFirst().contains { signature in
                signature["header"]?["disclosures"] != nil || signature["header"]?["kb_jwt"] != nil
            }
            guard !hasStray else {
                throw .jsonForm("/signatures", "disclosures and kb_jwt only in the header of the first signature")
            }
            first = head
        }
        guard let payload = object["payload"]?.string, let protected = first["protected"]?.string,
            let signature = first["signature"]?.string
        else {
            throw .jsonForm("", "the members payload, protected and signature, each a string")
        }
        let header = first["header"]?.object ?? JSONObject()
        var parts = ["\(protected).\(payload).\(signature)"]
        if let disclosures = header["disclosures"] {
            guard let list = disclosures.array else { throw .jsonForm("/header/disclosures", "an array of strings") }
            for element in list {
                guard let text = element.string, !text.utf8.contains(UInt8(ascii: "~")) else {
                    throw .jsonForm("/header/disclosures", "an array of Disclosures")
                }
                parts.append(text)
            }
        }
        var keyBinding = ""
        if let given = header["kb_jwt"] {
            guard let text = given.string, !text.isEmpty, !text.utf8.contains(UInt8(ascii: "~")) else {
                throw .jsonForm("/header/kb_jwt", "a JWT")
            }
            keyBinding = text
        }
        try self.init(compact: (parts + [keyBinding]).joined(separator: "~"))
    }
}

extension Finding {
    fileprivate static func jsonForm(_ location: String, _ expected: String) -> Finding {
        .sdjwt("jsonForm", clause: "RFC 9901 §8", rows: ["SDJWT-18"], at: location, expected: expected)
    }
}
