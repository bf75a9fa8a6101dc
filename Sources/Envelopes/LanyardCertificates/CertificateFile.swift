import LanyardText
public import WalletPorts

extension Certificate {
    /// Reads every `CERTIFICATE` block of a PEM text, in order (RFC 7468 §5).
    ///
    /// Text around the blocks and blocks of other kinds, such as keys, are passed over. Throws when a block is cut off,
    /// not base64 or no certificate, and when there is none.
    public static func pem(_ text: String, from party: Finding.Party = .issuer) throws(Finding) -> [Certificate] {
        var certificates: [Certificate] = []
        var body: [UInt8]?
        for line in text.utf8.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            let line = trimmed(line)
            if line.elementsEqual("-----BEGIN CERTIFICATE-----".utf8) {
                guard body == nil else { throw pemFinding(party, "an END mark for each BEGIN mark") }
                body = []
            } else if line.elementsEqual("-----END CERTIFICATE-----".utf8) {
                guard let base64 = body, let der = Base64.decode(String(decoding: base64, as: UTF8.self)) else {
                    throw pemFinding(party, "base64 between the marks of a CERTIFICATE block")
                }
                certificates.append(try Certificate(der: der, from: party))
                body = nil
            } else if body != nil {
                body? += line
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

    /// A line without ASCII white space around it, by bytes: walking back over characters is quadratic in some texts.
    private static func trimmed(_ line: Substring.UTF8View) -> Substring.UTF8View {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let last = line.lastIndex(where: { !isSpace($0) }) else { return line[line.endIndex...] }
        return line[...last].drop(while: isSpace)
    }

    private static func pemFinding(_ party: Finding.Party, _ expected: String) -> Finding {
        Finding(
            "certificate.pem", party, clause: "RFC 7468 §5", rows: ["TRUST-02"], expected: expected,
            remedy: "Give a PEM file with whole certificates.")
    }
}
