import LanyardCrypto
import LanyardJSON
import LanyardText

/// The type metadata documents of an issuer by name, as they are served: SD-JWT VC §6.
struct TypeRegistry: Sendable {
    /// A document with its place.
    struct Entry: Sendable {
        let url: String
        let bytes: [UInt8]
        /// `sha256-` and the digest, Subresource Integrity §3.5; nil where none is told.
        let integrity: String?
    }

    private(set) var entries: [String: Entry] = [:]

    init(_ documents: [String: PeerIssuer.Options.TypeDocument], url: (String) -> String) {
        // A digest needs the document that is extended first; documents that extend each other go without.
        var waiting = documents
        while !waiting.isEmpty {
            let ready = waiting.filter { $0.value.extends.map { waiting[$0] == nil } ?? true }
            for (name, document) in ready.isEmpty ? waiting : ready {
                entries[name] = entry(name, document, url)
                waiting[name] = nil
            }
        }
    }

    private func entry(
        _ name: String, _ document: PeerIssuer.Options.TypeDocument, _ url: (String) -> String
    ) -> Entry {
        var object: JSONObject = ["vct": .string(url(name))]
        for (name, value) in document.members.members { object[name] = value }
        if let base = document.extends {
            object["extends"] = .string(base.hasPrefix("https://") ? base : url(base))
            if let integrity = entries[base]?.integrity { object["extends#integrity"] = .string(integrity) }
        }
        let bytes = JSON.object(object).encoded()
        let digest = "sha256-" + Base64.encode(Hash.sha256(bytes))
        return Entry(url: url(name), bytes: bytes, integrity: document.hasIntegrity ? digest : nil)
    }
}
