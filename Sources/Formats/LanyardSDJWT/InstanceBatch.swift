internal import LanyardJOSE
public import WalletPorts

/// Several instances of one credential, issued together so that no two presentations can be linked.
public enum InstanceBatch {
    /// What two or more instances share and should not: holder key, signature, salts, times (RFC 9901 §10.1).
    ///
    /// Warnings about the issuer, one a kind, at the number of the first instance that repeats; equal times are a note,
    /// since rounded times are equal on purpose.
    public static func findings(of instances: [SDJWTVC]) -> [Finding] {
        var findings: [Finding] = []
        func look(_ kind: String, _ severity: Finding.Severity, _ expected: String, _ marks: (SDJWTVC) -> Set<String>) {
            var met: Set<String> = []
            for (number, instance) in instances.enumerated() {
                let marks = marks(instance)
                guard met.isDisjoint(with: marks) else {
                    findings.append(finding(kind, severity, number, expected))
                    return
                }
                met.formUnion(marks)
            }
        }
        look("sameKey", .warning, "a holder key of its own for each instance") { instance in
            Set([instance.holderKey?.thumbprint()].compactMap { $0 })
        }
        look("sameSignature", .warning, "a signature of its own for each instance") {
            [$0.credential.received.issuerText]
        }
        look("sameSalt", .warning, "salts of its own for each instance") { instance in
            Set(instance.credential.received.disclosures.map(\.salt))
        }
        look("sameTimes", .note, "times that do not link the instances") { instance in
            Set([instance.validity.issuedAt.map { String($0.milliseconds) }].compactMap { $0 })
        }
        return findings
    }

    private static func finding(
        _ kind: String, _ severity: Finding.Severity, _ number: Int, _ expected: String
    ) -> Finding {
        var finding = Finding.sdvc(
            "batch.\(kind)", clause: "RFC 9901 §10.1", rows: ["SDJWT-19"], at: "instance \(number)", expected: expected,
            remedy: "The issuer should make instances that cannot be linked; verifiers may recognise the holder.")
        finding.severity = severity
        return finding
    }
}
