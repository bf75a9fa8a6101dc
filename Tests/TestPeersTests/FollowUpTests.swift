import LanyardJSON
import TestPeers
import Testing
import WalletContracts
import WalletPorts

@Suite struct FollowUpTests {
    let clock = FixedClock()

    func issuer(_ change: (inout PeerIssuer.Options) -> Void = { _ in }) throws -> PeerIssuer {
        var options = PeerIssuer.Options()
        options.deferral = .init()
        options.notifications = .init()
        change(&options)
        return try PeerIssuer(options, pki: PeerPKI(at: clock.now), clock: clock)
    }

    func holder(_ issuer: PeerIssuer) -> ScriptedHolder {
        ScriptedHolder(http: InProcessTransport(issuer), clock: clock)
    }

    @Test(arguments: [0, 1, 3], [JSON.number(JSONNumber(5)), JSONNumber("2.5").map(JSON.number) ?? .null, .null])
    func `credentials come after the polls that were asked for`(polls: Int, interval: JSON) async throws {
        let issuer = try issuer { $0.deferral = .init(polls: polls, interval: interval) }
        #expect(try await holder(issuer).receive(issuer.makeOffer(["pid"])).count == 2)
        #expect(issuer.log.requests(.deferred).count == polls + 1)
        #expect(issuer.notifications.map(\.event) == [.credentialAccepted])
        #expect(issuer.log.failures.isEmpty)
        #expect(
            issuer.log.rows.isSuperset(of: [
                "VCI-DEF-02", "VCI-DEF-03", "VCI-DEF-05", "VCI-DEF-07", "VCI-NOTIF-01", "VCI-NOTIF-03", "VCI-NOTIF-06",
            ]))
    }

    @Test func `tokens with keys serve here too`() async throws {
        let issuer = try issuer {
            $0.dpop = .init {
                $0.issuerNonces = true
                $0.rotatesNonces = true
            }
        }
        var holder = holder(issuer)
        holder.possession = try ScriptedPossession(clock: clock)
        #expect(try await holder.receive(issuer.makeOffer(["pid"])).count == 2)
        #expect(issuer.notifications.count == 1)
        #expect(issuer.log.failures.isEmpty)
    }

    @Test(arguments: RequestMutation.followUpTable)
    func `a wallet that breaks one row fails the check of that row`(_ mutation: RequestMutation) async throws {
        let issuer = try issuer(mutation.situation)
        let holder = holder(issuer)
        holder.http.mutate(mutation)
        _ = try? await holder.receive(issuer.makeOffer(["pid"]))
        #expect(Set(issuer.log.failures.map(\.row)) == [mutation.row])
    }

    @Test(arguments: [
        (PeerIssuer.Options.Deferral.Ending.denied, "credential_request_denied"),
        (.forgotten, "invalid_transaction_id"),
    ])
    func `a transaction can end without credentials, and is then over`(
        _ ending: PeerIssuer.Options.Deferral.Ending, error: String
    ) async throws {
        let issuer = try issuer { $0.deferral = .init(ending: ending) }
        let holder = holder(issuer)
        let refused = await #expect(throws: ScriptedHolder.Refused.self) {
            try await holder.receive(issuer.makeOffer(["pid"]))
        }
        #expect(refused?.error == error)
        #expect(issuer.log.failures.isEmpty)
        _ = try await holder.http.send(try #require(issuer.log.requests(.deferred).last))
        #expect(issuer.log.failures.map(\.row) == ["VCI-DEF-07"])
    }

    @Test func `asking too early is noticed, and with a token of another grant`() async throws {
        let issuer = try issuer()
        var holder = holder(issuer)
        holder.isPatient = false
        await #expect(throws: ScriptedHolder.Refused.self) { try await holder.receive(issuer.makeOffer(["pid"])) }
        #expect(issuer.log.failures.map(\.row) == ["VCI-DEF-03"])
        clock.advance(by: 5)
        var poll = try #require(issuer.log.requests(.deferred).last)
        let place = try await holder.place(issuer.identifier)
        let form = holder.redeeming(preAuthorized: issuer.makeOffer(["pid"]))
        let token = try await holder.requestToken(form, at: place)["access_token"]?.string ?? ""
        poll.headers.removeAll { $0.name == "Authorization" }
        poll.headers.append(HttpHeader("Authorization", "Bearer \(token)"))
        _ = try await holder.http.send(poll)
        #expect(issuer.log.failures.map(\.row) == ["VCI-DEF-03", "VCI-DEF-05"])
    }

    @Test func `an issuer can answer with another transaction, and without an endpoint`() async throws {
        let other = try issuer {
            $0.deferral = .init(polls: 2)
            $0.faults = [.otherTransaction]
        }
        await #expect(throws: ScriptedHolder.Refused.self) {
            try await holder(other).receive(other.makeOffer(["pid"]))
        }
        let nowhere = try issuer { $0.deferral?.hasEndpoint = false }
        let metadata = try await holder(nowhere).place(nowhere.identifier).metadata
        #expect(metadata["deferred_credential_endpoint"] == nil)
    }

    @Test func `notifications may be sent again as they were, and not take back what they said`() async throws {
        let issuer = try issuer {
            $0.deferral = nil
            $0.notifications = .init(status: 200, failures: 1)
        }
        var holder = holder(issuer)
        await #expect(throws: ScriptedHolder.Refused.self) { try await holder.receive(issuer.makeOffer(["pid"])) }
        let first = try #require(issuer.log.requests(.notification).first)
        #expect(try await holder.http.send(first).status == 200)
        #expect(issuer.log.failures.isEmpty)
        var opposite = first
        opposite.body = Array(String(decoding: first.body, as: UTF8.self).replacing("accepted", with: "failure").utf8)
        #expect(try await holder.http.send(opposite).status == 400)
        #expect(issuer.log.failures.map(\.row) == ["VCI-NOTIF-03"])
        var deleted = first
        deleted.body = Array(String(decoding: first.body, as: UTF8.self).replacing("accepted", with: "deleted").utf8)
        #expect(try await holder.http.send(deleted).status == 200)
        #expect(issuer.notifications.map(\.event) == [.credentialAccepted, .credentialAccepted, .credentialDeleted])
        holder.event = nil
        #expect(try await holder.receive(issuer.makeOffer(["diploma"])).count == 2)
    }
}
