import LanyardCrypto
import LanyardJSON
import LanyardLock
import WalletPorts

/// Makes the body of a credential response: one credential a key, and what is wrong with the whole.
struct CredentialPress {
    let issuer: PeerIssuer
    let configuration: PeerConfiguration
    /// The grant that the credentials are issued under.
    let session: String

    private var options: PeerIssuer.Options { issuer.options }

    func answer(to keys: [HolderKey]) throws(CryptoError) -> JSONObject {
        var texts: [String] = []
        let holders: [HolderKey?] = keys.isEmpty ? [nil] : keys
        for (index, holder) in holders.enumerated() {
            texts.append(try credential(index, for: has(.sameKeyTwice) ? holders[0] : holder))
        }
        if has(.moreThanKeys) {
            // One for a key that nobody asked for.
            let stranger = HolderKey(try ECPrivateKey.generate(.p256).publicKey)
            texts.append(try credential(texts.count, for: stranger))
        }
        if options.reversesBatch { texts.reverse() }
        texts.removeLast(min(options.omittedCredentials, max(0, texts.count - 1)))
        if has(.noCredentials) { texts = [] }
        var body = JSONObject()
        if options.answersInOldForm, let first = texts.first {
            body["credential"] = .string(first)
            body["format"] = .string(configuration.format.identifier)
        } else {
            body["credentials"] = .array(texts.map { ["credential": .string($0)] })
        }
        if has(.deferredContradiction) {
            body["transaction_id"] = "8xLOxBtZp8"
            body["interval"] = 5
        }
        if options.sendsNotificationID || options.notifications != nil {
            let id = PeerIssuer.token()
            issuer.ledger.withLock { $0.notificationIDs[id] = session }
            body["notification_id"] = .string(id)
        }
        if options.sendsNonceWithCredential { body["c_nonce"] = .string(issuer.makeNonce()) }
        return body
    }

    private func has(_ fault: PeerFault) -> Bool {
        options.faults.contains(fault) && options.faultyConfiguration ?? configuration.id == configuration.id
    }

    private func credential(_ index: Int, for holder: HolderKey?) throws(CryptoError) -> String {
        let isFaulty =
            options.faultyIndex ?? index == index
            && options.faultyConfiguration ?? configuration.id == configuration.id
        let faults = isFaulty ? options.faults : []
        switch configuration.format {
        case .sdJwtVc(let vct):
            let type = configuration.typeDocument.flatMap { issuer.documents.types.entries[$0] }
            var press = SDJWTPress(
                vct: type?.url ?? vct, integrity: type?.integrity, configuration: configuration,
                issuer: issuer.identifier, signer: issuer.signer,
                pki: issuer.pki, keySource: options.keySource, now: issuer.clock.now, faults: faults)
            press.isSecondOfBatch = index > 0
            return try press.press(for: holder)
        case .msoMdoc(let docType):
            return try MDocPress(
                docType: docType, configuration: configuration, signer: issuer.documentSigner, pki: issuer.pki,
                now: issuer.clock.now, compressesDeviceKey: options.compressesDeviceKeys,
                isSecondOfBatch: index > 0, faults: faults
            ).press(for: holder)
        case .jwtVcJson(let types):
            return try JWTVCPress(
                types: types, configuration: configuration, issuer: issuer.identifier, signer: issuer.signer,
                now: issuer.clock.now, faults: faults
            ).press(for: holder)
        }
    }
}
