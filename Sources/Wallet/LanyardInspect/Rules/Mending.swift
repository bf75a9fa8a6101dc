import LanyardJSON
import WalletPorts

/// Takes out of a JSON object what a reader refused, so that the reader can go on to the next rule.
///
/// The top-level member that a finding points into is removed, or replaced where the reader insists on one. A member is
/// mended once: a reader that still refuses it has said all it can.
struct Mending: Sendable {
    /// What stands in for a member that must be there, by its name.
    var standIns: [String: JSON] = [:]
    /// Members whose removal needs another one to stand in.
    var companions: [String: String] = [:]

    func callAsFunction(_ object: JSONObject, _ finding: Finding) -> JSONObject? {
        guard let name = Self.member(of: finding.location) else { return nil }
        var mended = object
        mended[name] = standIns[name]
        if let companion = companions[name] { mended[companion] = standIns[companion] }
        return mended == object ? nil : mended
    }

    /// The first step of the JSON pointer in a location such as `issuer metadata: /nonce_endpoint`.
    static func member(of location: String) -> String? {
        let pointer: Substring
        if location.hasPrefix("/") {
            pointer = location[...]
        } else if let range = location.firstRange(of: ": /") {
            pointer = location[range.lowerBound...].dropFirst(2)
        } else {
            return nil
        }
        let step = pointer.dropFirst().prefix { $0 != "/" }
        return String(step).replacing("~1", with: "/").replacing("~0", with: "~")
    }
}
