/// Where in a credential's claims Disclosures of their own stand.
struct DisclosurePlaces {
    private let credential: VerifiedSDJWT
    private let index: DisclosureIndex

    init(of credential: VerifiedSDJWT) {
        self.credential = credential
        index = DisclosureIndex(of: credential.tree)
    }

    /// Whether the claim that a JSON pointer leads to came in a Disclosure itself, whatever it is part of.
    func hasOne(_ pointer: String) -> Bool {
        guard let (node, isExact) = credential.node(at: pointer, index), isExact else { return false }
        return credential.tree.nodes[node].disclosure != nil
    }
}
