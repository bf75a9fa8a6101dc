/// Answers requests over a link, a QR code or the Digital Credentials API.
///
/// This release has the shape and not yet the work: each session fails with `.notYet`, and nothing leaves the wallet.
public struct PresentationService: Sendable {
    package init() {}

    /// Starts a session for a request link or QR text.
    public func start(_ request: String) -> PresentationSession {
        PresentationSession(failing: .notYet)
    }

    /// Starts a session for what a web page asked through the Digital Credentials API.
    public func startDcApi(_ json: String, origin: String) -> PresentationSession {
        PresentationSession(failing: .notYet)
    }
}

/// Answers mdoc requests near by and over the Digital Credentials API.
///
/// This release has the shape and not yet the work: each call throws `.notYet`.
public struct ProximityService: Sendable {
    package init() {}

    /// Answers an `org-iso-mdoc` request (ISO/IEC 18013-7 Annex C) through the wallet's consent prompt.
    ///
    /// Takes base64url texts as they arrived and gives the response the same way.
    public func respondDcApiMdoc(deviceRequestBase64: String, encryptionInfoBase64: String, origin: String) async throws
        -> String
    {
        throw PresentationError.notYet
    }
}
