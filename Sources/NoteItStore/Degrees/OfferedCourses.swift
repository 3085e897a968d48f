import NoteItCore

/// The courses that the imported terms offer, and the seasons that the terms show.
struct OfferedCourses {
    /// Each as its newest term describes it. Its prerequisites are the registrar's text, unparsed.
    private(set) var listings: [CourseCode: CatalogListing] = [:]
    private var offered: [CourseCode: Set<AcademicTerm.Season>] = [:]
    /// The seasons of the terms with courses.
    private var known: Set<AcademicTerm.Season> = []

    init(_ courses: [OfferedCourseRow]) throws {
        for course in courses { try add(course) }
    }

    /// The seasons in which the course may be taken; nil if nothing excludes one.
    func seasons(of course: CourseCode) -> [AcademicTerm.Season]? {
        guard let offered = offered[course] else { return nil }
        let possible = AcademicTerm.Season.allCases.filter { offered.contains($0) || !known.contains($0) }
        return possible.count < AcademicTerm.Season.allCases.count || offered.count == possible.count ? possible : nil
    }

    private mutating func add(_ course: OfferedCourseRow) throws {
        if let season = course.season { known.insert(season) }
        // The codes of some registrars cannot be written as a subject and a number.
        guard let code = CourseCode("\(course.subject) \(course.number)") else { return }
        offered[code, default: []].formUnion(course.season.map { [$0] } ?? [])
        var listing = listings[code] ?? CatalogListing(entry: CatalogEntry(code: code, title: ""), requirements: .init())
        if !course.title.isEmpty { listing.entry.title = course.title }
        if !course.description.isEmpty { listing.entry.description = course.description }
        listing.entry.credits = course.credits.flatMap { Credits($0) } ?? listing.entry.credits
        let attributes = try texts(course.attributes)
        if !attributes.isEmpty { listing.entry.attributes = attributes }
        let text = course.prerequisites
        if !text.isEmpty { listing.requirements = CourseRequirements(text: text, prerequisites: .unknown(text)) }
        listings[code] = listing
    }
}

/// A course of one term as its row holds it.
struct OfferedCourseRow: Sendable {
    let season: AcademicTerm.Season?
    let subject, number, title, description, attributes, prerequisites: String
    let credits: String?

    /// The courses of all terms, in the order of time. Withdrawn ones are not offered.
    static func all(_ db: SQLConnection) throws -> [OfferedCourseRow] {
        let terms = try terms(db)
        let courses = try db.decoded(
            """
            SELECT term_id, subject, number, title, description, attributes, prerequisites, credits FROM course
            WHERE withdrawn = 0 ORDER BY id
            """
        ) { row in
            let term: Term.ID = row[0]
            let season = terms.first { $0.id == term }?.when?.season
            return (
                term,
                OfferedCourseRow(
                    season: season, subject: row[1], number: row[2], title: row[3], description: row[4], attributes: row[5],
                    prerequisites: row[6], credits: row[7])
            )
        }
        let byTerm = Dictionary(grouping: courses, by: \.0)
        return terms.flatMap { byTerm[$0.id]?.map(\.1) ?? [] }
    }

    /// The terms in the order of time, those without a known time first.
    private static func terms(_ db: SQLConnection) throws -> [(id: Term.ID, when: AcademicTerm?)] {
        let terms: [(id: Term.ID, when: AcademicTerm?)] = try db.decoded("SELECT id, starts_on FROM term ORDER BY id") { row in
            let id: Term.ID = row[0]
            return (id, AcademicTerm(id.text) ?? (row[1] as Day?).map { AcademicTerm(of: $0) })
        }
        return terms.sorted { ($0.when?.ordinal ?? .min, $0.id) < ($1.when?.ordinal ?? .min, $1.id) }
    }
}
