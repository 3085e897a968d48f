import NoteItCore

/// A course with its sections, as a page to read.
public struct CoursePage: Sendable {
    public var course: Course
    public var termName: String?
    /// The reader's sections.
    public var held: Set<Section.ID>

    public init(_ course: Course, termName: String? = nil, held: Set<Section.ID> = []) {
        (self.course, self.termName, self.held) = (course, termName, held)
    }

    /// The page in lines of at most `width` cells; nil means as wide as needed.
    public func lines(width: Int?) -> [Styled] {
        let measure = width.map { min($0, 100) }
        let facts = [
            course.credits.map { "\($0) credit\($0.description == "1" ? "" : "s")" }, termName ?? course.term.text,
            course.attributes.isEmpty ? nil : course.attributes.joined(separator: ", "),
        ]
        var page = [
            Styled(course.code, .strong) + "  " + Styled(course.title, .strong),
            Styled(facts.compactMap { $0 }.joined(separator: ", "), .faint),
        ]
        page += paragraph(course.description, measure)
        if !course.prerequisites.isEmpty { page += paragraph("Prerequisites: " + course.prerequisites, measure) }
        return page + [Styled()] + SectionTable(course.sections, held: held).lines(width: width)
            + (course.linksNote.map { Styled($0, .faint).wrapped(after: "", width: measure) } ?? [])
    }

    private func paragraph(_ text: String, _ width: Int?) -> [Styled] {
        text.isEmpty ? [] : [Styled()] + text.wrapped(to: width).map { Styled($0) }
    }
}

extension Course {
    /// Tells that the registrar corrected which sections go together; nil where that is as it was imported.
    public var linksNote: String? {
        linksCorrected.map { "Which sections go together was corrected by hand\($0.isEmpty ? "." : ": \($0)")" }
    }
}

/// The sections of a course: code, registration number, kind, times, place, instructors, seats.
public struct SectionTable: Sendable {
    public var sections: [Section]
    public var held: Set<Section.ID>

    public init(_ sections: [Section], held: Set<Section.ID> = []) { (self.sections, self.held) = (sections, held) }

    /// The column titles, then a row for each section, then rows for its further meetings.
    public func lines(width: Int?) -> [Styled] { table.lines(width: width, header: true) }

    private var table: Table {
        var table = Table([
            .init("", right: true), .init("section"), .init("CRN"), .init("kind"), .init("days"), .init("time"),
            .init("dates"),
            .init("place", least: 8, dropRank: 2), .init("instructor", least: 10, dropRank: 1), .init("seats", right: true),
            .init(""),
        ])
        table.indent = 2
        let span = sections.termDays
        for section in sections {
            let slots = section.slots(within: span)
            var kind = slots.first?.meeting.kind ?? section.kind
            table.addRow(
                [
                    "", Styled(section.code, .strong), Styled(section.crn), Styled(kind, .faint),
                ] + when(slots.first) + [
                    Styled(section.instructors.joined(separator: ", ")), section.seats,
                    Styled(held.contains(section.id) ? "yours" : "", .mine),
                ])
            for slot in slots.dropFirst() {
                let next = slot.meeting.kind ?? section.kind
                table.addRow(["", "", "", Styled(next == kind ? "" : next, .faint)] + when(slot))
                kind = next
            }
        }
        return table
    }

    private func when(_ slot: WeeklySlot?) -> [Styled] {
        guard let meeting = slot?.meeting else { return ["", Styled("TBA", .faint), "", ""] }
        return [
            Styled(meeting.days), Styled("\(meeting.start)-\(meeting.end)"), Styled(slot?.dates ?? "", .warning),
            Styled(meeting.place),
        ]
    }
}
