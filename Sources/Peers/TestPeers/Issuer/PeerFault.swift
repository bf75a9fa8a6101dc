/// One thing that is wrong with an issued credential, the answer that carries it or what leads to it.
public enum PeerFault: String, Hashable, Sendable, CaseIterable {
    // Any credential
    case wrongHolderKey
    case missingHolderKey
    case badDigest
    case unknownHashAlgorithm
    case expired
    case notYetValid
    case wrongType
    case missingType
    case tamperedSignature
    case foreignSignature
    // An SD-JWT VC
    case keyByReference
    case duplicateDigest
    case unlinkedDisclosure
    case reservedClaimName
    case claimNameCollision
    case malformedDisclosure
    case disclosedExpiry
    case wrongIssuer
    case wrongMediaType
    case algorithmNone
    case keyBindingAppended
    case missingTilde
    // An mdoc: its text and its CBOR
    case paddedText
    case plainBase64
    case textWithSpaces
    case trailingBytes
    case duplicateMapKey
    case nestedTooDeep
    // Its elements
    case wrongNameSpace
    case reencodedItem
    case duplicateDigestID
    case hugeDigestID
    case duplicateElement
    case missingDigest
    // Its security object
    case wrongVersion
    case untaggedPayload
    case missingSigned
    case signedAfterValidFrom
    case signedBeforeSigner
    case fractionalTimes
    // Its signature
    case taggedSignature
    case algorithmUnprotected
    case wrongAlgorithm
    case criticalHeader
    case detachedPayload
    case protectedChain
    // The issuer's key
    case badChain
    case selfSignedSigner
    case expiredSigner
    case anchorInChain
    case noIssuerKey
    // The certificate of an mdoc's signer
    case signerWithoutPurpose
    case signerValidTooLong
    case signerElsewhere
    case signerWithUnknownExtension
    // The answer
    case moreThanKeys
    case sameKeyTwice
    case noCredentials
    case deferredContradiction
    case differingData
    case otherTransaction
    // Signed metadata
    case metadataOfOther
    case metadataExpired
    case metadataWithoutTime
    case metadataWrongType
    case metadataUntrusted
    case metadataSelfSigned
    case metadataAnchorInChain
    case metadataTampered
    // Type metadata
    case typeMissing
    case typeAltered
    case typeOfOther
    // The encryption of the answer
    case plainAnswer
    case foreignRecipient
    case otherEncryption
    case otherRecipientID
    case otherAgreement
    case unaskedCompression
    case compressionBomb
    case tamperedTag
    // The token and its proof
    case bearerForProof
    case endlessNonceChallenge
    case challengeWithoutNonce
    case attestationRefused

    /// What a fault is about.
    public enum Place: Sendable {
        /// A credential of any format.
        case anyCredential
        /// An SD-JWT VC.
        case sdJwtVc
        /// An mdoc.
        case msoMdoc
        /// The answer around the credentials.
        case answer
        /// The issuer's metadata, or that of a type.
        case metadata
        /// The encryption of the answer.
        case encryption
        /// The token, its proof of possession and the client's.
        case token
    }

    /// What it is about.
    public var place: Place {
        switch self {
        case .wrongHolderKey, .missingHolderKey, .badDigest, .unknownHashAlgorithm, .expired, .notYetValid, .wrongType,
            .missingType, .tamperedSignature, .foreignSignature, .badChain, .selfSignedSigner, .expiredSigner,
            .anchorInChain, .noIssuerKey:
            .anyCredential
        case .keyByReference, .duplicateDigest, .unlinkedDisclosure, .reservedClaimName, .claimNameCollision,
            .malformedDisclosure, .disclosedExpiry, .wrongIssuer, .wrongMediaType, .algorithmNone, .keyBindingAppended,
            .missingTilde:
            .sdJwtVc
        case .paddedText, .plainBase64, .textWithSpaces, .trailingBytes, .duplicateMapKey, .nestedTooDeep,
            .wrongNameSpace, .reencodedItem, .duplicateDigestID, .hugeDigestID, .duplicateElement, .missingDigest,
            .wrongVersion, .untaggedPayload, .missingSigned, .signedAfterValidFrom, .signedBeforeSigner,
            .fractionalTimes, .taggedSignature, .algorithmUnprotected, .wrongAlgorithm, .criticalHeader,
            .detachedPayload, .protectedChain, .signerWithoutPurpose, .signerValidTooLong, .signerElsewhere,
            .signerWithUnknownExtension:
            .msoMdoc
        case .moreThanKeys, .sameKeyTwice, .noCredentials, .deferredContradiction, .differingData,
            .otherTransaction:
            .answer
        case .metadataOfOther, .metadataExpired, .metadataWithoutTime, .metadataWrongType, .metadataUntrusted,
            .metadataSelfSigned, .metadataAnchorInChain, .metadataTampered, .typeMissing, .typeAltered, .typeOfOther:
            .metadata
        case .plainAnswer, .foreignRecipient, .otherEncryption, .otherRecipientID, .otherAgreement,
            .unaskedCompression, .compressionBomb, .tamperedTag:
            .encryption
        case .bearerForProof, .endlessNonceChallenge, .challengeWithoutNonce, .attestationRefused: .token
        }
    }
}
