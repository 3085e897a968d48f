import Foundation

/// A timetable that a person saved: sections of one term, under a name.
public struct SavedTimetable: Codable, Equatable, Sendable, Identifiable, Revised {
    public typealias ID = Identifier<SavedTimetable>

    public var id: ID
    public var term: Term.ID
    public var name: String
    /// In the order of the request.
    public var sections: [Section.ID]
    /// The courses of the sections, in the same order, each once.
    public var courses: [Course.ID]
    /// Whether every signed-in person may read it by its id.
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

    /// The most timetables that one person may save.
    public static let most = 200
}

/// `POST /v1/me/schedules`.
public struct NewTimetable: Codable, Sendable, Equatable {
    /// The client chooses it, so a retry creates nothing twice.
    public var id: SavedTimetable.ID?
    public var term: Term.ID
    public var name: String
    public var sections: [Section.ID]
    public var shared: Bool?

    public init(id: SavedTimetable.ID? = nil, term: Term.ID, name: String, sections: [Section.ID], shared: Bool? = nil) {
        self.id = id
        self.term = term
        self.name = name
        self.sections = sections
        self.shared = shared
    }

    public func validated() throws(DomainError) -> Self {
        var faults = Faults()
        faults.check("name", name.fault(length: TextLimit.title))
        faults.check("sections", TimetableFields.fault(sections: sections))
        try faults.raise()
        return self
    }
}

/// `PATCH /v1/me/schedules/{id}`. Nil leaves a field as it is.
public struct TimetablePatch: Codable, Sendable, Equatable {
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
        faults.check("sections", sections.flatMap(TimetableFields.fault(sections:)))
        try faults.raise()
        return self
    }
}

/// `POST /v1/me/schedules/{id}/adopt`; without a body nothing is dropped.
public struct Adoption: Codable, Sendable, Equatable {
    /// Sections to leave in the same step. Those that the person is not in are passed over.
    public var drop: [Section.ID]?

    public init(drop: [Section.ID]? = nil) { self.drop = drop }

    /// Throws `.invalid` for a section of `timetable`.
    public func validated(for timetable: SavedTimetable) throws(DomainError) -> Self {
        var faults = Faults()
        let drop = drop ?? []
        if drop.count > 50 || Set(drop).count != drop.count {
            faults.check("drop", "must list at most 50 section ids, each once")
        }
        if let both = drop.first(where: timetable.sections.contains) {
            faults.check("drop", "must not list a section of the timetable: \(both)")
        }
        try faults.raise()
        return self
    }
}

enum TimetableFields {
    static func fault(sections: [Section.ID]) -> String? {
        guard (1...50).contains(sections.count) else { return "must list 1 to 50 section ids" }
        return Set(sections).count == sections.count ? nil : "must list each section once"
    }
}

/// A course with the data that a search for timetables needs.
public struct PlannableCourse: Sendable, Equatable {
    public var course: Course
    /// The primary sections. A student takes exactly one of them, with one section of each of its components.
    public var primaries: [Section.ID]
    /// The known scores of primary sections.
    public var scores: [Section.ID: SectionScore]

    public init(course: Course, primaries: [Section.ID], scores: [Section.ID: SectionScore]) {
        self.course = course
        self.primaries = primaries
        self.scores = scores
    }
}

/// A section's rating and grade average, as far as known.
public struct SectionScore: Sendable, Equatable {
    /// 100 times the rating, 0 to 500.
    public var rating: Int?
    /// 100 times the grade average, 0 to 400.
    public var grade: Int?

    public init(rating: Int?, grade: Int?) { (self.rating, self.grade) = (rating, grade) }
}

/// The medians of what is known in a term.
public struct MedianScore: Sendable, Equatable {
    /// 100 times the rating, 0 to 500; nil if none is known.
    public var rating: Int?
    /// 100 times the grade average, 0 to 400; nil if none is known.
    public var grade: Int?

    public init(rating: Int?, grade: Int?) { (self.rating, self.grade) = (rating, grade) }
}

/// An imported table of grades.
public enum GradeTable: Sendable, Equatable {
    /// The grade average of an instructor's sections of a course, or, if `instructor` is empty, of the whole course.
    public struct CourseRow: Sendable, Equatable {
        public var subject, number, instructor: String
        /// 100 times the average, 0 to 400.
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

        public init(crn: String, score: SectionScore) { (self.crn, self.score) = (crn, score) }
    }

    /// The rating of an instructor: in one course, or in all if `subject` and `number` are empty.
    public struct InstructorRow: Sendable, Equatable {
        public var instructor, subject, number: String
        /// 100 times the rating, 0 to 500.
        public var rating: Int

        public init(instructor: String, subject: String, number: String, rating: Int) {
            self.instructor = instructor
            self.subject = subject
            self.number = number
            self.rating = rating
        }
    }

    case courses([CourseRow])
    case sections([SectionRow])
    case instructors([InstructorRow])
}
