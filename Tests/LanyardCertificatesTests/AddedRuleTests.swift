#if canImport(COpenSSL)
    import LanyardCertificates
    import LanyardDER
    import LanyardTestSupport
    import Testing
    import WalletPorts

    /// Each rule that we add to OpenSSL's: a chain that OpenSSL accepts, and the reason for which we refuse it.
    @Suite struct AddedRuleTests {
        typealias Sketch = CertificateSketch

        static let time: Int64 = 1_767_225_600

        /// Signs sketches, leaf first; sends all but the root, which is the anchor.
        private func expect(
            _ reason: String?, _ sketches: [Sketch], _ profile: PathProfile = .plain, send: [Int]? = nil,
            anchors: [Int]? = nil, at seconds: Int64 = Self.time, location: SourceLocation = #_sourceLocation
        ) throws {
            let all = try Sketch.chain(sketches)
            let chain = (send ?? Array(0..<all.count - 1)).map { all[$0] }
            let roots = (anchors ?? [all.count - 1]).map { all[$0] }
            let theirs = OpenSSLJudge.verdict(chain: chain, anchors: roots, at: seconds)
            #expect(theirs.isAccepted, "OpenSSL: \(theirs)", sourceLocation: location)
            let ours = PathAgainstOpenSSLTests.reasons(chain, roots, at: seconds, profile)
            #expect(ours == (reason.map { [$0] } ?? []), sourceLocation: location)
        }

        private let leaf = Sketch.leaf("Leaf", .p256(0))
        private let middle = Sketch.authority("Intermediate", .p256(1))
        private let upper = Sketch.authority("Upper", .p256(2))
        private let root = Sketch.authority("Root", .p256(3))

        @Test(.row("TRUST-02")) func `TRUST-02 the chain is in order, without strangers`() throws {
            let chain = [leaf, middle, upper, root]
            try expect(nil, chain)
            let all = try Sketch.chain(chain)
            for sent in [[0, 2, 1], [0, 1, 2, 1]] {
                let certificates = sent.map { all[$0] }
                #expect(OpenSSLJudge.verdict(chain: certificates, anchors: [all[3]], at: Self.time).isAccepted)
                let ours = PathAgainstOpenSSLTests.reasons(certificates, [all[3]], at: Self.time)
                #expect(ours.contains("outOfOrder") || ours.contains("issuerDiffers"), "\(sent): \(ours)")
            }
            let stranger = try Sketch.authority("Stranger", .p256(7)).signed(by: nil)
            let certificates = Array(all.prefix(3)) + [stranger]
            #expect(OpenSSLJudge.verdict(chain: certificates, anchors: [all[3]], at: Self.time).isAccepted)
            #expect(PathAgainstOpenSSLTests.reasons(certificates, [all[3]], at: Self.time) == ["issuerDiffers"])
        }

        @Test(.row("TRUST-02")) func `TRUST-02 at most six certificates`() throws {
            let many = [leaf] + (0..<7).map { Sketch.authority("Intermediate \($0)", .p256($0)) }
            try expect("tooLong", many)
            try expect(nil, Array(many.prefix(6)))
        }

        @Test func `names are equal byte for byte`() throws {
            var leaf = leaf
            leaf.issuerName = Sketch.name("Root", as: .printableString)
            try expect("noAnchor", [leaf, root])
            leaf.issuerName = Sketch.name("root")
            try expect("noAnchor", [leaf, root])
        }

        @Test(.row("TRUST-02")) func `TRUST-02 every issuer says that it is an authority`() throws {
            var root = root
            root.isCA = nil
            root.usage = [5]
            try expect("notAuthority", [leaf, root])
            root = self.root
            root.version = 0
            root.authority = .none
            var leaf = leaf
            leaf.authority = .none
            try expect("notAuthority", [leaf, root])
        }

        @Test(.row("TRUST-02", "MDOC-CERT-05")) func `TRUST-02 name constraints and policy constraints refuse`() throws
        {
            var middle = middle
            let permitted = DERWriter.bytes { writer in
                writer.sequence { $0.explicit(0) { $0.sequence { $0.implicit(2, "example.com".utf8) } } }
            }
            middle.extras = [.init(id: OID(2, 5, 29, 30), isCritical: true, value: permitted)]
            try expect("nameConstraints", [leaf, middle, root])
            let later = DERWriter.bytes { $0.sequence { $0.implicit(0, [3]) } }
            middle.extras = [.init(id: OID(2, 5, 29, 36), isCritical: true, value: later)]
            try expect("criticalExtension", [leaf, middle, root])
        }

        @Test func `an extension comes once`() throws {
            var leaf = leaf
            let unknown = Sketch.Extra(id: OID(1, 2, 3), isCritical: false, value: [5, 0])
            leaf.extras = [unknown, unknown]
            try expect("malformedExtension", [leaf, root])
        }

        @Test(.row("MDOC-CERT-05")) func `MDOC-CERT-05 policies may be critical, since none are asked for`() throws {
            var leaf = leaf
            let policies = DERWriter.bytes { writer in writer.sequence { $0.sequence { $0.oid(OID(1, 2, 3)) } } }
            leaf.extras = [.init(id: OID(2, 5, 29, 32), isCritical: true, value: policies)]
            try expect(nil, [leaf, root])
        }

        @Test(.row("VP-CID-09")) func `VP-CID-09 a self-signed leaf is trusted only where it is pinned and allowed`()
            throws
        {
            for profile in [PathProfile.jwtIssuer, .requestSigner, .statusSigner] {
                try expect(nil, [leaf], profile, send: [0], anchors: [0])
                try expect("leafIsSelfSigned", [leaf], profile.highAssurance, send: [0], anchors: [0])
                // A leaf that an authority signed may be pinned under both.
                try expect(nil, [leaf, root], profile.highAssurance, anchors: [0])
            }
            let all = try Sketch.chain([leaf])
            for profile in [PathProfile.plain, .mdocReader, .mdocDocumentSigner] {
                #expect(OpenSSLJudge.verdict(chain: all, anchors: all, at: Self.time).isAccepted)
                #expect(PathAgainstOpenSSLTests.reasons(all, all, at: Self.time, profile).contains("leafIsAnchor"))
            }
            try expect("leafIsAnchor", [leaf, root], anchors: [0])
        }

        @Test(.row("VP-CID-09")) func `VP-CID-09 the anchor in the chain is noted, and refused by HAIP`()
            throws
        {
            for profile in [PathProfile.jwtIssuer, .requestSigner, .statusSigner] {
                try expect(nil, [leaf, middle, root], profile, send: [0, 1, 2])
                try expect("anchorInChain", [leaf, middle, root], profile.highAssurance, send: [0, 1, 2])
                try expect(nil, [leaf, middle, root], profile.highAssurance)
            }
            let all = try Sketch.chain([leaf, root]).map { try Certificate(der: $0) }
            let validator = PathValidator(
                anchors: [all[1]], profile: .jwtIssuer, at: Instant(seconds: Self.time))
            #expect(
                validator.validate(all) == .valid(path: [all[0]], anchor: all[1], notes: [.anchorInChain(.chain(1))]))
        }

        @Test(.row("TRUST-02")) func `TRUST-02 a signer's key usage allows signatures`() throws {
            var leaf = leaf
            for profile in [PathProfile.jwtIssuer, .requestSigner, .statusSigner] {
                leaf.usage = [4]
                try expect("keyUsage", [leaf, root], profile)
                leaf.usage = [1]
                try expect(nil, [leaf, root], profile)
                leaf.usage = nil
                try expect(nil, [leaf, root], profile)
            }
        }

        @Test(.row("MDOC-CERT-04")) func `MDOC-CERT-04 a reader names its purpose`() throws {
            var reader = leaf
            reader.purposes = [OID(1, 0, 18013, 5, 1, 6)]
            try expect(nil, [reader, root], .mdocReader)
            try expect(nil, [reader, middle, root], .mdocReader)
            reader.purposes = [OID(1, 3, 6, 1, 5, 5, 7, 3, 1)]
            try expect("purpose", [reader, root], .mdocReader)
            reader.purposes = []
            try expect("purpose", [reader, root], .mdocReader)
            reader.purposes = [OID(1, 0, 18013, 5, 1, 6)]
            reader.usage = nil
            try expect("keyUsage", [reader, root], .mdocReader)
            reader.usage = [0]
            reader.isCA = true
            try expect("leafIsAuthority", [reader, root], .mdocReader)
        }

        /// RFC 5280 §4.1.2.5: the validity includes its last second.
        ///
        /// Here alone we accept what OpenSSL refuses.
        @Test func `the last second of the validity is valid`() throws {
            let all = try Sketch.chain([leaf, root])
            let last = leaf.notAfter
            #expect(PathAgainstOpenSSLTests.reasons([all[0]], [all[1]], at: last).isEmpty)
            #expect(!OpenSSLJudge.verdict(chain: [all[0]], anchors: [all[1]], at: last).isAccepted)
            let after = PathAgainstOpenSSLTests.reasons([all[0]], [all[1]], at: last + 1)
            #expect(after == ["expired", "expired"])
            #expect(PathAgainstOpenSSLTests.reasons([all[0]], [all[1]], at: leaf.notBefore).isEmpty)
        }
    }
#endif
