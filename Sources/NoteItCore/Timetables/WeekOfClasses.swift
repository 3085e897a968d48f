/// The classes of some sections as blocks of a week, and their picture: the terminal and the server draw the same one.
public struct WeekOfClasses: Sendable {
    /// A class on a day, or another time of the week.
    public struct Block: Sendable, Equatable, Memberwise {
        public var title: String
        public var kind: String = ""
        public var code: String = ""
        /// Without the campus that all classes share.
        public var place: String = ""
        /// The dates on which the class meets, as `WeeklySlot` writes them.
        public var dates: String = ""
        /// The index of its course, for its colour; nil for another time.
        public var course: Int? = nil
        /// The day of the week; 0 is Monday.
        public var day: Int
        /// In minutes of the day.
        public var start: Int
        public var end: Int

        public var detail: String { [kind, code].filter { !$0.isEmpty }.joined(separator: " ") }
        public var times: String {
            [start, end].compactMap { WallTime(minute: $0)?.description }.joined(separator: "-")
        }
    }

    /// By their times.
    public let blocks: [Block]

    /// - Parameter sections: in the order of the colours; those without a fixed time have no block.
    public init(_ sections: [(course: Course, section: Section)]) {
        let colours = sections.map(\.course.code).uniqued
        let (span, campus) = (sections.map(\.section).termDays, SharedCampus(sections.map(\.section)))
        blocks = sections.flatMap { course, section in
            section.slots(within: span).flatMap { slot in
                Self.columns(slot.meeting.days).map { day in
                    Block(
                        title: course.code, kind: slot.meeting.kind ?? section.kind, code: section.code,
                        place: campus.short(slot.meeting.place), dates: slot.dates,
                        course: colours.firstIndex(of: course.code) ?? 0, day: day, start: slot.meeting.start.minute,
                        end: slot.meeting.end.minute)
                }
            }
        }.sorted(by: Self.precedes)
    }

    /// The days of letters of `MTWRFSU`.
    public static func columns(_ days: String) -> [Int] { days.compactMap { Day.letters.firstIndex(of: $0) } }

    public static func precedes(_ left: Block, _ right: Block) -> Bool {
        (left.start, left.end, left.title, left.detail) < (right.start, right.end, right.title, right.detail)
    }

    public static let names = CalendarNames.weekdays.map { String($0.prefix(3)) }

    /// What a grid of some blocks has: Monday to Friday, and the weekend up to the last day with a block.
    public static func days(of blocks: [Block]) -> Range<Int> { 0..<max(5, (blocks.map(\.day).max() ?? 0) + 1) }

    private static let colours = ["#90caf9", "#a5d6a7", "#ce93d8", "#fff59d", "#80deea", "#ef9a9a", "#cfd8dc"]

    /// The week as an SVG picture. Classes at one time stand beside each other.
    public func svg(title: String) -> String {
        let drawn = blocks.map { block in
            HourSheet.Block(
                column: block.day, start: block.start, end: block.end,
                fill: Self.colours[(block.course ?? 0) % Self.colours.count],
                lines: [block.title, block.detail, block.dates, block.times, block.place].filter { !$0.isEmpty })
        }
        return HourSheet(
            title: title, heads: Self.days(of: blocks).map { Self.names[$0] },
            blocks: drawn.sideBySide, first: (blocks.map(\.start).min() ?? 480) / 60 * 60,
            last: blocks.map(\.end).max() ?? 1_020
        ).svg
    }
}

extension [Section.ID] {
    /// These sections with their courses, in this order, without those that no course has.
    public func found(in courses: [Course]) -> [(course: Course, section: Section)] {
        compactMap { id in
            courses.lazy.compactMap { course in course.sections.first { $0.id == id }.map { (course, $0) } }.first
        }
    }
}
