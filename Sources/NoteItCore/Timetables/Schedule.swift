import Foundation

/// A timetable that somebody keeps: sections of one term, under a name.
public struct Schedule: Codable, Equatable, Sendable, Identifiable {
    public typealias ID = Identifier<Schedule>

    public var id: ID
    public var term: Term.ID
    public var name: String
    /// In the order in which they were given.
    public var sections: [Section.ID]
    /// The courses of these sections, in the same order, each once.
    public var courses: [Course.ID]
    /// Whether anybody signed in may read it by its id.
    public var shared: Bool
    public var createdAt: Date
    @Nullable public var editedAt: Date?
    /// 1, 2, ...: counts its edits.
    public var rev: Int

    public init(
        id: ID, term: Term.ID, name: String, sections: [Section.ID], courses: [Course.ID], shared: Bool, createdAt: Date,
        editedAt: Date?, rev: Int
    ) {
        self.id = id
        self.term = term
        self.name = name
        self.sections = sections
        self.courses = courses
        self.shared = shared
        self.createdAt = createdAt
        self.editedAt = editedAt
        self.rev = rev
    }

    /// How many one person keeps.
    public static let most = 200
}

/// `POST /v1/me/schedules`.
public struct NewSchedule: Codable, Sendable, Equatable {
    /// Made by the client, so that sending again changes nothing.
    public var id: Schedule.ID?
    public var term: Term.ID
    public var name: String
    public var sections: [Section.ID]
    public var shared: Bool?

    public init(id: Schedule.ID? = nil, term: Term.ID, name: String, sections: [Section.ID], shared: Bool? = nil) {
        self.id = id
        self.term = term
        self.name = name
        self.sections = sections
        self.shared = shared
    }

    public func validated() throws(DomainError) -> Self {
        var faults = Faults()
        faults.check("name", name.fault(length: TextLimit.title))
        faults.check("sections", ScheduleFields.fault(sections: sections))
        try faults.raise()
        return self
    }
}

/// `PATCH /v1/me/schedules/{id}`. Nil leaves a field as it is.
public struct SchedulePatch: Codable, Sendable, Equatable {
    public var name: String?
    public var sections: [Section.ID]?
    public var shared: Bool?

    public init(name: String? = nil, sections: [Section.ID]? = nil, shared: Bool? = nil) {
        self.name = name
        self.sections = sections
        self.shared = shared
    }

    public func validated() throws(DomainError) -> Self {
        var faults = Faults()
        faults.check("name", name?.fault(length: TextLimit.title))
        faults.check("sections", sections.flatMap(ScheduleFields.fault(sections:)))
        try faults.raise()
        return self
    }
}

enum ScheduleFields {
    static func fault(sections: [Section.ID]) -> String? {
        guard (1...50).contains(sections.count) else { return "must list 1 to 50 section ids" }
        return Set(sections).count == sections.count ? nil : "must list each section once"
    }
}

/// A course as a search for timetables needs it.
public struct PlannableCourse: Sendable, Equatable {
    public var course: Course
    /// Sections of which a student takes exactly one, with what goes with it.
    public var primaries: [Section.ID]
    /// Of primary sections, as far as anything is known.
    public var scores: [Section.ID: SectionScore]

    public init(course: Course, primaries: [Section.ID], scores: [Section.ID: SectionScore]) {
        self.course = course
        self.primaries = primaries
        self.scores = scores
    }
}

/// What is known of how a section is liked and graded.
public struct SectionScore: Sendable, Equatable {
    /// 100 times the rating, of 500.
    public var rating: Int?
    /// 100 times the grade average, of 400.
    public var grade: Int?

    public init(rating: Int?, grade: Int?) {
        self.rating = rating
        self.grade = grade
    }
}

/// A grade table as it is imported.
public enum GradeTable: Sendable, Equatable {
    /// Averages of a course (`instructor` empty), or of an instructor's sections of it.
    public struct CourseRow: Sendable, Equatable {
        public var subject, number, instructor: String
        /// 100 times the average, of 400.
        public var average: Int

        public init(subject: String, number: String, instructor: String, average: Int) {
            self.subject = subject
            self.number = number
            self.instructor = instructor
            self.average = average
        }
    }

    public struct SectionRow: Sendable, Equatable {
        public var crn: String
        public var score: SectionScore

        public init(crn: String, score: SectionScore) {
            self.crn = crn
            self.score = score
        }
    }

    case courses([CourseRow])
    case sections([SectionRow])
}
