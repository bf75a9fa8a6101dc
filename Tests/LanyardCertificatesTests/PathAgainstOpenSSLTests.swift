#if canImport(COpenSSL)
    import LanyardCertificates
    import LanyardDER
    import LanyardTestSupport
    import Testing
    import WalletPorts

    /// The same verdict as X509_verify_cert, wherever we add no rule.
    @Suite struct PathAgainstOpenSSLTests {
        /// Reads and judges a chain; a certificate that cannot be read refuses it.
        static func reasons(
            _ chain: [[UInt8]], _ anchors: [[UInt8]], at seconds: Int64, _ profile: PathProfile = .plain
        ) -> [String] {
            do {
                let chain = try chain.map { try Certificate(der: $0) }
                let anchors = try anchors.map { try Certificate(der: $0) }
                return PathValidator(anchors: anchors, profile: profile, at: Instant(seconds: seconds)).validate(chain)
                    .reasons.map(\.name)
            } catch {
                return ["unreadable"]
            }
        }

        @Test(.row("TRUST-02"), arguments: 0..<8)
        func `TRUST-02 2,400 generated chains get OpenSSL's verdict`(_ part: UInt64) throws {
            var accepted = 0
            var refused = 0
            var seen: Set<GeneratedChain.Change> = []
            var differences: [String] = []
            for seed in part * 300..<(part + 1) * 300 {
                let generated = GeneratedChain(seed: seed)
                let (chain, anchors) = try generated.signed()
                let ours = Self.reasons(chain, anchors, at: generated.time)
                let theirs = OpenSSLJudge.verdict(chain: chain, anchors: anchors, at: generated.time)
                if ours.isEmpty { accepted += 1 } else { refused += 1 }
                seen.formUnion(generated.changes)
                if ours.isEmpty != theirs.isAccepted {
                    differences.append("seed \(seed) \(generated.changes): ours \(ours), OpenSSL \(theirs)")
                }
            }
            #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
            #expect(accepted > 60 && refused > 60, "accepted \(accepted), refused \(refused)")
            #expect(seen.count == GeneratedChain.Change.allCases.count)
        }
    }
#endif
