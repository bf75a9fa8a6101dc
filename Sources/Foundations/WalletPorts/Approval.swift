/// The person's word on steps of issuance; the default goes on.
public protocol IssuanceApproval: Sendable {
    /// Before an offer is fetched by reference: the host that will be contacted.
    func mayFetchOffer(from host: String) async -> Bool

    /// Before a transaction code is sent: the host that will receive it.
    func maySendTxCode(to host: String) async -> Bool

    /// Before credentials are stored: who issued what.
    func mayStore(_ received: ReceivedCredentialSummary) async -> Bool
}

extension IssuanceApproval {
    /// Goes on.
    public func mayFetchOffer(from host: String) async -> Bool { true }

    /// Goes on.
    public func maySendTxCode(to host: String) async -> Bool { true }

    /// Goes on.
    public func mayStore(_ received: ReceivedCredentialSummary) async -> Bool { true }
}

/// Goes on at every step.
public struct ApproveEverything: IssuanceApproval {
    /// Makes the value.
    public init() {}
}

/// What is about to be stored.
public struct ReceivedCredentialSummary: Hashable, Sendable {
    /// The issuer's identifier.
    public let issuer: String
    /// The issuer's name as shown.
    public let issuerName: String
    /// Whether the issuer is trusted.
    public let authority: Authority
    /// The `vct` or doctype.
    public let type: String
    /// The name of the credential as shown.
    public let name: String
    /// Labels and values, as they will be shown.
    public let claims: [ReviewedClaim]

    /// Makes a summary.
    public init(
        issuer: String, issuerName: String, authority: Authority, type: String, name: String, claims: [ReviewedClaim]
    ) {
        self.issuer = issuer
        self.issuerName = issuerName
        self.authority = authority
        self.type = type
        self.name = name
        self.claims = claims
    }
}

/// One claim as a person reviews it.
public struct ReviewedClaim: Hashable, Sendable, Codable {
    /// Where it is: a JSON pointer.
    public let path: String
    /// Its label in the person's language.
    public let label: String
    /// Its value as shown.
    public let value: String

    /// Makes a claim.
    public init(path: String, label: String, value: String) {
        self.path = path
        self.label = label
        self.value = value
    }
}

/// Asks the person to authenticate, for gates that are not bound to a key.
public protocol UserAuthentication: Sendable {
    /// Asks; true when the person is authenticated.
    func authenticate(for action: UserAction) async -> Bool
}

/// Asks the person for consent where a call has no screen of its own.
public protocol ConsentPrompt: Sendable {
    /// Shows the request; nil declines.
    func consent(to request: PresentationRequest) async -> PresentationSelection?
}
