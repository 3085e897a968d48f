/// A set of readers, as a log row names those who may see it.
public struct Topic: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// Everyone in the course.
    public static func course(_ course: Course.ID) -> Topic { Topic(rawValue: "course:\(course)") }
    /// The course that everyone is in who holds it; nil for topics of other kinds.
    public var course: Course.ID? {
        let prefix = "course:"
        return rawValue.hasPrefix(prefix) ? Course.ID(rawValue.dropFirst(prefix.count)) : nil
    }
    /// Whether one person alone holds it.
    public var isPersonal: Bool { rawValue.hasPrefix("account:") }
    /// Who is in the section, and its staff.
    public static func section(_ section: Section.ID) -> Topic { Topic(rawValue: "section:\(section)") }
    /// All staff of the course, of whatever sections.
    public static func staff(_ course: Course.ID) -> Topic { Topic(rawValue: "staff:\(course)") }
    /// Staff of the whole course.
    public static func wholeStaff(_ course: Course.ID) -> Topic { Topic(rawValue: "staff:\(course)/*") }
    /// Staff of one section.
    public static func sectionStaff(_ section: Section.ID) -> Topic { Topic(rawValue: "staff:/\(section)") }
    /// One person.
    public static func account(_ account: Account.ID) -> Topic { Topic(rawValue: "account:\(account)") }

    /// Who answers for an event: all staff, or the staff of its sections and the whole course's.
    public static func inCharge(course: Course.ID, sections: [Section.ID]) -> [Topic] {
        sections.isEmpty ? [.staff(course)] : sections.map(Topic.sectionStaff) + [.wholeStaff(course)]
    }

    /// The audience of an event. Being in the course is demanded besides: see `Interest.sees`.
    public static func audience(
        course: Course.ID, sections: [Section.ID], visibility: Event.Visibility, author: Account.ID
    ) -> [Topic] {
        switch visibility {
        case .private: [.account(author)]
        case .staff: inCharge(course: course, sections: sections) + [.account(author)]
        case .public where sections.isEmpty: [.course(course)]
        case .public: sections.map(Topic.section) + [.wholeStaff(course), .account(author)]
        }
    }
}

/// What one reader may see now: the topics held, each with the log offset at which it was granted.
///
/// Rows at or before that offset are not for them: what was there already reached them, when the topic was
/// granted, as rows of their own.
public struct Interest: Sendable, Equatable {
    /// An enrollment, with the log offset at which it was granted.
    public struct Grant: Sendable {
        public var enrollment: Enrollment
        public var offset: Int64

        public init(enrollment: Enrollment, offset: Int64) {
            self.enrollment = enrollment
            self.offset = offset
        }
    }

    /// A topic that was held, over the offsets between its grant and its loss.
    public struct FormerTopic: Sendable, Equatable {
        public var topic: Topic
        public var offsets: ClosedRange<Int64>
    }

    public let account: Account.ID
    public private(set) var topics: [Topic: Int64]
    /// Removals written while one of these was held are still delivered: the reader may hold what they remove.
    public private(set) var former: [FormerTopic]

    /// - Parameter former: grants that were taken back, each with the offset at which it was.
    public init(account: Account.ID, grants: [Grant], former: [(grant: Grant, revokedAt: Int64)] = []) {
        self.account = account
        topics = [.account(account): 0]
        self.former = former.flatMap { grant, revokedAt in
            Self.topics(of: grant.enrollment).map { topic in
                FormerTopic(topic: topic, offsets: grant.offset...max(grant.offset, revokedAt))
            }
        }
        for grant in grants {
            for topic in Self.topics(of: grant.enrollment) {
                topics[topic] = Swift.min(topics[topic] ?? .max, grant.offset)
            }
        }
    }

    /// What a place in a course makes its holder hold.
    public static func topics(of enrollment: Enrollment) -> [Topic] {
        let course = enrollment.course
        return switch (enrollment.role, enrollment.section) {
        case (.student, let section?): [.course(course), .section(section)]
        case (.staff, let section?): [.course(course), .section(section), .staff(course), .sectionStaff(section)]
        case (_, nil): [.course(course), .staff(course), .wholeStaff(course)]
        }
    }

    /// Whether this reader is of the course's staff, and so sees its authors' emails.
    public func isStaff(of course: Course.ID) -> Bool { topics[.staff(course)] != nil }

    /// Whether any of `topics` is held since before `offset`.
    public func holds(any topics: [Topic], at offset: Int64) -> Bool {
        topics.contains { topic in self.topics[topic].map { $0 < offset } ?? false }
    }

    private func held(any topics: [Topic], at offset: Int64) -> Bool {
        !topics.isEmpty && former.contains { $0.offsets.contains(offset) && topics.contains($0.topic) }
    }

    /// What this reader gets of a log row: the change with its body, a bodiless removal, or nothing.
    ///
    /// A body goes only to who was in the row's audience and is in the subject's audience now, and is in its course.
    public func view(of entry: LogEntry) -> LogEntry.View? {
        let after = holds(any: entry.after, at: entry.offset)
        let before = holds(any: entry.before, at: entry.offset) || held(any: entry.before, at: entry.offset)
        guard after else { return before ? .removed : nil }
        switch entry.change {
        case .upsert:
            if entry.audienceOnly && before { return nil }
            return sees(entry) ? .whole : nil
        case .remove, .scopeGranted, .scopeRevoked: return .whole
        case .signedOut: return nil
        }
    }

    private func sees(_ entry: LogEntry) -> Bool {
        guard entry.isGuarded else { return true }
        guard let now = entry.audienceNow, let course = entry.course, let joined = topics[.course(course)] else { return false }
        return joined < entry.offset && now.contains { topics[$0] != nil }
    }
}
