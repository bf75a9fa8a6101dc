import LanyardText
public import WalletPorts

extension Certificate {
    /// Reads every `CERTIFICATE` block of a PEM text, in order (RFC 7468 §5).
    ///
    /// Text around the blocks and blocks of other kinds, such as keys, are passed over. Throws when a block is cut off,
    /// not base64 or no certificate, and when there is none.
    public static func pem(_ text: String, from party: Finding.Party = .issuer) throws(Finding) -> [Certificate] {
        var certificates: [Certificate] = []
        var body: String?
        for line in text.split(whereSeparator: \.isNewline) {
            let line = trimmed(line)
            if line == "-----BEGIN CERTIFICATE-----" {
                guard body == nil else { throw pemFinding(party, "an END mark for each BEGIN mark") }
                body = ""
            } else if line == "-----END CERTIFICATE-----" {
                guard let base64 = body, let der = Base64.decode(base64) else {
                    throw pemFinding(party, "base64 between the marks of a CERTIFICATE block")
                }
                certificates.append(try Certificate(der: der, from: party))
                body = nil
            } else if body != nil {
                body?.append(contentsOf: line)
            }
        }
        guard body == nil else { throw pemFinding(party, "an END mark for each BEGIN mark") }
        guard !certificates.isEmpty else { throw pemFinding(party, "at least one CERTIFICATE block") }
        return certificates
    }

    /// Reads the certificates of a file that is either PEM or one certificate in DER.
    public static func list(_ file: [UInt8], from party: Finding.Party = .issuer) throws(Finding) -> [Certificate] {
        if file.first == 0x30 { return [try Certificate(der: file, from: party)] }
        return try pem(String(decoding: file, as: UTF8.self), from: party)
    }

    private static func trimmed(_ line: Substring) -> Substring {
        var line = line
        while line.first?.isWhitespace == true { line.removeFirst() }
        while line.last?.isWhitespace == true { line.removeLast() }
        return line
    }

    private static func pemFinding(_ party: Finding.Party, _ expected: String) -> Finding {
        Finding(
            "certificate.pem", party, clause: "RFC 7468 §5", rows: ["TRUST-02"], expected: expected,
            remedy: "Give a PEM file with whole certificates.")
    }
}
