/// What a verifier asks for, as it is shown: the one value that consent displays and the response is made from.
public struct PresentationRequest: Hashable, Sendable, Codable {
    /// Names the request; a selection belongs to one request.
    public let id: String
    /// Who asks.
    public let verifier: PresentationVerifier
    /// Each credential that would answer, with exactly the claims that would be sent.
    public let items: [PresentationItem]
    /// What a screen starts from; nil when nothing held can satisfy the request.
    public let proposal: PresentationSelection?

    /// Makes a request; for the wallet.
    public init(
        id: String, verifier: PresentationVerifier, items: [PresentationItem], proposal: PresentationSelection?
    ) {
        self.id = id
        self.verifier = verifier
        self.items = items
        self.proposal = proposal
    }
}

/// Who asks.
public struct PresentationVerifier: Hashable, Sendable, Codable {
    /// The name as shown.
    public let name: String
    /// The identifier that was verified.
    public let identifier: String
    /// Whether the verifier is trusted.
    public let authority: Authority
    /// Why it asks, in its own words.
    public let purpose: String?

    /// Makes a verifier; for the wallet.
    public init(name: String, identifier: String, authority: Authority, purpose: String?) {
        self.name = name
        self.identifier = identifier
        self.authority = authority
        self.purpose = purpose
    }
}

/// One credential that would answer, and what of it would be sent.
public struct PresentationItem: Hashable, Sendable, Codable {
    /// Names the item in its request.
    public let id: String
    /// The stored credential.
    public let credential: String
    /// What would be sent.
    public let claims: [ReviewedClaim]
    /// Whether the verifier says that it keeps the data.
    public let isRetained: Bool

    /// Makes an item; for the wallet.
    public init(id: String, credential: String, claims: [ReviewedClaim], isRetained: Bool) {
        self.id = id
        self.credential = credential
        self.claims = claims
        self.isRetained = isRetained
    }
}

/// What the person chose, made from one request only.
public struct PresentationSelection: Hashable, Sendable, Codable {
    /// The request it was made from.
    public let request: String
    /// The items to send.
    public let items: [String]

    /// Makes a selection from a request; nil unless each item belongs to it.
    public init?(of request: PresentationRequest, items: [String]) {
        let known = Set(request.items.map(\.id))
        guard items.allSatisfy(known.contains), Set(items).count == items.count else { return nil }
        self.request = request.id
        self.items = items
    }
}
