import HTTPTypes
import Hummingbird
import NoteItCore

/// `If-Match` and `If-None-Match` (RFC 9110, section 13.1).
struct ObjectCondition: Equatable, Sendable {
    private let match, noneMatch: EntityTags?

    init(_ request: Request) {
        match = EntityTags(request, .ifMatch)
        noneMatch = EntityTags(request, .ifNoneMatch)
    }

    /// - Parameter absent: whether nothing may be there.
    init(absent: Bool) { (match, noneMatch) = (nil, absent ? EntityTags("*") : nil) }

    /// The condition that an object is as it was read.
    init(tag: String) { (match, noneMatch) = (EntityTags("\"\(tag)\""), nil) }

    /// Whether a write may go on.
    /// - Parameter etag: of the object that is there; nil: there is none.
    func holds(for etag: String?) -> Bool {
        guard holdsIfMatch(for: etag) else { return false }
        if let noneMatch, let etag, noneMatch.know(etag) { return false }
        return true
    }

    /// Whether `If-Match` allows the request; weak tags never match.
    func holdsIfMatch(for etag: String?) -> Bool {
        guard let match else { return true }
        return etag.map { match.isAny || match.strong.contains($0) } ?? false
    }

    /// Whether a reader has an object already.
    func knows(_ etag: String) -> Bool { noneMatch?.know(etag) ?? false }

    /// The condition for the store, which checks it in its transaction. It cannot say that other tags are refused: see `holds`.
    var stored: WriteCondition {
        if let match { return .tags(match.isAny ? [] : match.strong) }
        return noneMatch?.isAny == true ? .absent : .none
    }

    /// Whether `stored` says all of it.
    var isStored: Bool {
        if let match { return noneMatch == nil && !match.texts.isEmpty }
        return noneMatch?.isAny ?? true
    }
}
