import Foundation

/// `POST /v1/notices`: staff tell sections and whole courses something, all at once.
public struct NewNotice: Codable, Sendable, Equatable {
    /// Of the sending, made by the client, so that sending again changes nothing.
    public var id: Notice.ID?
    /// Those that it is for.
    public var sections: [Section.ID]?
    /// Those that it is for as a whole.
    public var courses: [Course.ID]?
    public var title: String
    public var body: String?
    public var due: Date?
    /// Whether it passes a mute, and clients show it as "must read".
    public var mustRead: Bool?

    public init(
        id: Notice.ID? = nil, sections: [Section.ID]? = nil, courses: [Course.ID]? = nil, title: String, body: String? = nil,
        due: Date? = nil, mustRead: Bool? = nil
    ) {
        self.id = id
        self.sections = sections
        self.courses = courses
        self.title = title
        self.body = body
        self.due = due
        self.mustRead = mustRead
    }

    public static let mostSections = 200
    public static let mostCourses = 50

    public func validated() throws(DomainError) -> Self {
        var faults = Faults()
        faults.check("title", title.fault(length: TextLimit.title) ?? Mention.fault(title))
        faults.check("body", body.flatMap { $0.fault(length: TextLimit.body) ?? Mention.fault($0) })
        faults.check("due", due.flatMap(EventFields.fault(due:)))
        let (sections, courses) = (sections ?? [], courses ?? [])
        faults.check("sections", sections.isEmpty && courses.isEmpty ? "must name sections, or courses" : nil)
        faults.check("sections", sections.count > Self.mostSections ? "must be at most \(Self.mostSections)" : nil)
        faults.check("courses", courses.count > Self.mostCourses ? "must be at most \(Self.mostCourses)" : nil)
        try faults.raise()
        return self
    }
}

/// One sending of a notice, which is one event in each course.
public enum Notice {
    public typealias ID = Identifier<Notice>
}

/// How many people a notice would reach, its sender not among them.
public struct NoticeReach: Codable, Sendable, Equatable {
    public var people: Int

    public init(people: Int) { self.people = people }
}

/// How many of those who can see a notice, its sender not among them, have seen it as it stands.
public struct NoticeReceipts: Codable, Sendable, Equatable {
    public var people: Int
    public var seen: Int

    public init(people: Int, seen: Int) {
        self.people = people
        self.seen = seen
    }
}
