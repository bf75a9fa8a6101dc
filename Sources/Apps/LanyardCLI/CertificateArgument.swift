import Lanyard
import LanyardCertificates

/// Files of certificates that the command line names.
enum CertificateArgument {
    static func certificates(_ bytes: [UInt8], _ path: String, _ option: String) throws -> [Certificate] {
        do {
            return try Certificate.list(bytes)
        } catch {
            throw UsageError("\(option): \(path) holds no certificate: \(error.expected)")
        }
    }

    /// The TLS roots of `--tls-ca`, as PEM; each file is read once, since it may be a pipe.
    static func roots(_ arguments: Arguments) throws -> String {
        try arguments.all("tls-ca").map { path in
            let bytes = try InspectSource.read(path, for: "--tls-ca")
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw UsageError("--tls-ca: \(path) is not text; PEM is wanted")
            }
            _ = try certificates(bytes, path, "--tls-ca")
            return text + "\n"
        }.joined()
    }
}
