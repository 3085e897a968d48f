/// A registrar's file, read whole: what an import compares with the stored catalog. Values only.
public struct CatalogTerm: Sendable, Equatable {
    /// What the form of the file can say. What it cannot say is kept as it is stored.
    public enum Form: String, Sendable {
        /// The CSV of meetings with titles, credits, dates, places and counts.
        case csv
        /// The registrar's SpreadsheetML workbook: codes, kinds, instructors and times alone.
        case spreadsheet
    }

    public var form: Form
    public var id: Term.ID
    /// First and last day over all meetings; nil where the form has none.
    public var startsOn: Day?
    public var endsOn: Day?
    public var courses: [CatalogCourse]
    /// How many rows the file has behind its header.
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
    public var subject: String
    public var number: String
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
    public var crn: String
    public var code: String
    public var kind: String
    /// `Given Family`, in the file's order, each once.
    public var instructors: [String]
    public var meetings: [Meeting]
    public var capacity: Int?
    public var enrolled: Int?
    public var delivery: String

    public init(
        crn: String, code: String, kind: String, instructors: [String], meetings: [Meeting],
        capacity: Int?, enrolled: Int?, delivery: String
    ) {
        self.crn = crn
        self.code = code
        self.kind = kind
        self.instructors = instructors
        self.meetings = meetings
        self.capacity = capacity
        self.enrolled = enrolled
        self.delivery = delivery
    }
}

/// A student takes one `primary` section, and exactly one section of every `component` listed for it.
/// The component `PRIMARY` lists the primary section itself.
public struct SectionLink: Sendable, Hashable {
    public var primary: String
    public var component: String
    public var crn: String

    public init(primary: String, component: String, crn: String) {
        self.primary = primary
        self.component = component
        self.crn = crn
    }
}

/// What is known of a course beside a term's timetable: the third form that an import takes.
public struct CourseDetails: Sendable, Equatable {
    public var subject: String
    public var number: String
    public var title: String
    public var credits: Credits?
    public var attributes: [String]
    public var prerequisites: String
    public var description: String

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

/// How an import is to be done.
public struct ImportOptions: Sendable {
    /// Name of the term; nil keeps the stored one, else makes one of its id.
    public var termName: String?
    /// IANA time zone; nil keeps the stored one, else takes the server's.
    public var timeZone: String?
    /// The links are told from section codes: a course whose sections stay as they are keeps its stored links.
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

/// What an import added, changed and withdrew.
public struct ImportReport: Sendable, Equatable {
    public struct Tally: Sendable, Equatable {
        public var added = 0
        public var changed = 0
        public var withdrawn = 0
        public var unchanged = 0

        public init() {}
    }

    public var term: Term.ID
    /// Whether the term was not stored before, so that all of it is added.
    public var isNewTerm = false
    public var courses = Tally()
    public var sections = Tally()
    public var meetings = 0
    /// A line for each difference, such as `~ CMPT225 D100: MWF 10:30-11:20 -> MWF 11:30-12:20`, in the file's order.
    public var lines: [String] = []
    /// Sections withdrawn although people are enrolled in them; their enrollments are kept.
    public var withdrawnWithPeople: [String] = []

    public init(term: Term.ID) { self.term = term }
}
