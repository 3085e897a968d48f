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
    }

    private func paragraph(_ text: String, _ width: Int?) -> [Styled] {
        text.isEmpty ? [] : [Styled()] + text.wrapped(to: width).map { Styled($0) }
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
            .init("place", least: 8, dropRank: 2), .init("instructor", least: 10, dropRank: 1), .init("seats", right: true),
            .init(""),
        ])
        table.indent = 2
        for section in sections {
            let meetings = section.weeklyMeetings
            table.add(
                [
                    "", Styled(section.code, .strong), Styled(section.crn),
                    Styled(section.kind, .faint),
                ] + when(meetings.first) + [
                    Styled(section.instructors.joined(separator: ", ")), section.seats,
                    Styled(held.contains(section.id) ? "yours" : "", .mine),
                ])
            for meeting in meetings.dropFirst() { table.add(["", "", "", ""] + when(meeting)) }
        }
        return table
    }

    private func when(_ meeting: Meeting?) -> [Styled] {
        guard let meeting else { return ["", Styled("TBA", .faint), ""] }
        return [Styled(meeting.days), Styled("\(meeting.start)-\(meeting.end)"), Styled(meeting.place)]
    }
}

extension Section {
    /// Its weekly meetings from Monday on, each once: the catalog may list a meeting again for other dates.
    public var weeklyMeetings: [Meeting] {
        let ordered = meetings.sorted { ($0.firstDay, $0.start) < ($1.firstDay, $1.start) }
        return ordered.reduce(into: []) { known, meeting in
            let isKnown = known.contains {
                $0.days == meeting.days && $0.start == meeting.start && $0.end == meeting.end && $0.place == meeting.place
            }
            if !isKnown { known.append(meeting) }
        }
    }

    /// `MWF 10:30-11:20, T 12:30-13:20`, or `TBA`.
    public var times: String {
        let slots = weeklyMeetings.map { "\($0.days) \($0.start)-\($0.end)" }
        return slots.isEmpty ? "TBA" : slots.joined(separator: ", ")
    }
}

extension Meeting {
    /// 0 is Monday.
    fileprivate var firstDay: Int {
        let week = Array("MTWRFSU")
        return days.compactMap { week.firstIndex(of: $0) }.min() ?? week.count
    }
}
