/// One thing that is wrong with an issued credential or with the answer that carries it.
public enum PeerFault: String, Hashable, Sendable, CaseIterable {
    // The credential
    case wrongHolderKey
    case missingHolderKey
    case keyByReference
    case badDigest
    case duplicateDigest
    case unlinkedDisclosure
    case reservedClaimName
    case claimNameCollision
    case malformedDisclosure
    case unknownHashAlgorithm
    case disclosedExpiry
    case expired
    case notYetValid
    case wrongType
    case missingType
    case wrongIssuer
    case tamperedSignature
    case foreignSignature
    case wrongMediaType
    case algorithmNone
    case keyBindingAppended
    case missingTilde
    // The issuer's key
    case badChain
    case selfSignedSigner
    case expiredSigner
    case anchorInChain
    case noIssuerKey
    // The answer
    case moreThanKeys
    case sameKeyTwice
    case noCredentials
    case deferredContradiction
    case differingData

    /// Whether the answer is wrong rather than a credential in it.
    public var concernsAnswer: Bool {
        switch self {
        case .moreThanKeys, .sameKeyTwice, .noCredentials, .deferredContradiction, .differingData: true
        default: false
        }
    }
}
