import Foundation

/// A term as a registrar's file describes it. An import compares it with the stored catalog.
public struct CatalogTerm: Sendable, Equatable {
    /// The form of the file. An import keeps stored fields that the form does not have.
    public enum Form: String, Sendable {
        /// The CSV of meetings with titles, credits, dates, places and counts.
        case csv
        /// The registrar's SpreadsheetML workbook. It has only codes, kinds, instructors and times.
        case spreadsheet
    }

    public var form: Form
    public var id: Term.ID
    /// First and last day over all meetings; nil where the form has none.
    public var startsOn, endsOn: Day?
    public var courses: [CatalogCourse]
    /// The number of rows after the header.
    public var rows: Int

    public init(form: Form, id: Term.ID, startsOn: Day?, endsOn: Day?, courses: [CatalogCourse], rows: Int) {
        self.form = form
        self.id = id
        self.startsOn = startsOn
        self.endsOn = endsOn
        self.courses = courses
        self.rows = rows
    }
}

/// A course as a registrar's file has it, in the file's order.
public struct CatalogCourse: Sendable, Equatable {
    public var subject, number: String
    /// Empty where the form has none.
    public var title: String
    public var credits: Credits?
    public var attributes: [String]
    public var sections: [CatalogSection]

    public init(
        subject: String, number: String, title: String, credits: Credits?, attributes: [String], sections: [CatalogSection]
    ) {
        self.subject = subject
        self.number = number
        self.title = title
        self.credits = credits
        self.attributes = attributes
        self.sections = sections
    }
}

/// A section as a registrar's file has it.
public struct CatalogSection: Sendable, Equatable {
    public var crn, code, kind: String
    /// `Given Family`, in the file's order, each once.
    public var instructors: [String]
    public var meetings: [Meeting]
    public var capacity, enrolled: Int?
    public var delivery: String
    /// What a student gets for this section.
    public var credits: Credits?
    /// Also of a section without meetings; empty if the file does not say.
    public var campus: String

    public init(
        crn: String, code: String, kind: String, instructors: [String], meetings: [Meeting],
        capacity: Int?, enrolled: Int?, delivery: String, credits: Credits? = nil, campus: String = ""
    ) {
        self.crn = crn
        self.code = code
        self.kind = kind
        self.instructors = instructors
        self.meetings = meetings
        self.capacity = capacity
        self.enrolled = enrolled
        self.delivery = delivery
        self.credits = credits
        self.campus = campus
    }
}

/// A student takes one `primary` section, and exactly one section of every `component` listed for it.
/// The component `PRIMARY` lists the primary section itself.
public struct SectionLink: Codable, Sendable, Hashable {
    public var primary, component, crn: String

    public init(primary: String, component: String, crn: String) {
        self.primary = primary
        self.component = component
        self.crn = crn
    }
}

/// The links of a course as a person at the registrar's gave them. They stand over every import.
public struct LinkCorrection: Sendable, Equatable {
    public var course: Course.ID
    /// All links of the course.
    public var links: [SectionLink]
    /// Why; may be empty.
    public var note: String
    public var at: Date

    public static let longestNote = 500

    public init(course: Course.ID, links: [SectionLink], note: String, at: Date) {
        self.course = course
        self.links = links
        self.note = note
        self.at = at
    }
}

/// A course's credits, attributes and prerequisites: the third form of file that an import takes.
public struct CourseDetails: Sendable, Equatable {
    public var subject, number, title: String
    public var credits: Credits?
    public var attributes: [String]
    public var prerequisites, description: String

    public init(
        subject: String, number: String, title: String, credits: Credits?, attributes: [String],
        prerequisites: String, description: String
    ) {
        self.subject = subject
        self.number = number
        self.title = title
        self.credits = credits
        self.attributes = attributes
        self.prerequisites = prerequisites
        self.description = description
    }
}

/// The options of an import.
public struct ImportOptions: Sendable {
    /// Name of the term; nil keeps the stored name, or makes one from the id of a new term.
    public var termName: String?
    /// IANA time zone; nil keeps the stored zone, or takes the server's for a new term.
    public var timeZone: String?
    /// Whether the links are derived from section codes. Then a course whose sections did not change keeps its stored links.
    public var linksAreDerived: Bool
    /// Compare only: nothing is written.
    public var dryRun: Bool

    public init(
        termName: String? = nil, timeZone: String? = nil, linksAreDerived: Bool = false, dryRun: Bool = false
    ) {
        self.termName = termName
        self.timeZone = timeZone
        self.linksAreDerived = linksAreDerived
        self.dryRun = dryRun
    }
}

/// The rows that an import added, changed and withdrew.
public struct ImportReport: Sendable, Equatable {
    public struct Tally: Sendable, Equatable {
        public var added = 0
        public var changed = 0
        public var withdrawn = 0
        public var unchanged = 0

        public init() {}
    }

    public var term: Term.ID
    /// Whether the import added the whole term.
    public var isNewTerm = false
    public var courses = Tally()
    public var sections = Tally()
    public var meetings = 0
    /// One line for each difference, in the file's order, such as `~ CMPT225 D100: MWF 10:30-11:20 -> MWF 11:30-12:20`.
    public var lines: [String] = []
    /// Withdrawn sections in which people are enrolled. The enrollments are kept.
    public var withdrawnWithPeople: [String] = []

    public init(term: Term.ID) { self.term = term }
}
