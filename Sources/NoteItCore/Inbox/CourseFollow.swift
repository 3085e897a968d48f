/// The new posts of a course of which a person wants to hear.
public struct CourseFollow: Codable, Equatable, Sendable, Memberwise, JSONObject {
    public var course: Course.ID
    /// The kind of posts; nil means any.
    @Nullable public var kind: Event.Kind? = nil
    /// A tag, whatever its case; nil means posts with any tags or none.
    @Nullable public var tag: String? = nil

    /// The most that one person may have.
    public static let most = 200

    public func matches(_ event: Event) -> Bool {
        event.course == course && (kind ?? event.kind) == event.kind
            && (tag.map { tag in event.tags.contains { $0.lowercased() == tag.lowercased() } } ?? true)
    }

    /// The fault of a list of follows, in words; nil if it is valid.
    static func fault(_ follows: [CourseFollow]) -> String? {
        if follows.count > most { return "must list at most \(most)" }
        return follows.lazy.compactMap { $0.tag?.fault(length: TextLimit.tag) }.first.map { "each tag " + $0 }
    }
}

extension CourseFollow: Hashable, Comparable {
    public func hash(into hasher: inout Hasher) {
        hasher.combine(course)
        hasher.combine(kind)
        hasher.combine(tag)
    }

    public static func < (left: Self, right: Self) -> Bool {
        (left.course, left.kind?.rawValue ?? "", left.tag ?? "") < (right.course, right.kind?.rawValue ?? "", right.tag ?? "")
    }
}
