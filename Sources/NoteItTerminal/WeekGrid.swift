import NoteItCore

/// A timetable as a grid of the week, for the terminal and as SVG.
public struct WeekGrid: Sendable {
    /// A class in the grid.
    struct Block: Sendable {
        let title: String
        let detail: String
        /// Which course it is of, for its colour.
        let course: Int
        /// 0 is Monday.
        let day: Int
        let start: Int
        let end: Int
    }

    private let blocks: [Block]

    /// - Parameter sections: in the order of the courses' colours. What has no fixed time is not in the grid.
    public init(_ sections: [(course: Course, section: Section)]) {
        let codes = sections.map(\.course.code)
        let colours = codes.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        blocks = sections.flatMap { course, section in
            section.meetings.flatMap { meeting in
                meeting.days.compactMap { letter in
                    Array("MTWRFSU").firstIndex(of: letter).map { day in
                        Block(
                            title: course.code, detail: "\(section.kind) \(section.code)",
                            course: colours.firstIndex(of: course.code) ?? 0, day: day, start: meeting.start.minute,
                            end: meeting.end.minute)
                    }
                }
            }
        }.sorted { ($0.start, $0.end, $0.title, $0.detail) < ($1.start, $1.end, $1.title, $1.detail) }
    }

    public var isEmpty: Bool { blocks.isEmpty }

    private static let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let tones: [Tone] = [.mine, .good, .question, .warning, .notice, .bad, .strong]
    private static let colours = ["#90caf9", "#a5d6a7", "#ce93d8", "#fff59d", "#80deea", "#ef9a9a", "#cfd8dc"]
    /// Minutes of a row.
    private static let step = 30

    /// Monday to Friday, and the weekend as far as there are classes.
    private var days: Range<Int> { 0..<max(5, (blocks.map(\.day).max() ?? 0) + 1) }
    private var first: Int { (blocks.map(\.start).min() ?? 480) / 60 * 60 }
    private var last: Int { blocks.map(\.end).max() ?? 1_020 }

    /// - Parameter width: cells of a line; nil takes 80.
    public func lines(width: Int?) -> [Styled] {
        guard !blocks.isEmpty else { return [] }
        let cell = max(6, ((width ?? 80) - 6) / days.count)
        let head = days.reduce(Styled("      ")) { $0 + Styled(Self.names[$1], .strong).padded(to: cell) }
        return [head]
            + stride(from: first, to: last, by: Self.step).map { minute in
                let label = Styled(minute % 60 == 0 ? WallTime(minute: minute).map(String.init) ?? "" : "", .faint).padded(
                    to: 6)
                return days.reduce(label) { $0 + text(day: $1, minute: minute, cell: cell).padded(to: cell) }
            }
    }

    /// The first row of a class has its course, the second its section, the others a bar.
    private func text(day: Int, minute: Int, cell: Int) -> Styled {
        let block = blocks.first { $0.day == day && $0.start < minute + Self.step && $0.end > minute }
        guard let block else { return Styled(minute % 60 == 0 ? "·" : "", .faint) }
        let row = (minute - block.start / Self.step * Self.step) / Self.step
        let mark = TerminalLocale.isUnicode ? "▌" : "|"
        let words = row == 0 ? block.title : row == 1 ? block.detail : ""
        return Styled(mark + words.truncated(to: max(5, cell - 2)), Self.tones[block.course % Self.tones.count])
    }

    /// A picture of its own, 120 points a day.
    public func svg(title: String) -> String {
        let (wide, tall) = (60 + days.count * 120, 70 + (last - first))
        var parts = [
            #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(wide) \#(tall)" font-family="sans-serif" font-size="12">"#,
            #"<rect width="\#(wide)" height="\#(tall)" fill="white"/>"#,
            #"<text x="10" y="20" font-size="16">\#(Self.escaped(title))</text>"#,
        ]
        for day in days { parts.append(#"<text x="\#(60 + day * 120)" y="44" font-weight="bold">\#(Self.names[day])</text>"#) }
        for minute in stride(from: first, through: last, by: 60) {
            let y = 54 + minute - first
            parts.append(#"<path d="M50 \#(y)H\#(wide)" stroke="silver"/>"#)
            parts.append(#"<text x="8" y="\#(y + 4)" fill="gray">\#(WallTime(minute: minute).map(String.init) ?? "")</text>"#)
        }
        for block in blocks {
            let (x, y) = (60 + block.day * 120, 54 + block.start - first)
            let fill = Self.colours[block.course % Self.colours.count]
            parts.append(
                #"<rect x="\#(x)" y="\#(y)" width="114" height="\#(block.end - block.start)" rx="4" fill="\#(fill)"/>"#)
            parts.append(#"<text x="\#(x + 6)" y="\#(y + 16)" font-weight="bold">\#(Self.escaped(block.title))</text>"#)
            if block.end - block.start >= 35 {
                parts.append(#"<text x="\#(x + 6)" y="\#(y + 31)">\#(Self.escaped(block.detail))</text>"#)
            }
        }
        return (parts + ["</svg>", ""]).joined(separator: "\n")
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing(
            "\"", with: "&quot;")
    }
}
