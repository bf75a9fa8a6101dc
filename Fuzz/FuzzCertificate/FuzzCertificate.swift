import LanyardCertificates
import LanyardDER
import WalletPorts

/// Keeps results alive; without it the optimiser would leave the work out.
nonisolated(unsafe) public var fuzzResult = 0

/// Reads the bytes as DER, as a certificate and as a PEM file, and judges what could be read, as its own anchor too.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    fuzzResult = walk(bytes)
    do throws(Finding) {
        let certificates = try Certificate.list(bytes)
        for profile in [PathProfile.plain, .jwtIssuer.highAssurance, .mdocDocumentSigner, .mdocReader.strict] {
            let validator = PathValidator(
                anchors: certificates, profile: profile, at: Instant(seconds: 1_767_225_600))
            for reason in validator.validate(certificates).reasons {
                fuzzResult += reason.finding(party: .issuer).description.utf8.count
            }
        }
        for certificate in certificates { fuzzResult += certificate.subject.description.utf8.count }
    } catch {
        fuzzResult += error.description.utf8.count
    }
    return 0
}

/// Visits every element without recursion and reads each as every type.
private func walk(_ bytes: [UInt8]) -> Int {
    var visited = 0
    var open = [DERReader(bytes)]
    while var reader = open.popLast(), visited < 10_000 {
        do throws(DERError) {
            guard !reader.isAtEnd else { continue }
            let element = try reader.next()
            visited += 1
            open.append(reader)
            if element.tag.isConstructed { open.append(try element.reader()) }
            visited += (try? element.time()).map { Int(truncatingIfNeeded: $0) & 1 } ?? 0
            visited += (try? element.text()).map { $0.utf8.count & 1 } ?? 0
            visited += (try? element.oid()).map { $0.description.utf8.count & 1 } ?? 0
            visited += (try? element.int64()).map { Int(truncatingIfNeeded: $0) & 1 } ?? 0
            visited += (try? element.bitString()).map { $0.unused & 1 } ?? 0
        } catch {
            visited += 1
        }
    }
    return visited
}
