internal import LanyardOAuth
package import LanyardSDJWT

/// The types of the credentials of one answer: each is fetched with what it extends and resolved once.
package actor CredentialTypes {
    private struct Resolved {
        var rules: TypeRules?
        var refusal: Finding?
    }

    private let client: Openid4VciClient
    private let policy: TypeMetadataPolicy
    private var known: [TypeMetadata.Reference: Resolved] = [:]

    /// Nil where the policy ignores types.
    package init?(_ client: Openid4VciClient, _ policy: TypeMetadataPolicy) {
        guard policy != .ignore else { return nil }
        self.client = client
        self.policy = policy
    }

    /// What the type of a credential says; nil where its metadata cannot be had or used, which is found once.
    ///
    /// Throws what forbids the credential: a document whose digest is another, types that extend each other in a circle,
    /// and under `.require` whatever kept the metadata from being used.
    package func rules(of credential: SDJWTVC, findings: inout Findings) async throws(Finding) -> TypeRules? {
        let reference: TypeMetadata.Reference
        do throws(Finding) {
            guard let given = try credential.typeReference() else {
                guard policy == .require else { return nil }
                throw .typeUnavailable(credential.type, "an https URL, since a type with metadata is required")
            }
            reference = given
        } catch {
            guard policy != .require else { throw error }
            findings.note(error.asWarning)
            return nil
        }
        if known[reference] == nil {
            known[reference] = await resolve(reference, findings: &findings)
        }
        if let refusal = known[reference]?.refusal { throw refusal }
        return known[reference]?.rules
    }

    private func resolve(_ reference: TypeMetadata.Reference, findings: inout Findings) async -> Resolved {
        var chain = TypeMetadataChain(reference)
        do throws(Finding) {
            while let missing = chain.missing {
                try chain.append(try await document(missing), findings: &findings)
            }
            return Resolved(rules: try TypeRules(chain))
        } catch {
            guard policy != .require, !TypeMetadataChain.forbidsCredential(error) else {
                var refusal = error
                refusal.severity = .error
                return Resolved(refusal: refusal)
            }
            // Many types are URLs only in form: where nothing was promised, nothing is wrong.
            findings.note(error.severity == .note ? error : error.asWarning)
            return Resolved()
        }
    }

    private func document(_ reference: TypeMetadata.Reference) async throws(Finding) -> [UInt8] {
        do throws(IssuanceError) {
            guard reference.isFetchable else {
                throw IssuanceError(
                    .invalidMetadata, "it is at no https URL", party: .issuer,
                    remedy: "Types with metadata are https URLs.")
            }
            return try await client.typeMetadata(reference)
        } catch {
            var finding = Finding.typeUnavailable(reference.type, "its type metadata", seen: .text(error.reason))
            if reference.integrity == nil { finding.severity = .note }
            throw finding
        }
    }
}

extension Openid4VciClient {
    /// Seconds that a type's server has to answer: a credential that arrived waits for it.
    private static let typePatience: Double = 10

    /// Fetches a type's document; one that is kept does while it is fresh, and with the right digest for ever (§6.3.4).
    fileprivate func typeMetadata(_ reference: TypeMetadata.Reference) async throws(IssuanceError) -> [UInt8] {
        let url = reference.type
        do {
            let isStatic = reference.integrity != nil
            if let kept = try await cache?.fresh(url, languages: [], orStale: isStatic),
                reference.integrity?.holds(for: kept.body) ?? true
            {
                return kept.body
            }
        } catch {
            throw IssuanceError(error)
        }
        let response = try await exchange.send(
            HttpRequest(
                "GET", url, headers: [HttpHeader("Accept", "application/json")], timeout: Self.typePatience),
            to: .typeMetadata)
        guard response.status == 200 else {
            throw IssuanceError(
                .invalidMetadata, "its address answered \(response.status)", party: .issuer,
                remedy: "Tell the issuer.")
        }
        if reference.integrity?.holds(for: response.body) ?? true { await keep(response, of: url, []) }
        return response.body
    }
}

extension Finding {
    fileprivate static func typeUnavailable(
        _ type: String, _ expected: String, seen: Described = .nothing
    ) -> Finding {
        Finding(
            "typeMetadata.unavailable", .issuer, clause: "SD-JWT VC §6.3", rows: ["SDVC-11"], at: type,
            expected: expected, seen: seen, remedy: "Tell the issuer, or whoever keeps the type.")
    }
}
