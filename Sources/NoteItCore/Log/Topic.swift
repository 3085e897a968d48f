/// A set of readers. A log row names the topics whose holders may see it.
public struct Topic: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// Everyone in the course.
    public static func course(_ course: Course.ID) -> Topic { Topic(rawValue: "course:\(course)") }
    /// The course of a `course` topic; nil for other topics.
    public var course: Course.ID? { name(of: "course:").map { Course.ID($0) } }
    /// The person of an `account` topic; nil for other topics.
    public var account: Account.ID? { name(of: "account:").flatMap { Account.ID(String($0)) } }

    private func name(of kind: String) -> Substring? { rawValue.hasPrefix(kind) ? rawValue.dropFirst(kind.count) : nil }

    /// Everyone in the section, and its staff.
    public static func section(_ section: Section.ID) -> Topic { Topic(rawValue: "section:\(section)") }
    /// The topic of all staff of a course, whatever their sections.
    public static func staff(_ course: Course.ID) -> Topic { Topic(rawValue: "staff:\(course)") }
    /// Staff of the whole course.
    public static func wholeStaff(_ course: Course.ID) -> Topic { Topic(rawValue: "staff:\(course)/*") }
    /// Staff of one section.
    public static func sectionStaff(_ section: Section.ID) -> Topic { Topic(rawValue: "staff:/\(section)") }
    /// The topic of one person.
    public static func account(_ account: Account.ID) -> Topic { Topic(rawValue: "account:\(account)") }

    /// The staff in charge of an event: all staff of the course, or the staff of its sections and of the whole course.
    public static func inCharge(course: Course.ID, sections: [Section.ID]) -> [Topic] {
        sections.isEmpty ? [.staff(course)] : sections.map(Topic.sectionStaff) + [.wholeStaff(course)]
    }
}

/// The readers who may see a subject, and those among them who see all of it.
public struct Audience: Sendable, Equatable {
    /// A holder of one of these may see the subject.
    public var topics: [Topic]
    /// A holder of one of these also sees the author, their email, and the reason of a removal.
    public var insiders: [Topic]
    /// The course that a reader must be in as well; nil for what a person keeps after leaving the course.
    public var course: Course.ID?
    /// The course to which the subject belongs, also where a reader need not be in it.
    public var place: Course.ID?
    /// The moments at which news was told that only its readers of that time get, oldest first, up to this one. A reader whom
    /// an earlier one reached does not get it again.
    public var moments: [Moment] = []

    /// When news was told, and to whom.
    public struct Moment: Sendable, Equatable, Memberwise {
        /// The offset of the log row that told it.
        public var offset: Int64
        /// Told to every holder of one of these, except holders of one of `told`, who knew it already.
        public var topics: [Topic]
        public var told: [Topic]
        public var except: Set<Account.ID>
    }

    /// The holders of one topic, for a course of the catalog or a person's own things.
    public init(_ topic: Topic) { (topics, insiders, course, place) = ([topic], [], nil, topic.course) }

    /// The readers of an event and of its thread. Staff of some sections are in charge of the events for these sections and for
    /// the whole course; for other events they count as students. A person keeps their private events after leaving the course.
    public init(course: Course.ID, sections: [Section.ID], visibility: Event.Visibility, author: Account.ID) {
        let inCharge = Topic.inCharge(course: course, sections: sections)
        switch visibility {
        case .private: topics = [.account(author)]
        case .staff: topics = inCharge + [.account(author)]
        case .public where sections.isEmpty: topics = [.course(course)]
        case .public: topics = sections.map(Topic.section) + [.wholeStaff(course), .account(author)]
        }
        insiders = visibility == .private ? [] : inCharge
        self.course = visibility == .private ? nil : course
        place = course
    }
}

/// The topics that one reader holds now, and the grants from which they come. The grants tell what a reader of older log rows
/// held when each row was written.
public struct Interest: Sendable, Equatable {
    /// An enrollment with the log offsets at which it was granted and revoked.
    public struct Grant: Sendable, Equatable {
        public var enrollment: Enrollment
        public var grantedAt: Int64
        /// The offset at which access ended; nil while the enrollment is held.
        public var revokedAt: Int64?

        public init(_ enrollment: Enrollment, grantedAt: Int64, revokedAt: Int64? = nil) {
            self.enrollment = enrollment
            self.grantedAt = grantedAt
            self.revokedAt = revokedAt
        }

        public var topics: [Topic] { Interest.topics(of: enrollment) }
    }

    public let account: Account.ID
    /// All grants, also revoked ones as long as log rows of their time can be read.
    public let grants: [Grant]
    /// The topics held now.
    public let topics: Set<Topic>
    /// The only course of which the reader hears; nil for all, and for the reader's own things.
    public let only: Course.ID?

    public init(account: Account.ID, grants: [Grant], only course: Course.ID? = nil) {
        let grants = course.map { course in grants.filter { $0.enrollment.course == course } } ?? grants
        self.account = account
        self.grants = grants
        only = course
        topics = Set(grants.lazy.filter { $0.revokedAt == nil }.flatMap(\.topics)).union([.account(account)])
    }

    /// The topics that an enrollment gives.
    public static func topics(of enrollment: Enrollment) -> [Topic] {
        let course = enrollment.course
        return switch (enrollment.role, enrollment.section) {
        case (.student, let section?): [.course(course), .section(section)]
        case (.staff, let section?): [.course(course), .section(section), .staff(course), .sectionStaff(section)]
        case (_, nil): [.course(course), .staff(course), .wholeStaff(course)]
        }
    }

    /// Whether the reader hears of changes to subjects of this type that belong to a course, or to none.
    public func hears(of type: ChangeType, in course: Course.ID?) -> Bool {
        only == nil || course == only && [.event, .reply, .removal, .course, .enrollment, .none].contains(type)
    }

    public func sees(_ audience: Audience) -> Bool {
        if let course = audience.course, !topics.contains(.course(course)) { return false }
        guard audience.topics.contains(where: topics.contains) else { return false }
        return audience.moments.isEmpty || audience.moments.firstIndex(where: isReached) == audience.moments.count - 1
    }

    private func isReached(by moment: Audience.Moment) -> Bool {
        held(any: moment.topics, at: moment.offset) && !held(any: moment.told, at: moment.offset)
            && !moment.except.contains(account)
    }

    /// Whether this reader sees all of a subject. The reader must be one who sees it.
    public func isInsider(of audience: Audience) -> Bool { audience.insiders.contains(where: topics.contains) }

    /// Whether one of `topics` was held when the row at `offset` was written.
    private func held(any topics: [Topic], at offset: Int64) -> Bool {
        topics.contains(.account(account))
            || grants.contains { grant in
                grant.grantedAt < offset && offset <= grant.revokedAt ?? .max && grant.topics.contains(where: topics.contains)
            }
    }
}
