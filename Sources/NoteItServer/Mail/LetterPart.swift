import Foundation

/// A part of a mail, which is written as plain text and as HTML.
enum LetterPart {
    case paragraph(String)
    case heading(String)
    /// What a person wrote, in Markdown, which reads well as it is.
    case written(String)
    case link(String, url: String)
    case row(String, url: String, about: String)
    /// In small type.
    case note(String)
    /// What stands below a line, in small type.
    case footer(String, url: String? = nil)

    /// The columns of our own words; what people wrote is not wrapped.
    private static let columns = 72

    var text: String {
        switch self {
        case .paragraph(let text): Self.wrapped(text)
        case .heading(let text): "\(text)\n\(String(repeating: "-", count: min(text.count, Self.columns)))"
        case .written(let text): text
        case .link(let text, let url): "\(text):\n\(url)"
        case .row(let text, let url, let about): "* \(text)\n  \(about)\n  \(url)"
        case .note(let text): Self.wrapped(text)
        case .footer(let text, let url): Self.wrapped(url.map { "\(text): \($0)" } ?? text)
        }
    }

    private static let small = "font-size:smaller;opacity:.75"

    var html: String {
        switch self {
        case .paragraph(let text): "<p>\(text.escapedForXML)</p>"
        case .heading(let text): "<h3 dir=\"auto\" style=\"margin:1.5em 0 .5em\">\(text.escapedForXML)</h3>"
        case .written(let text):
            "<div style=\"white-space:pre-wrap;unicode-bidi:plaintext;border-left:3px solid #999;padding-left:12px\">"
                + "\(Self.lines(text))</div>"
        case .link(let text, let url): "<p><a href=\"\(url.escapedForXML)\">\(text.escapedForXML)</a></p>"
        case .row(let text, let url, let about):
            "<p style=\"margin:.6em 0\"><a href=\"\(url.escapedForXML)\">\(text.escapedForXML)</a><br>"
                + "<small>\(about.escapedForXML)</small></p>"
        case .note(let text): "<p style=\"\(Self.small)\">\(text.escapedForXML)</p>"
        case .footer(let text, let url):
            "<p style=\"\(Self.small);margin:.4em 0\">"
                + (url.map { "<a href=\"\($0.escapedForXML)\">\(text.escapedForXML)</a>" } ?? text.escapedForXML) + "</p>"
        }
    }

    static func text(_ parts: [LetterPart]) -> String {
        var (out, isBelow) = ("", false)
        for part in parts {
            if case .footer = part, !isBelow {
                // The separator of signatures (RFC 3676, section 4.3): clients leave out what follows it when they quote.
                out += "-- \n"
                isBelow = true
            }
            out += part.text + (isBelow ? "\n" : "\n\n")
        }
        return out.trimmingCharacters(in: .newlines)
    }

    static func html(_ parts: [LetterPart], title: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <meta name="color-scheme" content="light dark"><title>\(title.escapedForXML)</title></head>
        <body style="font-family:sans-serif;line-height:1.45;overflow-wrap:anywhere;max-width:40em;margin:1em auto;padding:0 1em">
        \(parts.map(\.html).joined(separator: "\n"))
        </body></html>
        """
    }

    /// Escaped. Breaks and indents are written out: some clients do not know `white-space`.
    private static func lines(_ text: String) -> String {
        text.withLineFeeds.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let indent = line.prefix { $0 == " " }
            return String(repeating: "&nbsp;", count: indent.count) + String(line[indent.endIndex...]).escapedForXML
        }.joined(separator: "<br>")
    }

    private static func wrapped(_ text: String) -> String {
        var (rows, row): ([String], String) = ([], "")
        for word in text.split(separator: " ") {
            if !row.isEmpty, row.count + 1 + word.count > columns {
                rows.append(row)
                row = ""
            }
            row += (row.isEmpty ? "" : " ") + word
        }
        return (rows + [row]).joined(separator: "\n")
    }
}
