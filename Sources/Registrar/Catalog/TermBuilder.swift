import NoteItCore

/// A row of a term's file: one meeting of a section, with the columns of the section and the course.
struct MeetingRow {
    var term: String
    var crn: String
    var subject: String
    var number: String
    var title = ""
    var code: String
    var kind: String
    var credits: Credits?
    var meeting: Meeting?
    var startsOn: Day?
    var endsOn: Day?
    var instructors: [String]
    var capacity: Int?
    var enrolled: Int?
    var delivery = ""
    var campus = ""
    var attributes: [String] = []
}

/// Builds a term from its rows: sections from rows, courses from sections, in the order of their first rows.
///
/// If rows of a section or a course disagree, the first non-empty value counts. Instructors and attributes are collected. A
/// repeated meeting counts once. A meeting of another kind than its section, such as a lab of a lecture, keeps its kind.
struct TermBuilder {
    let form: CatalogTerm.Form
    private var term: String?
    private var courses: [CatalogCourse] = []
    private var coursePositions: [String: Int] = [:]
    private var places: [String: (course: Int, section: Int)] = [:]
    private var startsOn: Day?
    private var endsOn: Day?
    private var rows = 0

    init(form: CatalogTerm.Form) { self.form = form }

    mutating func append(_ row: MeetingRow) throws(BadCell) {
        let course = try course(of: row)
        let section = try section(of: row, in: course)
        term = row.term
        rows += 1
        startsOn = [startsOn, row.startsOn].compactMap(\.self).min()
        endsOn = [endsOn, row.endsOn].compactMap(\.self).max()
        courses[course].merge(row)
        courses[course].sections[section].merge(row)
    }

    private mutating func course(of row: MeetingRow) throws(BadCell) -> Int {
        if let known = coursePositions[row.subject + row.number] {
            let course = courses[known]
            guard course.subject == row.subject else {
                throw BadCell(
                    "the courses \(row.subject) \(row.number) and \(course.subject) \(course.number) have the same code; rename one"
                )
            }
            return known
        }
        if let place = places[row.crn] { throw twice(row.crn, courses[place.course]) }
        courses.append(
            CatalogCourse(subject: row.subject, number: row.number, title: "", credits: nil, attributes: [], sections: []))
        coursePositions[row.subject + row.number] = courses.count - 1
        return courses.count - 1
    }

    private mutating func section(of row: MeetingRow, in course: Int) throws(BadCell) -> Int {
        if let place = places[row.crn] {
            guard place.course == course else { throw twice(row.crn, courses[place.course]) }
            let known = courses[course].sections[place.section]
            guard known.code == row.code else {
                throw BadCell(
                    "the CRN \(row.crn) is the section \(row.code) here and \(known.code) in an earlier row; a CRN is one section"
                )
            }
            return place.section
        }
        courses[course].sections.append(
            CatalogSection(
                crn: row.crn, code: row.code, kind: "", instructors: [], meetings: [], capacity: nil, enrolled: nil,
                delivery: ""))
        places[row.crn] = (course, courses[course].sections.count - 1)
        return courses[course].sections.count - 1
    }

    private func twice(_ crn: String, _ course: CatalogCourse) -> BadCell {
        BadCell(
            "the CRN \(crn) is under two courses, in an earlier row under \(course.subject) \(course.number); a CRN is one section"
        )
    }

    /// The term of all rows; nil if there was none.
    func build() -> CatalogTerm? {
        let courses = courses.map { course in
            var course = course
            course.credits = Credits(ofSections: course.sections.compactMap(\.credits))
            return course
        }
        return term.map {
            CatalogTerm(form: form, id: Term.ID($0), startsOn: startsOn, endsOn: endsOn, courses: courses, rows: rows)
        }
    }
}

extension CatalogCourse {
    fileprivate mutating func merge(_ row: MeetingRow) {
        if title.isEmpty { title = row.title }
        for attribute in row.attributes where !attributes.contains(attribute) { attributes.append(attribute) }
    }
}

extension CatalogSection {
    fileprivate mutating func merge(_ row: MeetingRow) {
        if kind.isEmpty { kind = row.kind }
        for name in row.instructors where !instructors.contains(name) { instructors.append(name) }
        if var meeting = row.meeting {
            if !row.kind.isEmpty, row.kind != kind { meeting.kind = row.kind }
            if !meetings.contains(meeting) { meetings.append(meeting) }
        }
        capacity = capacity ?? row.capacity
        enrolled = enrolled ?? row.enrolled
        credits = credits ?? row.credits
        if delivery.isEmpty { delivery = row.delivery }
        if campus.isEmpty { campus = row.campus }
    }
}
