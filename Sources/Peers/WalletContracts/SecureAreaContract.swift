import LanyardCrypto
public import WalletPorts

/// The rules of `SecureArea`, for any area that can sign without a person: run them in a test and expect no failures.
public struct SecureAreaContract: Sendable {
    private let open: @Sendable () async throws -> any SecureArea

    /// Takes a way to make an area; it is called once for each rule.
    public init(opening open: @escaping @Sendable () async throws -> any SecureArea) {
        self.open = open
    }

    /// Runs every rule.
    public func failures() async -> [ContractFailure] {
        var run = ContractRun()
        await keys(&run)
        await signatures(&run)
        await agreement(&run)
        await refusals(&run)
        return run.failures
    }

    private func keys(_ run: inout ContractRun) async {
        await run.rule("keys are fresh, named by their area, and their public keys can be read again") { rule in
            let area = try await open()
            for algorithm in area.capabilities.algorithms {
                let policy = KeyPolicy(algorithm: algorithm)
                let keys = try await area.createKeys(3, policy: policy, attestationNonce: nil, group: "test")
                rule.expect(keys.count, is: 3, "the count")
                rule.expect(Set(keys.map(\.handle)).count, is: 3, "the count of different handles")
                rule.expect(Set(keys.map(\.publicKey)).count, is: 3, "the count of different public keys")
                rule.expect(keys.allSatisfy { $0.handle.area == area.id }, "a handle is of another area")
                rule.expect(keys.allSatisfy { $0.publicKey.algorithm == algorithm }, "a key is of another algorithm")
                let read = try await area.publicKeys(of: keys.reversed().map(\.handle))
                rule.expect(read, is: keys.reversed().map(\.publicKey), "the public keys read")
            }
            let none = try await area.createKeys(0, policy: KeyPolicy(), attestationNonce: nil, group: "test")
            rule.expect(none.count, is: 0, "the count of no keys")
        }
    }

    private func signatures(_ run: inout ContractRun) async {
        await run.rule("many messages are signed in one call, in order, raw") { rule in
            let area = try await open()
            for algorithm in area.capabilities.algorithms {
                let keys = try await area.createKeys(
                    2, policy: KeyPolicy(algorithm: algorithm), attestationNonce: nil, group: "test")
                let requests = (0..<4).map { index in
                    SigningRequest(
                        key: keys[index % 2].handle, message: [UInt8](repeating: UInt8(index), count: index * 50))
                }
                let signatures = try await area.sign(requests, for: UserAction(.background))
                rule.expect(signatures.count, is: 4, "the count of signatures")
                for (index, signature) in signatures.enumerated() {
                    let holds = SecureAreaContract.verify(
                        signature, for: requests[index].message, by: keys[index % 2].publicKey)
                    rule.expect(holds, "signature \(index) of \(algorithm) does not verify")
                }
            }
        }
    }

    private func agreement(_ run: inout ContractRun) async {
        await run.rule("both sides agree on the same secret; a point off the curve is refused") { rule in
            let area = try await open()
            guard area.capabilities.algorithms.contains(.es256) else { return }
            let keys = try await area.createKeys(1, policy: KeyPolicy(), attestationNonce: nil, group: "test")
            guard let key = keys.first else { return rule.fail("no key was made") }
            let other = try ECPrivateKey.generate(.p256)
            let peer = PublicKeyBytes(algorithm: .es256, bytes: other.publicKey.x963)
            let secret = try await area.agree(key.handle, with: peer, for: UserAction(.background)).reveal()
            let wanted = try other.sharedSecret(with: ECPublicKey(.p256, x963: key.publicKey.bytes))
            rule.expect(secret == wanted.withUnsafeBytes { Array($0) }, "the secrets differ")
            let off = PublicKeyBytes(algorithm: .es256, bytes: [4] + [UInt8](repeating: 1, count: 64))
            await rule.expect(SecureAreaError(.invalidInput, ""), "agreeing with a point off the curve") {
                _ = try await area.agree(key.handle, with: off, for: UserAction(.background))
            }
        }
    }

    private func refusals(_ run: inout ContractRun) async {
        await run.rule("a handle of another area is invalid, one that the area cannot read is lost") { rule in
            let area = try await open()
            let foreign = KeyHandle(area: area.id + "x", bytes: [1, 2, 3])
            await rule.expect(SecureAreaError(.invalidInput, ""), "signing with a foreign handle") {
                _ = try await area.sign([SigningRequest(key: foreign, message: [])], for: UserAction(.background))
            }
            let unknown = KeyHandle(area: area.id, bytes: [1, 2, 3])
            await rule.expect(SecureAreaError(.keyLost, ""), "signing with an unknown handle") {
                _ = try await area.sign([SigningRequest(key: unknown, message: [])], for: UserAction(.background))
            }
            await rule.expect(SecureAreaError(.keyLost, ""), "the public key of an unknown handle") {
                _ = try await area.publicKeys(of: [unknown])
            }
        }
        await run.rule("a policy that cannot be honoured is refused") { rule in
            let area = try await open()
            if !area.capabilities.isHardware {
                await rule.expect(SecureAreaError(.policyNotSupported, ""), "a key in hardware") {
                    _ = try await area.createKeys(
                        1, policy: KeyPolicy(hardware: .required), attestationNonce: nil, group: "test")
                }
            }
            for wanted in [KeyPolicy.UserAuthentication.presence, .currentBiometrics]
            where !area.capabilities.userAuthentications.contains(wanted) {
                await rule.expect(SecureAreaError(.policyNotSupported, ""), "a key with \(wanted)") {
                    _ = try await area.createKeys(
                        1, policy: KeyPolicy(userAuthentication: wanted), attestationNonce: nil, group: "test")
                }
            }
        }
        await run.rule("keys can be deleted twice") { rule in
            let area = try await open()
            let keys = try await area.createKeys(2, policy: KeyPolicy(), attestationNonce: nil, group: "test").map(
                \.handle)
            try await area.delete(keys)
            try await area.delete(keys)
            guard !area.capabilities.keysLiveInHandles else { return }
            await rule.expect(SecureAreaError(.keyLost, ""), "the public key of a deleted key") {
                _ = try await area.publicKeys(of: keys)
            }
        }
    }

    private static func verify(_ signature: [UInt8], for message: [UInt8], by key: PublicKeyBytes) -> Bool {
        do throws(CryptoError) {
            switch key.algorithm {
            case .es256: return try verify(signature, message, .p256, .sha256, key.bytes)
            case .es384: return try verify(signature, message, .p384, .sha384, key.bytes)
            case .es512: return try verify(signature, message, .p521, .sha512, key.bytes)
            case .edDSA: return try Ed25519PublicKey(raw: key.bytes).isValidSignature(signature, for: message)
            }
        } catch {
            return false
        }
    }

    private static func verify(
        _ signature: [UInt8], _ message: [UInt8], _ curve: Curve, _ hash: HashAlgorithm, _ key: [UInt8]
    ) throws(CryptoError) -> Bool {
        try ECPublicKey(curve, x963: key).isValidSignature(signature, for: message, hash: hash)
    }
}
