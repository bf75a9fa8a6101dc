import Lanyard
import LanyardInspect
import LanyardOpenID4VCI
import LanyardText

/// An offer by reference that a person asked to fetch.
struct OfferReference {
    private let link: [UInt8]
    private let uri: URI

    init?(_ bytes: [UInt8]) {
        var findings = Findings()
        guard let link = try? CredentialOfferLink(parsing: String(decoding: bytes, as: UTF8.self), findings: &findings),
            case .byReference(let uri) = link
        else { return nil }
        self.link = bytes
        self.uri = uri
    }

    func inspection(_ detector: Detector, over http: any HttpTransport) async throws -> Inspection {
        let response = try await http.send(CredentialOfferLink.request(uri))
        return detector.inspect(offer: link, fetched: response)
    }
}
