import LanyardCrypto
import LanyardJOSE
import LanyardJSON
import LanyardText
import WalletPorts

/// An encrypted object in the compact form; it is not opened, since its key is the receiver's.
enum JWEInspector: KindInspector {
    static let summary = "JWEs: the header; nothing is decrypted"

    static func recognises(_ input: InspectInput) -> Bool { !input.hasTilde && input.compact?.parts == 5 }

    static func inspect(_ input: InspectInput, _ detector: Detector) -> Inspection {
        var inspection = Inspection("jwe", "Encrypted object (JWE)")
        let text = input.text ?? ""
        var examination = Examination(detector.options)
        if let jwe = examination.examine(form, { _ throws(Finding) in try JWE(compact: text) }) {
            inspection.add("Header", OutsideFacts.list(jwe.header.json))
            inspection.add("", [.init("ciphertext", "\(jwe.ciphertext.count) bytes")])
            let rest = text.drop { $0 != "." }
            _ = examination.examine(header, reading: jwe.header.json, mending: { mending($0, $1) }) {
                object, _ throws(Finding) in
                try refuseUnopenable(JSON.object(object), rest)
                return jwe
            }
        }
        inspection.conclude(examination)
        return inspection
    }

    private static let mending = Mending(standIns: [
        "alg": "ECDH-ES", "enc": "A128GCM",
        "epk": [
            "kty": "EC", "crv": "P-256", "x": "gI0GAILBdu7T53akrFmMyGcsF3n5dO7MmwNBHKW5SV0",
            "y": "SLW_xSffzlPWrHEVI30DHM_4egVwt3NQqeUD7nMFpps",
        ],
    ])

    /// Throws what a receiver would refuse before it decrypts: opening with a key of our own goes as far as that.
    private static func refuseUnopenable(_ header: JSON, _ rest: Substring) throws(Finding) {
        let jwe = try JWE(compact: Base64URL.encode(header.encoded()) + rest)
        let curve = header["epk"]?["crv"]?.string.flatMap { Curve(rawValue: $0) } ?? .p256
        // Without randomness there is no key to try with, and nothing more to say.
        guard let key = try? ECPrivateKey.generate(curve) else { return }
        do throws(Finding) {
            _ = try jwe.opened(with: key, policy: JWEPolicy(allowsCompression: true, party: .issuer))
        } catch {
            guard error.code.description == "jwe.decryption.failed" else { throw error }
        }
    }

    private static let form: [Rule<JWE>] = [
        Rule(
            "Five parts in base64url without padding", clause: "RFC 7516 §7.1", rows: ["VCI-ENC-08"],
            codes: ["jwe.malformed"]
        ) { .passed("a ciphertext of \($0.ciphertext.count) bytes") },
        Rule(
            "The header is JSON with unique names and well-formed members", clause: "RFC 7516 §4",
            rows: ["VCI-ENC-08"], codes: ["jose.header."]
        ) { .passed($0.header.json.keys.joined(separator: ", ")) },
    ]

    private static let header: [Rule<JWE>] = [
        Rule(
            "Keys are agreed directly, ECDH-ES", clause: "RFC 7518 §4.6", rows: ["VCI-ENC-08", "VP-ENC-04"],
            codes: ["jwe.alg.notAllowed"]
        ) { .passed($0.header.alg) },
        Rule(
            "The content encryption is AES-GCM", clause: "RFC 7518 §5.3", rows: ["VCI-ENC-08"],
            codes: ["jwe.enc.notAllowed"]
        ) {
            .passed($0.header.json["enc"]?.string ?? "")
        },
        Rule(
            "Compression is DEFLATE, if any", clause: "RFC 7516 §4.1.3", rows: ["VCI-ENC-05"],
            codes: ["jwe.zip.notAllowed"]
        ) {
            $0.header.json["zip"] == nil ? .notApplicable("there is none") : .passed("DEF")
        },
        Rule(
            "The sender's ephemeral key is there and sound", clause: "RFC 7518 §4.6.1.1", rows: ["VCI-ENC-08"],
            codes: ["jwe.epk.wrong", "jwk."]
        ) { .passed($0.header.json["epk"]?["crv"]?.string ?? "") },
        Rule(
            "IV, tag and encrypted key have the right lengths", clause: "RFC 7518 §5.3", rows: ["VCI-ENC-08"],
            codes: ["jwe.malformed"]
        ) { _ in .passed("they have") },
        Rule("It decrypts", clause: "RFC 7516 §5.2", rows: ["VCI-ENC-08"], codes: ["jwe.decryption.failed"]) { _ in
            .notJudged("only the receiver's key can tell")
        },
    ]
}
