import Foundation

/// A part of a mail: its fields and its body (RFC 2045). The reader is lenient, and bounded in depth and in number of parts.
struct MIMEEntity {
    /// Names in lower case, values unfolded, in their order.
    let fields: [(name: String, value: String)]
    let body: ArraySlice<UInt8>

    /// `mostField` is in bytes: the rest of a longer field is left out.
    private static let (mostFields, mostField, mostDepth, mostParts) = (1_000, 10_000, 8, 100)

    init(_ bytes: ArraySlice<UInt8>) {
        var (fields, place): ([(name: String, value: String)], Int) = ([], bytes.startIndex)
        while place < bytes.endIndex {
            let end = bytes[place...].firstIndex(of: 10) ?? bytes.endIndex
            var line = bytes[place..<end]
            if line.last == 13 { line = line.dropLast() }
            place = min(end + 1, bytes.endIndex)
            if line.isEmpty { break }
            let text = String(decoding: line.prefix(Self.mostField), as: UTF8.self)
            if line.first == 0x20 || line.first == 0x09 {
                if let last = fields.indices.last, fields[last].value.utf8.count < Self.mostField {
                    fields[last].value += " " + text.trimmingCharacters(in: .whitespaces)
                }
            } else if let colon = text.firstIndex(of: ":"), fields.count < Self.mostFields {
                fields.append(
                    (
                        text[..<colon].trimmingCharacters(in: .whitespaces).lowercased(),
                        text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces)
                    ))
            }
        }
        (self.fields, body) = (fields, bytes[place...])
    }

    func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    func value(_ name: String) -> String? { values(name).first }

    /// `text/plain`, in lower case.
    var mediaType: String {
        let type = value("content-type")?.split(separator: ";").first.map { $0.trimmingCharacters(in: .whitespaces) }
        return type.flatMap { $0.contains("/") ? $0.lowercased() : nil } ?? "text/plain"
    }

    /// A parameter of `Content-Type`, without quotes.
    func parameter(_ name: String) -> String? {
        guard let type = value("content-type") else { return nil }
        for part in Self.parameters(type) {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].trimmingCharacters(in: .whitespaces).lowercased() == name else { continue }
            return pair[1].trimmingCharacters(in: CharacterSet(charactersIn: " \t\"")).replacing("\\\"", with: "\"")
        }
        return nil
    }

    /// Split at semicolons outside quotes.
    private static func parameters(_ text: String) -> [String] {
        var (parts, part, isQuoted): ([String], String, Bool) = ([], "", false)
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if character == ";", !isQuoted {
                parts.append(part)
                part = ""
            } else {
                part.append(character)
            }
        }
        return Array((parts + [part]).dropFirst())
    }

    private var isAttachment: Bool {
        value("content-disposition")?.lowercased().hasPrefix("attachment") ?? false
    }

    /// The texts of a type, in their order, without attachments.
    func texts(_ type: String) -> [MIMEEntity] {
        var left = Self.mostParts
        return texts(type, depth: 0, &left)
    }

    private func texts(_ type: String, depth: Int, _ left: inout Int) -> [MIMEEntity] {
        left -= 1
        guard left >= 0, depth <= Self.mostDepth, !isAttachment else { return [] }
        if mediaType == type { return [self] }
        guard mediaType.hasPrefix("multipart/"), let boundary = parameter("boundary"), !boundary.isEmpty else { return [] }
        var found: [MIMEEntity] = []
        for part in parts(boundary) { found += MIMEEntity(part).texts(type, depth: depth + 1, &left) }
        return found
    }

    /// O(n) for n bytes.
    private func parts(_ boundary: String) -> [ArraySlice<UInt8>] {
        let mark = Array("--\(boundary)".utf8)
        var (parts, start, place): ([ArraySlice<UInt8>], Int?, Int) = ([], nil, body.startIndex)
        while place < body.endIndex, parts.count < Self.mostParts {
            let end = body[place...].firstIndex(of: 10) ?? body.endIndex
            let line = body[place..<end]
            if line.starts(with: mark) {
                // The line break before it belongs to the boundary.
                let isPair = place > body.startIndex + 1 && body[place - 2] == 13
                if let start { parts.append(body[start..<max(start, place - (isPair ? 2 : 1))]) }
                if line.dropFirst(mark.count).starts(with: Array("--".utf8)) { return parts }
                start = min(end + 1, body.endIndex)
            }
            place = end + 1
        }
        if let start { parts.append(body[start...]) }
        return parts
    }

    /// The bytes of the body without its transfer encoding; nil for an unknown one.
    func decoded() -> [UInt8]? {
        switch value("content-transfer-encoding")?.lowercased() ?? "7bit" {
        case "7bit", "8bit", "binary", "": Array(body)
        case "quoted-printable": Self.unquoted(body)
        case "base64":
            Data(base64Encoded: Data(body.filter(Self.isBase64)), options: .ignoreUnknownCharacters).map { Array($0) }
        default: nil
        }
    }

    private static func isBase64(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F }

    private static func unquoted(_ body: ArraySlice<UInt8>) -> [UInt8] {
        var (out, place): ([UInt8], Int) = ([], body.startIndex)
        while place < body.endIndex {
            let byte = body[place]
            place += 1
            guard byte == UInt8(ascii: "=") else {
                out.append(byte)
                continue
            }
            // A soft line break may have white space before its end.
            var end = place
            while end < body.endIndex, body[end] == 0x20 || body[end] == 0x09 { end += 1 }
            if end < body.endIndex, body[end] == 13 || body[end] == 10 {
                if body[end] == 13, end + 1 < body.endIndex, body[end + 1] == 10 { end += 1 }
                place = end + 1
            } else if place + 1 < body.endIndex,
                let number = UInt8(String(decoding: body[place...place + 1], as: UTF8.self), radix: 16)
            {
                out.append(number)
                place += 2
            } else {
                out.append(byte)
            }
        }
        return out
    }
}
