import Foundation
import NoteItCore

/// The writes and the report of an import, found by comparing a file with the stored catalog. Pure, except that it reads
/// enrollments.
struct CatalogPlan {
    struct CourseWrite {
        var id: Course.ID
        var value: CatalogCourse
        var isNew: Bool
    }

    struct SectionWrite {
        var id: Section.ID
        var course: Course.ID
        var value: CatalogSection
        var isNew: Bool
        var meetingsDiffer: Bool
    }

    let id: Term.ID
    private let stored: StoredCatalog
    private let form: CatalogTerm.Form
    /// Nil if the term's row stays as it is.
    private(set) var term: StoredCatalog.TermRow?
    private(set) var timeZoneChanged = false
    private(set) var courses: [CourseWrite] = []
    private(set) var sections: [SectionWrite] = []
    private(set) var withdrawnCourses: [Course.ID] = []
    private(set) var withdrawnSections: [Section.ID] = []
    private(set) var newLinks: [SectionLink] = []
    private(set) var oldLinks: [SectionLink] = []
    /// Courses with any difference, in the order of the file.
    private(set) var changed: [Course.ID] = []
    private(set) var report: ImportReport

    /// Whether the import changes what a course or the term is, not only its sections.
    var changesCourses: Bool { term != nil || !courses.isEmpty || !withdrawnCourses.isEmpty }

    /// Throws `.invalid` for an unknown time zone or links to sections that the file lacks, `.conflict` if a section with people
    /// in it has moved to another course.
    init(_ catalog: CatalogTerm, links: [SectionLink], options: ImportOptions, _ db: SQLConnection) throws {
        id = catalog.id
        form = catalog.form
        stored = try StoredCatalog(catalog.id, db)
        report = ImportReport(term: catalog.id)
        try compareTerm(catalog, options)
        for course in catalog.courses { try compare(course, db) }
        try withdrawAbsent(from: catalog, db)
        try compareLinks(links, of: catalog, derived: options.linksAreDerived)
        changed = unique(changed)
    }

    private mutating func compareTerm(_ catalog: CatalogTerm, _ options: ImportOptions) throws {
        if let zone = options.timeZone, TimeZone(identifier: zone) == nil {
            throw DomainError.invalid("timeZone", "\(zone) is not a time zone; name one such as America/Vancouver")
        }
        let old = stored.term
        let new = StoredCatalog.TermRow(
            name: options.termName ?? old?.name ?? "Term \(catalog.id)", startsOn: catalog.startsOn ?? old?.startsOn,
            endsOn: catalog.endsOn ?? old?.endsOn, timeZone: options.timeZone ?? old?.timeZone ?? TimeZone.current.identifier)
        guard new != old else { return }
        term = new
        report.isNewTerm = old == nil
        guard let old else { return report.lines.append("+ term \(catalog.id): \(new.name), \(new.timeZone)") }
        timeZoneChanged = new.timeZone != old.timeZone
        let difference = CatalogLine.join([
            CatalogLine.change("name", old.name, new.name), CatalogLine.change("time zone", old.timeZone, new.timeZone),
            CatalogLine.change("starts", old.startsOn?.description ?? "", new.startsOn?.description ?? ""),
            CatalogLine.change("ends", old.endsOn?.description ?? "", new.endsOn?.description ?? ""),
        ])
        report.lines.append("~ term \(catalog.id): \(difference)")
    }

    private mutating func compare(_ course: CatalogCourse, _ db: SQLConnection) throws {
        let id = Course.ID(term: self.id, subject: course.subject, number: course.number)
        let (code, old) = (course.subject + course.number, stored.courses[id])
        let new = course.merged(over: old?.value)
        switch old {
        case nil:
            report.courses.added += 1
            let title = new.title.isEmpty ? "" : " \(new.title)"
            report.lines.append("+ \(code)\(title): \(course.sections.count) section\(course.sections.count == 1 ? "" : "s")")
        case let old? where old.withdrawn:
            report.courses.added += 1
            report.lines.append("+ \(code): offered again")
        case let old? where old.value != new:
            report.courses.changed += 1
            report.lines.append("~ \(code): \(CatalogLine.difference(old.value, new))")
        default: report.courses.unchanged += 1
        }
        if old == nil || old?.withdrawn == true || old?.value != new {
            courses.append(CourseWrite(id: id, value: new, isNew: old == nil))
            changed.append(id)
        }
        for section in course.sections { try compare(section, in: id, code: code, isNewCourse: old == nil, db) }
    }

