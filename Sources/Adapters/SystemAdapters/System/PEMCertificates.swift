import LanyardText

/// The certificates in a text of PEM blocks (RFC 7468); what stands between the blocks is ignored.
enum PEMCertificates {
    /// The DER of each certificate, in order; nil when a block has no end or is not base64 of DER.
    static func certificates(in text: String) -> [[UInt8]]? {
        var found: [[UInt8]] = []
        var body: String?
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.filter { !$0.isWhitespace }
            if line == "-----BEGINCERTIFICATE-----" {
                body = ""
            } else if line == "-----ENDCERTIFICATE-----", let block = body {
                guard let certificate = Base64.decode(block), certificate.first == 0x30 else { return nil }
                found.append(certificate)
                body = nil
            } else {
                body?.append(contentsOf: line)
            }
        }
        return body == nil ? found : nil
    }
}
