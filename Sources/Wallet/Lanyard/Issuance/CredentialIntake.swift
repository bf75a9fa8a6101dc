internal import LanyardCertificates
internal import LanyardJSON
internal import LanyardOpenID4VCI
internal import LanyardText

/// What passed its checks and may be stored.
struct AcceptedCredential: Sendable {
    var record: CredentialRecord
    let details: DetailsRecord
    let instances: [InstanceRecord]
    let index: MatchIndexRecord
    /// Credentials of the batch that did not pass.
    let rejected: [IssuanceError]
}

/// Checks what arrived, pairs it with the keys of the request, judges the issuer and stores it.
///
/// Every credential is checked before any is stored. One that fails is not stored; if none passes, nothing is.
struct CredentialIntake: Sendable {
    let source: IssuanceSource
    let configuration: CredentialConfiguration
    /// The id that the credential has or gets.
    let id: CredentialId
    let handler: any CredentialFormatHandler
    let keys: [NewKey]
    let client: Openid4VciClient
    let context: WalletContext

    /// What the credentials of one answer are checked against.
    private struct Question: Sendable {
        let holderKeys: RequestKeys
        let configuration: String
        let certificates = KnownCertificates()
        let types: CredentialTypes?
    }

    private struct Passed: Sendable {
        let text: String
        let checked: CheckedCredential
    }

    func examine(_ credentials: [CredentialResponse.IssuedCredential]) async throws(IssuanceError) -> AcceptedCredential
    {
        var passed: [Passed] = []
        var rejected: [IssuanceError] = []
        var taken: Set<Int> = []
        let question = try question()
        for credential in credentials {
            do throws(IssuanceError) {
                let text = credential.text
                let checked = try await check(text, question)
                if let key = checked.holderKey, !taken.insert(key).inserted { throw repeatedKey }
                passed.append(Passed(text: text, checked: checked))
            } catch {
                rejected.append(error)
            }
        }
        guard let first = passed.first else { throw rejected.first ?? nothingArrived }
        let authority = try await judge(first.checked)
        var findings = passed.flatMap(\.checked.findings)
        // Whether the issuer is trusted is judged again each time: it belongs to the session's record alone.
        if let difference = differences(in: passed.map(\.checked)) { findings.append(difference) }
        client.record.note(authority.findings)
        let accepted = records(passed, findings: findings, rejected: rejected)
        guard
            await context.environment.approval.mayStore(summary(of: accepted, first.checked, authority.verdict))
        else { throw .cancelled }
        return accepted
    }

    private func question() throws(IssuanceError) -> Question {
        do throws(Finding) {
            return Question(
                holderKeys: try RequestKeys(keys.map(\.publicKey)),
                configuration: JSON.object(configuration.json).encodedText(),
                types: CredentialTypes(client, context.config.issuance.typeMetadata))
        } catch {
            throw client.refused(error, as: .keys, source.metadata.credentialEndpoint)
        }
    }

    private func check(_ text: String, _ question: Question) async throws(IssuanceError) -> CheckedCredential {
        var received = ReceivedCredential(
            text: text, format: configuration.format.identifier,
            type: CredentialFormat(configuration.format).requestedType,
            configuration: question.configuration, issuer: source.credentialIssuer,
            holderKeys: question.holderKeys, now: context.environment.clock.now,
            skew: context.config.issuance.clockSkew,
            strictness: context.config.strictness, profile: context.config.profile)
        received.certificates = question.certificates
        received.types = question.types
        do {
            let checked = try await handler.check(received, fetching: client)
            client.record.note(checked.findings)
            for check in checked.passed {
                client.record.passed(check.name, clause: check.clause, rows: check.requirements, check.detail)
            }
            return checked
        } catch let error as Finding {
            throw client.refused(error, as: .invalidCredential, source.metadata.credentialEndpoint)
        } catch let error as IssuanceError {
            throw error
        } catch {
            throw IssuanceError(
                .invalidCredential, "the credential cannot be checked: \(error)", party: .issuer,
                remedy: "Tell the issuer.", underlying: error)
        }
    }

