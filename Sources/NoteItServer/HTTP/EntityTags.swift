import HTTPTypes
import Hummingbird
import NoteItCore

/// The entity tags of `If-Match` or `If-None-Match` (RFC 9110, section 13.1).
struct EntityTags: Equatable, Sendable {
    /// The tags as they are written, such as `"3"`, `W/"3"` and `*`.
    let texts: [String]

    /// Nil without the header. A header without a tag matches nothing.
    init?(_ request: Request, _ name: HTTPField.Name) {
        let values = request.headers[values: name]
        if values.isEmpty { return nil }
        texts = values.flatMap { $0.split(separator: ",") }.map(\.trimmed).filter { !$0.isEmpty }
    }

    init(_ text: String) { texts = [text] }

    var isAny: Bool { texts.contains("*") }

    /// The tags without quotes. A weak or malformed tag stays as it is written, so no object has it.
    var strong: [String] {
        texts.map { text in
            text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"") ? String(text.dropFirst().dropLast()) : text
        }
    }

    /// Whether a reader knows a representation already. Weak tags count.
    /// - Parameter tag: without quotes.
    func know(_ tag: String) -> Bool { isAny || texts.contains("\"\(tag)\"") || texts.contains("W/\"\(tag)\"") }
}

extension Request {
    /// Whether `If-None-Match` names one of these tags, which are without quotes.
    func knows(_ tags: String...) -> Bool {
        EntityTags(self, .ifNoneMatch).map { named in tags.contains(where: named.know) } ?? false
    }
}
