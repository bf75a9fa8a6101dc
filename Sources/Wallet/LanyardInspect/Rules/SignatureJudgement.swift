import LanyardCertificates
import LanyardCrypto
import LanyardJOSE
import WalletPorts

/// Whether a JWS was signed by the key that it names, or by one that was given.
///
/// That says that nobody changed it; whether its signer is trusted is for the certificate chain to say.
struct SignatureJudgement {
    private enum Source {
        case key(JWK, String)
        case anyOf([JWK], String)
        case none(String)
    }

    static let rule = "The signature is the signer's"

    private static let rules: [Rule<String>] = [
        Rule(
            rule, clause: "RFC 7515 §5.2", rows: ["VCI-GEN-02"],
            codes: ["jose.signature.invalid", "jose.key.mismatch", "certificate.key"]
        ) { .passed($0) }
    ]

    private let jws: JWS
    private let policy: JWSPolicy
    private let chain: CertificateChain?
    private let options: InspectOptions

    init(of jws: JWS, policy: JWSPolicy, chain: CertificateChain?, options: InspectOptions) {
        self.jws = jws
        // The type is another rule's.
        self.policy = JWSPolicy(algorithms: policy.algorithms, types: [], party: policy.party)
        self.chain = chain
        self.options = options
    }

    func conclude(in examination: inout Examination) {
        if let fault = policy.faults(of: jws.header).first {
            return examination.skip(Self.rules, "the header forbids it: \(fault.code)")
        }
        do throws(Finding) {
            switch try source() {
            case .none(let why): examination.skip(Self.rules, why)
            case .key(let key, let name):
                _ = try jws.verified(by: key, policy: policy)
                examination.conclude(Self.rules, [], "it is that of \(name)")
            case .anyOf(let keys, let name):
                try verify(by: keys)
                examination.conclude(Self.rules, [], "it is that of \(name)")
            }
        } catch {
            examination.conclude(Self.rules, [error], nil)
        }
    }

    /// Tries each key; throws what the last one said.
    private func verify(by keys: [JWK]) throws(Finding) {
        var last: Finding?
        for key in keys {
            do throws(Finding) {
                _ = try jws.verified(by: key, policy: policy)
                return
            } catch {
                last = error
            }
        }
        if let last { throw last }
    }

    private func source() throws(Finding) -> Source {
        if let chain {
            guard let leaf = chain.leaf else { return .none("the certificate in x5c cannot be read") }
            return .key(JWK(try leaf.publicKey), "the first certificate of x5c")
        }
        if let key = jws.header.jwk { return .key(key, "the key in the header") }
        let named = options.keys.filter { $0.kid != nil && $0.kid == jws.header.kid }
        if !named.isEmpty { return .anyOf(named, "the key that was given under this kid") }
        if !options.keys.isEmpty { return .anyOf(options.keys, "a key that was given") }
        return .none(
            jws.header.kid == nil
                ? "it does not name its key; give it with --key" : "it names its key by kid alone; give it with --key")
    }
}
