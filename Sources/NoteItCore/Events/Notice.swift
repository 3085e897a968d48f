import Foundation

/// `POST /v1/notices`: staff send one message to sections and whole courses.
public struct NewNotice: Codable, Sendable, Equatable, Memberwise, Validated {
    /// The id of the sending. The client chooses it, so a retry sends nothing twice.
    public var id: Notice.ID? = nil
    /// The sections that it is for.
    public var sections: [Section.ID]? = nil
    /// The courses that it is for as a whole.
    public var courses: [Course.ID]? = nil
    public var title: String
    public var body: String? = nil
    public var due: Date? = nil
    /// Whether it overrides mutes, and clients show it as "must read".
    public var mustRead: Bool? = nil
    /// The time of publication, as in `NewEvent`.
    public var publishAt: Date? = nil

    public static let mostSections = 200
    public static let mostCourses = 50

    public func check(_ faults: inout Faults) {
        faults.check("title", title.fault(length: TextLimit.title) ?? Mention.fault(title))
        faults.check("body", body.flatMap { $0.fault(length: TextLimit.body) ?? Mention.fault($0) })
        faults.check("due", due.flatMap(EventFields.fault(due:)))
        faults.check("publishAt", publishAt.flatMap(EventFields.fault(due:)))
        let (sections, courses) = (sections ?? [], courses ?? [])
        faults.check(
            "sections", sections.isEmpty && courses.isEmpty ? "must name a section, or courses must name a course" : nil)
        faults.check("sections", sections.count > Self.mostSections ? "must list at most \(Self.mostSections) sections" : nil)
        faults.check("courses", courses.count > Self.mostCourses ? "must list at most \(Self.mostCourses) courses" : nil)
    }
}

/// A sent notice: one event in each course.
public enum Notice {
    public typealias ID = Identifier<Notice>
}

/// The number of people that a notice would reach, without its sender.
public struct NoticeReach: Codable, Sendable, Equatable, Memberwise {
    public var people: Int
}

/// How many of the people who may see a notice have seen its present text. The sender does not count.
public struct NoticeReceipts: Codable, Sendable, Equatable, Memberwise {
    public var people, seen: Int
}
