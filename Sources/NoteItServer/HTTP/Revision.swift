import Foundation
import HTTPTypes
import Hummingbird
import NoteItCore

/// Revisions of events and replies as HTTP carries them: `ETag: "3"`, `If-Match: "3"` (RFC 9110, section 13.1.1).
enum Revision {
    static func tag(_ rev: Int) -> String { "\"\(rev)\"" }

    /// The revision that a request demands; nil if it takes any, which `*` does too.
    /// 0, which nothing ever has, for weak tags and for what is no tag of ours. Of several the highest.
    static func demanded(by request: Request) -> Int? {
        let tags = request.headers[values: .ifMatch].flatMap { $0.split(separator: ",") }
            .map { $0.trimmingCharacters(in: .whitespaces) }
        guard !tags.isEmpty, tags != ["*"] else { return nil }
        return tags.map { rev(of: $0) ?? 0 }.max()
    }

    private static func rev(of tag: String) -> Int? {
        guard tag.count > 2, tag.hasPrefix("\""), tag.hasSuffix("\"") else { return nil }
        return Int(tag.dropFirst().dropLast())
    }
}

extension HTTPFields {
    /// `ETag`, and `Location` where something was made.
    static func revision(_ rev: Int, location: String? = nil) -> HTTPFields {
        var fields: HTTPFields = [.eTag: Revision.tag(rev)]
        if let location { fields[.location] = location }
        return fields
    }
}
