import Foundation

/// A term as a registrar's file describes it. An import compares it with the stored catalog.
public struct CatalogTerm: Sendable, Equatable, Memberwise {
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
}

/// A course as a registrar's file has it, in the file's order.
public struct CatalogCourse: Sendable, Equatable, Memberwise {
    public var subject, number: String
    /// The title; empty where the form has none.
    public var title: String
    public var credits: Credits?
    public var attributes: [String]
    public var sections: [CatalogSection]
}

/// A section as a registrar's file has it.
public struct CatalogSection: Sendable, Equatable, Memberwise {
    public var crn, code, kind: String
    /// `Given Family`, in the file's order, each once.
    public var instructors: [String]
    public var meetings: [Meeting]
    public var capacity, enrolled: Int?
    public var delivery: String
    /// The credits that a student gets for this section.
    public var credits: Credits? = nil
    /// The campus, also of a section without meetings; empty if the file does not say.
    public var campus: String = ""
}

/// A student takes one `primary` section, and exactly one section of every `component` listed for it.
/// The component `PRIMARY` lists the primary section itself.
public struct SectionLink: Codable, Sendable, Hashable, Memberwise {
    public var primary, component, crn: String
}

/// The links of a course as a person at the registrar's gave them. They stand over every import.
public struct LinkCorrection: Sendable, Equatable, Memberwise {
    public var course: Course.ID
    /// All links of the course.
    public var links: [SectionLink]
    /// Why; may be empty.
    public var note: String
    public var at: Date

    public static let longestNote = 500
}

/// A course's credits, attributes and prerequisites: the third form of file that an import takes.
public struct CourseDetails: Sendable, Equatable, Memberwise {
    public var subject, number, title: String
    public var credits: Credits?
    public var attributes: [String]
    public var prerequisites, description: String
}

/// The options of an import.
public struct ImportOptions: Sendable, Memberwise {
    /// Name of the term; nil keeps the stored name, or makes one from the id of a new term.
    public var termName: String? = nil
    /// IANA time zone; nil keeps the stored zone, or takes the server's for a new term.
    public var timeZone: String? = nil
    /// Whether the links are derived from section codes. Then a course whose sections did not change keeps its stored links.
    public var linksAreDerived: Bool = false
    /// Compare only: nothing is written.
    public var dryRun: Bool = false
}

/// The rows that an import added, changed and withdrew.
public struct ImportReport: Sendable, Equatable, Memberwise {
    public struct Tally: Sendable, Equatable {
        public var added = 0
        public var changed = 0
        public var withdrawn = 0
        public var unchanged = 0

        public init() {}
    }

    public var term: Term.ID
    /// Whether the import added the whole term.
    public var isNewTerm: Bool = false
    public var courses: Tally = Tally()
    public var sections: Tally = Tally()
    public var meetings: Int = 0
    /// One line for each difference, in the file's order, such as `~ CMPT225 D100: MWF 10:30-11:20 -> MWF 11:30-12:20`.
    public var lines: [String] = []
    /// Withdrawn sections in which people are enrolled. The enrollments are kept.
    public var withdrawnWithPeople: [String] = []
}
