import CQRencode

/// A text as a QR code (ISO/IEC 18004), for the camera of a phone.
public struct QRCode: Sendable {
    /// How many modules, the squares of the code, each side has, with the light border that the standard demands.
    public let width: Int
    private let isDark: [Bool]
    private static let border = 4

    /// - Returns: nil if the text is too long for any code (2,953 bytes), or contains NUL.
    public init?(_ text: String) {
        guard !text.utf8.contains(0), let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
        defer { QRcode_free(code) }
        let (inner, border) = (Int(code.pointee.width), Self.border)
        let width = inner + 2 * border
        var isDark = Array(repeating: false, count: width * width)
        for row in 0..<inner {
            for column in 0..<inner {
                isDark[(row + border) * width + column + border] = code.pointee.data[row * inner + column] & 1 == 1
            }
        }
        (self.width, self.isDark) = (width, isDark)
    }

    /// The code with two rows of modules in each line, because a cell of a terminal is twice as high as wide. Light modules are
    /// drawn and dark ones left out, so that the code is right on a dark terminal without colours too.
    public var lines: [Styled] {
        stride(from: 0, to: width, by: 2).map { row in
            let cells = (0..<width).map { column in
                switch (isDark(row, column), isDark(row + 1, column)) {
                case (false, false): "█"
                case (false, true): "▀"
                case (true, false): "▄"
                case (true, true): " "
                }
            }
            return Styled(cells.joined(), .scanned)
        }
    }

    /// Whether a module is dark. The row below the last counts as dark, so that nothing is drawn there.
    private func isDark(_ row: Int, _ column: Int) -> Bool { row >= width || isDark[row * width + column] }
}