    /// Judges the issuer by its chain; refuses where the policy enforces trust.
    private func judge(_ checked: CheckedCredential) async throws(IssuanceError) -> (
        verdict: Authority, findings: [Finding]
    ) {
        let (verdict, notes) = await context.judgement(of: checked.chain, issuing: checked.format)
        if case .trusted(let anchor, _) = verdict {
            client.record.passed("issuer trust", clause: "OpenID4VCI 1.0 §13.5", rows: ["VCI-CRES-09"], anchor)
            return (verdict, notes)
        }
        let reason =
            if case .untrusted(let reasons) = verdict { reasons.joined(separator: "; ") } else {
                "no anchors are configured"
            }
        var finding = Finding(
            "issuer.notTrusted", .issuer, severity: .warning, clause: "OpenID4VCI 1.0 §13.5",
            rows: ["VCI-OFFER-17", "VCI-CRES-09"], at: "issuer certificate chain", expected: "a path to a trust anchor",
            seen: .text(reason),
            remedy: "Add the issuer's anchor to the wallet's trust, or do not rely on the credential.")
        guard context.trust.enforcement(for: .issuer) == .enforce else { return (verdict, [finding]) }
        finding.severity = .error
        throw client.refused(finding, as: .untrustedIssuer, source.metadata.credentialEndpoint)
    }

    /// All credentials of a batch should hold the same data (OpenID4VCI 1.0 §8.3).
    private func differences(in batch: [CheckedCredential]) -> Finding? {
        guard let first = batch.first,
            batch.contains(where: { $0.content != first.content || $0.validity != first.validity })
        else { return nil }
        return Finding(
            "batch.differs", .issuer, severity: .warning, clause: "OpenID4VCI 1.0 §8.3", rows: ["VCI-CRES-10"],
            at: "credential response: /credentials", expected: "one dataset and validity in a batch",
            seen: .kind("array", length: batch.count), remedy: "Tell the issuer; the first is shown.")
    }

    private func records(_ passed: [Passed], findings: [Finding], rejected: [IssuanceError]) -> AcceptedCredential {
        let checked = passed[0].checked
        let record = CredentialRecord(
            id: id, format: checked.format, configurationId: configuration.id, issuer: source.credentialIssuer,
            issuerDisplay: DisplaySnapshot(source.metadata.display),
            display: checked.appearance.display ?? DisplaySnapshot(configuration.display),
            receivedAt: context.environment.clock.now,
            validity: checked.validity, state: .issued, policy: source.policy, instances: passed.count,
            unused: passed.count, chainDigest: DetailsRecord.digest(of: checked.chain))
        let details = DetailsRecord(
            credential: id, claims: checked.appearance.labels(before: configuration.claims.map { ClaimLabels($0) }),
            keyPolicy: context.config.issuance.keyPolicy, chain: checked.chain, findings: findings)
        let instances = passed.enumerated().map { number, item in
            InstanceRecord(
                credential: id, number: number, text: item.text,
                holderKey: item.checked.holderKey.map { keys[$0].handle })
        }
        let index = MatchIndexRecord(of: record, details, content: checked.content)
        return AcceptedCredential(
            record: record, details: details, instances: instances, index: index, rejected: rejected)
    }

    private func summary(
        of accepted: AcceptedCredential, _ checked: CheckedCredential, _ authority: Authority
    ) -> ReceivedCredentialSummary {
        let record = accepted.record
        let languages = context.environment.languages
        let claims = ClaimList.make(
            of: checked.content, described: accepted.details.claims, depth: handler.claimDepth, languages: languages)
        return ReceivedCredentialSummary(
            issuer: record.issuer, issuerName: source.issuer.name, authority: authority, type: record.format.type,
            name: record.display.credential(fallback: record.format.type, languages: languages).name,
            claims: claims.map { ReviewedClaim(path: $0.pointer, label: $0.label, value: $0.value.description) })
    }

    private var repeatedKey: IssuanceError {
        client.refused(
            Finding(
                "batch.key.repeated", .issuer, clause: "OpenID4VCI 1.0 §8.3", rows: ["VCI-CRES-04"],
                at: "credential response: /credentials", expected: "each key in one credential",
                remedy: "Tell the issuer: two credentials are bound to one key."), as: .invalidCredential,
            source.metadata.credentialEndpoint)
    }

    private var nothingArrived: IssuanceError {
        IssuanceError(
            .invalidResponse, "the answer holds no credential", party: .issuer, remedy: "Tell the issuer.")
    }
}

extension CredentialResponse.IssuedCredential {
    /// The text that is checked and stored.
    fileprivate var text: String {
        switch self {
        case .text(let text): text
        case .object(let object): JSON.object(object).encodedText()
        }
    }
}
