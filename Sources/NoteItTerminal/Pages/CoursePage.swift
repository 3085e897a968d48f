import NoteItCore

/// A course with its sections, as a page to read.
public struct CoursePage: Sendable {
    public var course: Course
    public var termName: String?
    /// Sections in which the reader is.
    public var held: Set<Section.ID>

    public init(_ course: Course, termName: String? = nil, held: Set<Section.ID> = []) {
        self.course = course
        self.termName = termName
        self.held = held
    }

    /// The page in lines of at most `width` cells; nil: as wide as they need.
    public func lines(width: Int?) -> [Styled] {
        let measure = width.map { min($0, 100) }
        let facts = [
            course.credits.map { "\($0) credit\($0.description == "1" ? "" : "s")" }, termName ?? course.term,
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

/// Sections of a course in rows: code, registration number, kind, when, where, who, seats.
public struct SectionTable: Sendable {
    public var sections: [Section]
    public var held: Set<Section.ID>
    /// Whether the rows are counted, to be chosen by number.
    public var isNumbered: Bool

    public init(_ sections: [Section], held: Set<Section.ID> = [], isNumbered: Bool = false) {
        self.sections = sections
        self.held = held
        self.isNumbered = isNumbered
    }

    /// The titles, then a row a section; further meetings stand on rows of their own.
    public func lines(width: Int?) -> [Styled] { table.lines(width: width, header: true) }

    private var table: Table {
        var table = Table([
            .init("", right: true), .init("section"), .init("CRN"), .init("kind"), .init("days"), .init("time"),
            .init("place", least: 8, dropRank: 2), .init("instructor", least: 10, dropRank: 1), .init("seats", right: true),
            .init(""),
        ])
        table.indent = 2
        for (index, section) in sections.enumerated() {
            let meetings = section.weeklyMeetings
            table.add(
                [
                    Styled(isNumbered ? "\(index + 1)" : "", .faint), Styled(section.code, .strong), Styled(section.crn),
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
    /// When and where it meets in a week, each once, from Monday on: the same weekly slot may be listed again for other dates.
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
