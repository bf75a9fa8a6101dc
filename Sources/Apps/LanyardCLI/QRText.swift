#if canImport(CQrencode)
    import CQrencode

    /// A QR code drawn with half blocks, two rows a line, dark on light.
    enum QRText {
        /// The lines of the picture; nil when the text is too long for a code.
        static func lines(_ text: String) -> [String]? {
            guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1) else { return nil }
            defer { QRcode_free(code) }
            let width = Int(code.pointee.width)
            guard let modules = code.pointee.data else { return nil }
            func isDark(_ x: Int, _ y: Int) -> Bool {
                (0..<width).contains(x) && (0..<width).contains(y) && modules[y * width + x] & 1 == 1
            }
            let border = 2
            return stride(from: -border, to: width + border, by: 2).map { y in
                (-border..<width + border).map { x in
                    // Light modules are drawn: terminals are dark more often than not.
                    switch (isDark(x, y), isDark(x, y + 1)) {
                    case (false, false): "\u{2588}"
                    case (false, true): "\u{2580}"
                    case (true, false): "\u{2584}"
                    case (true, true): " "
                    }
                }.joined()
            }
        }
    }
#else
    /// Without libqrencode no code is drawn.
    enum QRText {
        static func lines(_ text: String) -> [String]? { nil }
    }
#endif
