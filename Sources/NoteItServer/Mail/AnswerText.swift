import Foundation
import NoteItCore

/// What a person wrote in an answer by mail: without the mail that it quotes below, and without a signature.
enum AnswerText {
    /// - Parameter isCut: whether a quotation below it was left out before.
    static func own(_ text: String, isCut: Bool = false) -> String {
        let text = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").replacing("\u{A0}", with: " ")
        let whole = text.split(separator: "\n", omittingEmptySubsequences: false)
        var lines = whole.map { line in String(line.reversed().drop { $0 == " " || $0 == "\t" }.reversed()) }
        let end = lines.indices.first { isEnd(lines, $0) }
        if let end {
            lines.removeSubrange(end...)
            dropFields(&lines)
        }
        if let signature = whole.prefix(lines.count).firstIndex(of: "-- ") { lines.removeSubrange(signature...) }
        dropQuote(&lines, isCut: isCut || end != nil)
        return String(String.UnicodeScalarView(lines.joined(separator: "\n").unicodeScalars.filter(isKept))).trimmed
    }

    /// Whether everything from this line on is of another mail.
    private static func isEnd(_ lines: [String], _ index: Int) -> Bool {
        let line = lines[index]
        if line.contains(LetterWriter.marker) { return true }
        if line.hasPrefix("-----") && line.lowercased().contains("original") { return true }
        // Outlook draws a line, or none, above the fields of the mail that it quotes.
        let next = lines.dropFirst(index + 1).prefix(4)
        if line.hasPrefix("From: "), next.contains(where: { $0.hasPrefix("Sent: ") || $0.hasPrefix("Date: ") }),
            next.contains(where: { $0.hasPrefix("To: ") || $0.hasPrefix("Subject: ") })
        {
            return true
        }
        return line.count >= 20 && line.allSatisfy { $0 == "_" }
            && lines.dropFirst(index + 1).first { !$0.isEmpty }?.contains(": ") == true
    }

    /// Outlook writes the fields of the mail that it quotes in the language of its person. They hold addresses.
    private static func dropFields(_ lines: inout [String]) {
        var rest = lines[...]
        while rest.last?.isEmpty == true { rest.removeLast() }
        let fields = rest.reversed().prefix { $0.contains(": ") }
        guard fields.count >= 3, fields.contains(where: { $0.contains("@") }) else { return }
        rest.removeLast(fields.count)
        if rest.last?.hasPrefix("-----") == true { rest.removeLast() }
        lines = Array(rest)
    }

    /// Cuts a quotation at the end, with the line in any language that introduces it: `Ada wrote:`. One in the midst of the
    /// answer stays: it is a quotation in Markdown too.
    private static func dropQuote(_ lines: inout [String], isCut: Bool) {
        func dropBlank() { while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() } }
        dropBlank()
        let hadQuote = lines.last?.hasPrefix(">") == true
        while let last = lines.last, last.hasPrefix(">") || last.isEmpty && lines.dropLast().last?.hasPrefix(">") == true {
            lines.removeLast()
        }
        dropBlank()
        let introduces = lines.last.map { $0.hasSuffix(":") || $0.hasSuffix("：") } == true
        guard introduces, hadQuote || isCut && lines.last.map(namesAnAddress) == true else { return }
        // The marker of our mail may have cut the quotation off; a client may have broken the line in two.
        let isBroken = lines.last.map { !$0.contains(where: \.isNumber) } == true
        lines.removeLast()
        if isBroken, let before = lines.last, !before.isEmpty, before.contains(where: \.isNumber) { lines.removeLast() }
        dropBlank()
    }

    private static func namesAnAddress(_ line: String) -> Bool { line.contains("@") || line.contains(where: \.isNumber) }

    private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isControl || scalar == "\n" || scalar == "\t"
    }

    /// The text of an HTML part, for answers that have no other. What stands in a quotation is left out.
    ///
    /// O(n) for n characters.
    static func text(ofHTML html: String) -> String {
        // Tags of the same name may stand in each other; what is hidden ends with the first.
        var (out, rest, hidden, depth): (String, Substring, String?, Int) = ("", html[...], nil, 0)
        while let open = rest.firstIndex(of: "<") {
            if hidden == nil { out += collapsed(rest[..<open]) }
            guard let close = rest[open...].firstIndex(of: ">") else { return unescaped(out) }
            let tag = rest[rest.index(after: open)..<close]
            rest = rest[rest.index(after: close)...]
            let isEnd = tag.first == "/"
            let name = tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
            if let hiding = hidden {
                if name == hiding { depth += isEnd ? -1 : 1 }
                if depth == 0 { hidden = nil }
            } else if !isEnd, ["blockquote", "style", "script", "head", "title"].contains(name) {
                (hidden, depth) = (name, 1)
            } else if ["br", "p", "div", "tr", "li"].contains(name), name == "br" || isEnd {
                out += "\n"
            }
        }
        if hidden == nil { out += collapsed(rest) }
        return unescaped(out)
    }

    private static func collapsed(_ text: Substring) -> String {
        var out = ""
        for character in text {
            if character.isWhitespace {
                if out.last != " " { out.append(" ") }
            } else {
                out.append(character)
            }
        }
        return out
    }

    private static func unescaped(_ text: String) -> String {
        text.replacing("&nbsp;", with: " ").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }
}
