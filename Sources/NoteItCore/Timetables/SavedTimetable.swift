import Foundation

/// A timetable that a person saved: sections of one term, under a name.
public struct SavedTimetable: Codable, Equatable, Sendable, Identifiable, Revised, Memberwise {
    public typealias ID = Identifier<SavedTimetable>

    public var id: ID
    public var term: Term.ID
    public var name: String
    /// The sections, in the order of the request.
    public var sections: [Section.ID]
    /// The courses of the sections, in the same order, each once.
    public var courses: [Course.ID]
    /// Whether every signed-in person may read it by its id, with the owner's name.
    public var shared: Bool
    /// The present name of the owner; nil on one's own.
    public var owner: String? = nil
    public var createdAt: Date
    @Nullable public var editedAt: Date?
    /// 1, 2, ...: counts its edits.
    public var rev: Int

    /// The most timetables that one person may save.
    public static let most = 200
    /// The most sections of one timetable.
    public static let mostSections = 50
}

/// `POST /v1/me/schedules`.
public struct NewTimetable: Codable, Sendable, Equatable, Memberwise, Validated {
    /// The client chooses it, so a retry creates nothing twice.
    public var id: SavedTimetable.ID? = nil
    public var term: Term.ID
    public var name: String
    public var sections: [Section.ID]
    public var shared: Bool? = nil

    public func check(_ faults: inout Faults) {
        faults.check("name", name.fault(length: TextLimit.title))
        faults.check("sections", TimetableFields.fault(sections: sections))
    }
}

extension NewTimetable {
    /// As a saved timetable that is new. The store knows the courses of its sections.
    public func timetable(_ id: SavedTimetable.ID, at createdAt: Date) -> SavedTimetable {
        SavedTimetable(
            id: id, term: term, name: name, sections: sections, courses: [], shared: shared ?? false, createdAt: createdAt,
            editedAt: nil, rev: 1)
    }
}

/// `PATCH /v1/me/schedules/{id}`. Nil leaves a field as it is.
public struct TimetablePatch: Codable, Sendable, Equatable, Memberwise, Validated {
    public var name: String? = nil
    public var sections: [Section.ID]? = nil
    public var shared: Bool? = nil

    public func check(_ faults: inout Faults) {
        faults.check("name", name?.fault(length: TextLimit.title))
        faults.check("sections", sections.flatMap(TimetableFields.fault(sections:)))
    }
}

/// `POST /v1/me/schedules/{id}/adopt`; without a body nothing is dropped.
public struct Adoption: Codable, Sendable, Equatable, Memberwise {
    /// Sections to leave in the same step. Those that the person is not in are passed over.
    public var drop: [Section.ID]? = nil

    /// Throws `.invalid` for a section of `timetable`.
    public func validated(for timetable: SavedTimetable) throws(DomainError) -> Self {
        var faults = Faults()
        let drop = drop ?? []
        if drop.count > SavedTimetable.mostSections || Set(drop).count != drop.count {
            faults.check("drop", "must list at most \(SavedTimetable.mostSections) section ids, each once")
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
        guard (1...SavedTimetable.mostSections).contains(sections.count) else {
            return "must list 1 to \(SavedTimetable.mostSections) section ids"
        }
        return Set(sections).count == sections.count ? nil : "must list each section once"
    }
}

/// A course with the data that a search for timetables needs.
public struct PlannableCourse: Sendable, Equatable, Memberwise {
    public var course: Course
    /// The primary sections. A student takes exactly one of them, with one section of each of its components.
    public var primaries: [Section.ID]
    /// The known scores of primary sections.
    public var scores: [Section.ID: SectionScore]
}

/// A section's rating and grade average, as far as known.
public struct SectionScore: Sendable, Equatable, Memberwise {
    /// 100 times the rating, 0 to 500.
    public var rating: Int?
    /// 100 times the grade average, 0 to 400.
    public var grade: Int?
}

/// The medians of what is known in a term.
public struct MedianScore: Sendable, Equatable, Memberwise {
    /// 100 times the rating, 0 to 500; nil if none is known.
    public var rating: Int?
    /// 100 times the grade average, 0 to 400; nil if none is known.
    public var grade: Int?
}

/// An imported table of grades.
public enum GradeTable: Sendable, Equatable {
    /// The grade average of an instructor's sections of a course, or, if `instructor` is empty, of the whole course.
    public struct CourseRow: Sendable, Equatable, Memberwise {
        public var subject, number, instructor: String
        /// 100 times the average, 0 to 400.
        public var average: Int
    }

    public struct SectionRow: Sendable, Equatable, Memberwise {
        public var crn: String
        public var score: SectionScore
    }

    /// The rating of an instructor: in one course, or in all if `subject` and `number` are empty.
    public struct InstructorRow: Sendable, Equatable, Memberwise {
        public var instructor, subject, number: String
        /// 100 times the rating, 0 to 500.
        public var rating: Int
    }

    case courses([CourseRow])
    case sections([SectionRow])
    case instructors([InstructorRow])
}
