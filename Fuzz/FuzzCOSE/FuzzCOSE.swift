internal import LanyardCBOR
internal import LanyardCOSE
internal import LanyardCrypto
internal import WalletPorts

/// Kept, so that the optimiser keeps the work.
nonisolated(unsafe) public var sink = 0

/// Feeds bytes to the readers of messages and keys; nothing that a stranger made may verify.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let item = try? CBORItem(parsing: input) else { return 0 }
    let field = CBORField(item)

    if let message = try? COSESign1(cbor: field, from: .issuer) {
        sink &+= (try? message.header.certificates())?.count ?? 0
        let policy = COSEPolicy(algorithms: COSEAlgorithm.signatures, party: .issuer)
        if let key, (try? message.verified(by: key, policy: policy, detached: nil)) != nil {
            fatalError("a signature of a key that was never used verifies")
        }
    }
    if let message = try? COSEMac0(cbor: field, from: .issuer) {
        let policy = COSEPolicy(algorithms: [.hmac256], party: .issuer)
        if (try? message.verified(by: secret, policy: policy)) != nil { fatalError("a guessed tag verifies") }
    }
    if let key = try? COSEKey(cbor: field, from: .issuer), let encoded = key.encoded {
        guard let again = try? CBORItem(parsing: encoded),
            let same = try? COSEKey(cbor: CBORField(again), from: .issuer), same.key == key.key
        else { fatalError("a key differs after being written") }
    }
    return 0
}

private let secret = RandomBytes.make(32)
private let key = (try? ECPrivateKey.generate(.p256)).map { PublicKey.ec($0.publicKey) }
