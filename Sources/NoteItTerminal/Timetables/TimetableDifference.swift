import NoteItCore

/// Two timetables side by side: facts of the weeks, then the sections, with those that only one of them has.
public struct TimetableDifference: Sendable {
    public typealias Entries = [(course: Course, section: Section)]

    private let names: (String, String)
    private let left: Entries
    private let right: Entries

    public init(_ first: String, _ left: Entries, _ second: String, _ right: Entries) {
        names = (first, second)
        (self.left, self.right) = (left, right)
    }

    /// The sections that only the first has, and those that only the second has.
    public var gone: Entries { left.filter { entry in !right.contains { $0.section.id == entry.section.id } } }
    public var come: Entries { right.filter { entry in !left.contains { $0.section.id == entry.section.id } } }

    public func lines(width: Int?) -> [Styled] { facts.lines(width: width, header: true) + [""] + sections.lines(width: width) }

    /// The lines about sections alone.
    public func sectionLines(width: Int?) -> [Styled] { sections.lines(width: width) }

    private var facts: Table {
        let (one, two) = (WeekFacts(left.map(\.section)), WeekFacts(right.map(\.section)))
        var table = Table([.init(""), .init(names.0, least: 8), .init(names.1, least: 8)])
        for (what, own, other) in [
            ("days", one.days, two.days), ("hours", one.hours, two.hours),
            ("idle", one.idleMinutes.asHours, two.idleMinutes.asHours),
            ("credits", credits(left), credits(right)),
        ] {
            let tone: Tone = own == other ? .faint : .plain
            table.addRow([Styled(what, .faint), Styled(own, tone), Styled(other, tone)])
        }
        return table
    }

    private func credits(_ entries: Entries) -> String {
        let courses = entries.map(\.course).uniqued
        let known = courses.compactMap(\.credits)
        return known.count == courses.count ? Credits(sumOf: known)?.description ?? "" : ""
    }

    /// By course, in the order of the first timetable. Common sections are faint.
    private var sections: Table {
        var table = Table([.init(""), .init("course"), .init("section"), .init("CRN"), .init("times")])
        let codes = (left + right).map(\.course.code).uniqued
        let (gone, come) = (gone, come)
        for code in codes {
            for entry in left where entry.course.code == code {
                let isGone = gone.contains { $0.section.id == entry.section.id }
                table.addRow(row(isGone ? "-" : "", entry, isGone ? .bad : .faint))
            }
            for entry in come where entry.course.code == code { table.addRow(row("+", entry, .good)) }
        }
        return table
    }

    private func row(_ sign: String, _ entry: (course: Course, section: Section), _ tone: Tone) -> [Styled] {
        let section = entry.section
        return [
            Styled(sign, tone), Styled(entry.course.code, tone), Styled(section.label, tone),
            Styled(section.crn, tone), Styled(section.times(within: (left + right).map(\.section).termDays), tone),
        ]
    }
}
