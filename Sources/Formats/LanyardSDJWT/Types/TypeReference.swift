internal import LanyardJSON
internal import LanyardText
public import WalletPorts

extension SDJWTVC {
    /// The type and the digests of its document; nil if the type is no https URL that a document can be fetched from.
    ///
    /// Throws `typeMetadata.integrity` for a `vct#integrity` that cannot be read (SD-JWT VC §6.3.1, §7).
    public func typeReference() throws(Finding) -> TypeMetadata.Reference? {
        let reference: TypeMetadata.Reference
        if let value = credential.claims["vct#integrity"] {
            guard let integrity = value.string.flatMap({ IntegrityMetadata(parsing: $0) }) else {
                throw TypeMetadataReader.badIntegrity("/vct#integrity", value)
            }
            reference = TypeMetadata.Reference(type: type, integrity: integrity)
        } else {
            reference = TypeMetadata.Reference(type: type)
        }
        return reference.isFetchable ? reference : nil
    }
}

extension TypeMetadata.Reference {
    /// Whether the document is at the type's own place: an https URL with a host, without user and fragment (§6.3.1).
    public var isFetchable: Bool {
        guard let url = URI(type) else { return false }
        return url.isHTTPS && url.fragment == nil
    }
}
