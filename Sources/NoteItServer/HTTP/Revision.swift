import Foundation
import HTTPTypes
import Hummingbird
import NoteItCore

/// Revisions of events, replies, timetables, tasks, records and plans as HTTP carries them: `ETag: "3"`, `If-Match: "3"` (RFC 9110, section 13.1.1).
enum Revision {
    static func tag(_ rev: Int) -> String { "\"\(rev)\"" }

    /// The revision that a request demands, the highest of several; nil if it takes any, as with `*` and, by the contract,
    /// an empty header. For a weak or malformed tag it is -1, which no revision matches.
    static func demanded(by request: Request) -> Int? {
        guard let tags = EntityTags(request, .ifMatch), !tags.isAny else { return nil }
        return tags.texts.map { rev(of: $0) ?? -1 }.max()
    }

    private static func rev(of tag: String) -> Int? {
        guard tag.count > 2, tag.hasPrefix("\""), tag.hasSuffix("\"") else { return nil }
        return Int(tag.dropFirst().dropLast())
    }
}

extension EditedResponse where Generator: Revised {
    init(_ value: Generator) { self.init(headers: [.eTag: Revision.tag(value.rev)], response: value) }

    /// `201` with the path as `Location`; `200` if the client sent the id of `value` before.
    init(_ value: Generator, created: Bool, at path: String) {
        self.init(value)
        status = created ? .created : .ok
        if created { headers[.location] = path }
    }
}
