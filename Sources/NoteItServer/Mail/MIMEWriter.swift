import Foundation
import NoteItCore

/// A mail of plain text and HTML: multipart/alternative (RFC 2046, section 5.1.4), ASCII alone, lines of at most 78 characters.
///
/// Nothing that a person wrote can begin a field or a line of its own: control characters become spaces in fields, and bodies are
/// quoted-printable.
struct MIMEWriter {
    enum Value {
        /// Any text (RFC 2047).
        case text(String)
        case mailbox(name: String?, address: String)
        /// Words of ours, which are ASCII.
        case plain(String)
    }

    private static let width = 76

    private(set) var bytes: [UInt8] = []
    private let boundary: String

    /// - Parameter boundary: at most 60 letters and digits that no body can have after `--` at the beginning of a line: both are
    ///   quoted-printable, in which `=_` stands nowhere.
    init(_ fields: [(name: String, value: Value)], text: String, html: String, boundary name: String) {
        boundary = "=_\(name)"
        for (name, value) in fields { write(name, value) }
        line("MIME-Version: 1.0")
        line("Content-Type: multipart/alternative;")
        line(" boundary=\"\(boundary)\"")
        line("")
        part("text/plain", text)
        part("text/html", html)
        line("--\(boundary)--")
    }

    private mutating func line(_ text: String) { bytes += Array(text.utf8) + [13, 10] }

    private mutating func part(_ type: String, _ body: String) {
        line("--\(boundary)")
        line("Content-Type: \(type); charset=utf-8")
        line("Content-Transfer-Encoding: quoted-printable")
        line("")
        bytes += Self.quotedPrintable(body)
    }

    private mutating func write(_ name: String, _ value: Value) {
        let words: [String] =
            switch value {
            case .text(let text): Self.words(text)
            case .plain(let text): Self.oneLine(text).split(separator: " ").map(String.init)
            case .mailbox(let name, let address): Self.mailbox(name, Self.oneLine(address).replacing(" ", with: ""))
            }
        var row = "\(name):"
        for word in words {
            if row.utf8.count + 1 + word.utf8.count > Self.width, row != "\(name):" {
                line(row)
                row = ""
            }
            row += " \(word)"
        }
        line(row)
    }

    private static func mailbox(_ name: String?, _ address: String) -> [String] {
        guard let name, !oneLine(name).isEmpty else { return [address] }
        let text = oneLine(name)
        let isPlain = text.utf8.allSatisfy { $0 < 0x80 } && !text.contains("=?")
        guard isPlain else { return encoded(text) + ["<\(address)>"] }
        let quoted = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return ["\"\(quoted)\"", "<\(address)>"]
    }

    /// A text in one line: white space and control characters become spaces.
    private static func oneLine(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { $0.isControl || $0.properties.isWhitespace ? " " as Unicode.Scalar : $0 }
        return String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
    }

    private static func words(_ text: String) -> [String] {
        let text = oneLine(text)
        let isPlain = text.utf8.allSatisfy { $0 < 0x80 } && !text.contains("=?")
        let words = text.split(separator: " ").map(String.init)
        return isPlain && words.allSatisfy { $0.utf8.count < width } ? words : encoded(text)
    }

    /// Encoded words of whole code points, short enough for one beside the name of a field (RFC 2047, sections 2 and 5).
    private static func encoded(_ text: String) -> [String] {
        var (words, piece): ([String], [UInt8]) = ([], [])
        func word() -> String { "=?UTF-8?B?\(Data(piece).base64EncodedString())?=" }
        for scalar in text.unicodeScalars {
            let next = Array(String(scalar).utf8)
            // 39 bytes are 52 digits.
            if piece.count + next.count > 39 {
                words.append(word())
                piece = []
            }
            piece += next
        }
        return piece.isEmpty ? words : words + [word()]
    }

    /// RFC 2045, section 6.7. Each line of the text ends in CR LF.
    static func quotedPrintable(_ text: String) -> [UInt8] {
        let text = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { quotedPrintable(line: Array($0.utf8)) }
    }

    private static func quotedPrintable(line: [UInt8]) -> [UInt8] {
        var (out, column): ([UInt8], Int) = ([], 0)
        for (index, byte) in line.enumerated() {
            let isLast = index + 1 == line.count
            let isBlank = byte == 0x20 || byte == 0x09
            // A dot or "From " at the beginning of a line means something on the way.
            let isRisky = index == 0 && (byte == UInt8(ascii: ".") || byte == UInt8(ascii: "F"))
            let isPlain = (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=") && !isRisky || isBlank && !isLast
            let size = isPlain ? 1 : 3
            if column + size > (isLast ? width : width - 1) {
                out += Array("=\r\n".utf8)
                column = 0
            }
            out += isPlain ? [byte] : Array(String(format: "=%02X", byte).utf8)
            column += size
        }
        return out + [13, 10]
    }
}