    private mutating func compare(
        _ section: CatalogSection, in course: Course.ID, code: String, isNewCourse: Bool, _ db: SQLConnection
    ) throws {
        let id = Section.ID(term: self.id, crn: section.crn)
        let (name, old) = ("\(code) \(section.code)", stored.sections[id])
        let new = section.merged(over: old?.value, form: form)
        report.meetings += new.meetings.count
        if let old, old.course != course { try requireUnused(id, movedFrom: old.course, to: course, db) }
        switch old {
        case nil:
            report.sections.added += 1
            if !isNewCourse { report.lines.append("+ \(name): \(CatalogLine.summary(new))") }
        case let old? where old.withdrawn:
            report.sections.added += 1
            report.lines.append("+ \(name): offered again, \(CatalogLine.summary(new))")
        case let old? where old.course != course:
            report.sections.changed += 1
            report.lines.append("~ \(name): CRN \(section.crn) moved here from \(old.course)")
            changed.append(old.course)
        case let old? where old.value != new:
            report.sections.changed += 1
            report.lines.append("~ \(name): \(CatalogLine.difference(old.value, new))")
        default:
            report.sections.unchanged += 1
            return
        }
        let meetingsDiffer = old?.value.meetings ?? [] != new.meetings
        sections.append(SectionWrite(id: id, course: course, value: new, isNew: old == nil, meetingsDiffer: meetingsDiffer))
        changed.append(course)
    }

    private func requireUnused(
        _ section: Section.ID, movedFrom old: Course.ID, to new: Course.ID, _ db: SQLConnection
    ) throws {
        let people = try db.first("SELECT 1 FROM enrollment WHERE section_id = ?", section)
        let events = try db.first("SELECT 1 FROM event_section WHERE section_id = ?", section)
        guard people != nil || events != nil else { return }
        throw DomainError.conflict(
            "The section \(section) has moved from \(old) to \(new), but it has people or events. "
                + "Give it another CRN in the file, or import the file without it.")
    }

    private mutating func withdrawAbsent(from catalog: CatalogTerm, _ db: SQLConnection) throws {
        let present = Set(catalog.courses.map { Course.ID(term: id, subject: $0.subject, number: $0.number) })
        let offered = Set(catalog.courses.flatMap(\.sections).map { Section.ID(term: id, crn: $0.crn) })
        let courses = stored.courses.filter { !$0.value.withdrawn && !present.contains($0.key) }
        let sections = stored.sections.filter { !$0.value.withdrawn && !offered.contains($0.key) }
        (withdrawnCourses, withdrawnSections) = (courses.keys.sorted(), sections.keys.sorted())
        (report.courses.withdrawn, report.sections.withdrawn) = (courses.count, sections.count)
        report.lines += withdrawnCourses.compactMap { courses[$0].map { "- \($0.value.subject)\($0.value.number): withdrawn" } }
        let people = try Self.people(in: withdrawnSections, db)
        for section in withdrawnSections {
            guard let entry = sections[section], let course = stored.courses[entry.course]?.value else { continue }
            let name = "\(course.subject)\(course.number) \(entry.value.code)"
            let note = people[section].map { "; \($0) enrolled" } ?? ""
            if courses[entry.course] == nil || !note.isEmpty { report.lines.append("- \(name): withdrawn\(note)") }
            if people[section] != nil { report.withdrawnWithPeople.append(name) }
            changed.append(entry.course)
        }
        changed += withdrawnCourses
    }

    private static func people(in sections: [Section.ID], _ db: SQLConnection) throws -> [Section.ID: Int] {
        let rows = try db.all(
            """
            SELECT section_id, COUNT(*) AS people FROM enrollment
            WHERE section_id IN (SELECT value FROM json_each(?)) GROUP BY section_id
            """, try jsonArray(sections))
        return Dictionary(rows.map { ($0["section_id"], $0["people"]) }, uniquingKeysWith: { first, _ in first })
    }

    private mutating func compareLinks(_ links: [SectionLink], of catalog: CatalogTerm, derived: Bool) throws {
        var homes: [String: Course.ID] = [:]
        for course in catalog.courses {
            let home = Course.ID(term: id, subject: course.subject, number: course.number)
            for section in course.sections { homes[section.crn] = home }
        }
        if let link = links.first(where: { homes[$0.crn] == nil || homes[$0.primary] == nil }) {
            throw DomainError.invalid("links", "the CRN \(homes[link.crn] == nil ? link.crn : link.primary) is not in the term")
        }
        let corrections = stored.corrections
        let isCorrected = { (link: SectionLink) in homes[link.primary].map { corrections[$0] != nil } ?? false }
        let links =
            links.filter { !isCorrected($0) }
            + corrections.sorted { $0.key < $1.key }.flatMap { course, links in
                // A section that the term lacks now goes with nothing.
                links.filter { homes[$0.primary] == course && homes[$0.crn] == course }
            }
        let keeping = (derived ? stored.coursesWithLinks(likeThoseOf: catalog) : []).subtracting(corrections.keys)
        let isKept = { (link: SectionLink) in homes[link.primary].map(keeping.contains) ?? false }
        let wanted = Set(links)
        newLinks = links.filter { !stored.links.contains($0) && !isKept($0) }
        oldLinks = stored.links.filter { !wanted.contains($0) && !isKept($0) }
            .sorted { ($0.primary, $0.component, $0.crn) < ($1.primary, $1.component, $1.crn) }
        var told = Set(changed)
        for link in newLinks + oldLinks {
            guard let course = homes[link.primary], told.insert(course).inserted else { continue }
            changed.append(course)
            report.courses.changed += 1
            report.courses.unchanged -= 1
            report.lines.append("~ \(course.code): other sections go together")
        }
    }
}
