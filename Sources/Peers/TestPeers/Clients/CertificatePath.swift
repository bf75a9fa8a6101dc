import LanyardCrypto
import LanyardDER
import LanyardJSON
import LanyardText
import WalletPorts

/// A path from the leaf in an `x5c` header to an anchor, checked as HAIP 1.0 §4.5.1 wants it.
struct CertificatePath {
    private let anchors: [PathCertificate]
    private let now: Instant

    /// Trusts anchors, DER.
    init(_ anchors: [[UInt8]], at now: Instant) {
        self.anchors = anchors.compactMap { PathCertificate($0) }
        self.now = now
    }

    /// The key of the leaf; what is wrong with the path is written down under the row.
    func signer(of header: JSONObject, _ row: String, _ examination: inout Examination) -> HolderKey? {
        let texts = header["x5c"]?.array?.compactMap(\.string) ?? []
        let chain = texts.compactMap { Base64.decode($0).flatMap { PathCertificate($0) } }
        guard examination.check(row, !chain.isEmpty && chain.count == texts.count, "x5c holds certificates"),
            let leaf = chain.first, let last = chain.last
        else { return nil }
        examination.check(row, !leaf.isSigned(by: leaf), "the leaf is not self-signed")
        examination.check(
            row, !chain.contains { certificate in anchors.contains { $0.der == certificate.der } },
            "the anchor is not in x5c")
        let isChain = zip(chain, chain.dropFirst()).allSatisfy { $0.isSigned(by: $1) }
        let isTrusted = anchors.contains { last.isSigned(by: $0) }
        examination.check(row, isChain && isTrusted, "x5c leads to an anchor")
        examination.check(row, chain.allSatisfy { $0.isValid(at: now) }, "the certificates are valid now")
        return HolderKey(leaf.key)
    }
}

/// What a path needs of a certificate of a P-256 key, RFC 5280 §4.1.
struct PathCertificate {
    let der: [UInt8]
    let key: ECPublicKey
    private let signed: [UInt8]
    private let signature: [UInt8]
    private let notBefore: Int64
    private let notAfter: Int64

    /// Reads a certificate; nil if it is something else.
    init?(_ der: [UInt8]) {
        do {
            var certificate = try DERReader.only(.sequence, in: der).reader()
            let body = try certificate.next(.sequence)
            _ = try certificate.next(.sequence)
            let wrapped = try Array(certificate.next(.bitString).wholeBytes())
            var fields = try DERReader.only(.sequence, in: wrapped).reader()
            let parts = try [Array(fields.next(.integer).magnitude()), Array(fields.next(.integer).magnitude())]
            signature = parts.flatMap { [UInt8](repeating: 0, count: max(0, 32 - $0.count)) + $0 }
            // Version, serial number, algorithm, issuer; then validity, subject and key.
            var tbs = try body.reader()
            for _ in 0..<4 { _ = try tbs.next() }
            var validity = try tbs.next(.sequence).reader()
            notBefore = try validity.next().time()
            notAfter = try validity.next().time()
            _ = try tbs.next()
            var info = try tbs.next(.sequence).reader()
            _ = try info.next(.sequence)
            key = try ECPublicKey(.p256, x963: Array(info.next(.bitString).wholeBytes()))
            signed = body.bytes
            self.der = der
        } catch {
            return nil
        }
    }

    func isSigned(by issuer: PathCertificate) -> Bool {
        issuer.key.isValidSignature(signature, for: signed, hash: .sha256)
    }

    func isValid(at now: Instant) -> Bool { (notBefore...notAfter).contains(now.seconds) }
}
