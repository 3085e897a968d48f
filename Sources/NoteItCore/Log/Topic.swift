/// A set of readers, as a log row names those who may see it.
public struct Topic: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// Everyone in the course.
    public static func course(_ course: Course.ID) -> Topic { Topic(rawValue: "course:\(course)") }
    /// The course that everyone is in who holds it; nil for topics of other kinds.
    public var course: Course.ID? { name(of: "course:").map(Course.ID.init) }
    /// The one person who holds it; nil for topics of other kinds.
    public var account: Account.ID? { name(of: "account:").flatMap { Account.ID(String($0)) } }

    private func name(of kind: String) -> Substring? { rawValue.hasPrefix(kind) ? rawValue.dropFirst(kind.count) : nil }

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

}

/// Who may see a subject, and who of them sees all of it.
public struct Audience: Sendable, Equatable {
    /// Whoever holds one of these may see it.
    public var topics: [Topic]
    /// Whoever holds one of these sees who wrote it, with the email, and why it was removed.
    public var insiders: [Topic]
    /// The course that its readers must be in besides; nil for what stays one's own.
    public var course: Course.ID?
    /// Of what was told once, to those who were there.
    public var moment: Moment?

    /// When something was told, and to whom.
    public struct Moment: Sendable, Equatable {
        /// Of the log's row that told it.
        public var offset: Int64
        /// Whoever held one of these then was told, unless they held one of `told`: they knew it already.
        public var topics: [Topic]
        public var told: [Topic]
        public var except: Set<Account.ID>

        public init(offset: Int64, topics: [Topic], told: [Topic], except: Set<Account.ID>) {
            self.offset = offset
            self.topics = topics
            self.told = told
            self.except = except
        }
    }

    /// Of what one topic says: a course of the catalog, something of one person's.
    public init(_ topic: Topic) { (topics, insiders, course) = ([topic], [], nil) }

    /// Of an event, and of what stands in its thread. Staff of some sections are in charge of events for those, and of events
    /// for the whole course; elsewhere they are students. One's own private events stay when one leaves the course.
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
    }
}

/// What one reader may see now: the topics held. And since when, for what they hear of a log that they read later.
public struct Interest: Sendable, Equatable {
    /// A place in a course, over the offsets between its grant and its loss.
    public struct Place: Sendable, Equatable {
        public var enrollment: Enrollment
        public var grantedAt: Int64
        /// Nil: it is held.
        public var revokedAt: Int64?

        public init(_ enrollment: Enrollment, grantedAt: Int64, revokedAt: Int64? = nil) {
            self.enrollment = enrollment
            self.grantedAt = grantedAt
            self.revokedAt = revokedAt
        }

        public var topics: [Topic] { Interest.topics(of: enrollment) }
    }

    public let account: Account.ID
    /// Also those that were given up, as long as rows of their time can be read.
    public let places: [Place]
    /// Held now.
    public let topics: Set<Topic>

    public init(account: Account.ID, places: [Place]) {
        self.account = account
        self.places = places
        topics = Set(places.lazy.filter { $0.revokedAt == nil }.flatMap(\.topics)).union([.account(account)])
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

    public func sees(_ audience: Audience) -> Bool {
        if let course = audience.course, !topics.contains(.course(course)) { return false }
        return audience.topics.contains(where: topics.contains) && (audience.moment.map(wasTold) ?? true)
    }

    private func wasTold(_ moment: Audience.Moment) -> Bool {
        held(any: moment.topics, at: moment.offset) && !held(any: moment.told, at: moment.offset)
            && !moment.except.contains(account)
    }

    /// Whether this reader, who sees the subject, sees all of it.
    public func isInsider(of audience: Audience) -> Bool { audience.insiders.contains(where: topics.contains) }

    /// Whether one of `topics` was held when the row at `offset` was written.
    private func held(any topics: [Topic], at offset: Int64) -> Bool {
        topics.contains(.account(account))
            || places.contains { place in
                place.grantedAt < offset && offset <= place.revokedAt ?? .max && place.topics.contains(where: topics.contains)
            }
    }
}
