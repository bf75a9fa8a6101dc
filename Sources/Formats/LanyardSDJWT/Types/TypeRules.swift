internal import LanyardJSON
public import WalletPorts

/// What a type and the types that it extends say together.
public struct TypeRules: Sendable {
    /// Values that the paths of one type may look at in a credential.
    private static let budget = 1_000_000

    /// How it is shown: by its own entries, and without any by those of the nearest type that has some.
    public let display: [TypeMetadata.Display]
    /// Its claims: what was inherited in its order, then what was added (SD-JWT VC §9.5).
    public let claims: [TypeMetadata.Claim]

    /// Merges a whole chain; throws `typeMetadata.incomplete`, or `override.*` where a type loosens what it extends.
    ///
    /// The entry of a claim replaces the inherited one. Where it is silent on `sd` or `mandatory` these stay as they were.
    public init(_ chain: TypeMetadataChain) throws(Finding) {
        if let missing = chain.missing {
            throw .type("incomplete", "§6.4", ["SDVC-11"], missing.type, "its document")
        }
        display = chain.documents.first { !$0.display.isEmpty }?.display ?? []
        var claims: [TypeMetadata.Claim] = []
        var places: [ClaimsPath: Int] = [:]
        for document in chain.documents.reversed() {
            for claim in document.claims {
                if let place = places[claim.path] {
                    claims[place] = try Self.override(claims[place], by: claim, in: document.type)
                } else {
                    places[claim.path] = claims.count
                    claims.append(claim)
                }
            }
        }
        self.claims = claims
    }

    private static func override(
        _ inherited: TypeMetadata.Claim, by claim: TypeMetadata.Claim, in type: String
    ) throws(Finding) -> TypeMetadata.Claim {
        var merged = claim
        if let known = inherited.disclosability, known != .allowed {
            guard claim.disclosability ?? known == known else {
                throw .type(
                    "override.sd", "§9.5", ["SDVC-10"], type, "sd \(known.rawValue) as in the extended type",
                    seen: .text(claim.disclosability?.rawValue ?? ""))
            }
            merged.disclosability = known
        }
        if inherited.isMandatory == true {
            guard claim.isMandatory ?? true else {
                throw .type(
                    "override.mandatory", "§9.5", ["SDVC-10"], type, "mandatory as in the extended type",
                    seen: .text("false"))
            }
            merged.isMandatory = true
        }
        return merged
    }

    /// Checks a credential as its issuer sent it, with all Disclosures; throws `sdvc.type.*`, SD-JWT VC §9.3 and §9.4.
    ///
    /// A claim is selectively disclosable if it stands in a Disclosure of its own, whatever it is part of.
    public func check(_ credential: VerifiedSDJWT) throws(Finding) {
        let root = JSON.object(credential.claims)
        let places = DisclosurePlaces(of: credential)
        var budget = Self.budget
        for claim in claims {
            let pointers: [String]
            do {
                pointers = try claim.path.select(in: root, within: &budget).map(\.pointer)
            } catch {
                guard error.code != .tooLarge else { throw broken(claim, "size", "§9.1", error.reason) }
                guard claim.isMandatory != true else {
                    throw broken(claim, "mandatory", "§9.3", "the claim, which the type makes mandatory", .absent)
                }
                continue
            }
            switch claim.disclosability {
            case .always? where !pointers.allSatisfy(places.hasOne):
                throw broken(claim, "always", "§9.4", "a Disclosure, as the type asks for")
            case .never? where pointers.contains(where: places.hasOne):
                throw broken(claim, "never", "§9.4", "no Disclosure, as the type asks for")
            default: break
            }
        }
    }

    private func broken(
        _ claim: TypeMetadata.Claim, _ code: String, _ clause: String, _ expected: String, _ seen: Described = .nothing
    ) -> Finding {
        .sdvc(
            "type.\(code)", clause: "SD-JWT VC \(clause)", rows: ["SDVC-11"], at: claim.path.json.encodedText(),
            expected: expected, seen: seen)
    }
}
