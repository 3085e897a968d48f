import NoteItCore

/// What was studied, with bars.
public struct StudyStatsPage: Sendable {
    private let stats: StudyStats
    private let days: ClosedRange<Day>
    private let clock: DueText
    private let unicode: Bool

    public init(_ stats: StudyStats, days: ClosedRange<Day>, clock: DueText, unicode: Bool) {
        (self.stats, self.days, self.clock, self.unicode) = (stats, days, clock, unicode)
    }

    /// - Parameter width: nil means 80.
    public func lines(width: Int?) -> [Styled] {
        let width = width ?? 80
        let total = stats.minutes.byCourse.reduce(0) { $0 + $1.minutes }
        let streak = stats.streakDays > 0 ? ", \(counted(stats.streakDays, "day")) in a row" : ""
        let parts = [
            [
                Styled("\(clock.label(days.lowerBound)) to \(clock.label(days.upperBound))", .heading),
                Styled("Studied  ") + Styled(total.asHours, .strong) + Styled(streak),
                Styled("Tasks    ") + Styled("\(stats.added) added, \(stats.done) done, \(stats.open) open"),
            ],
            bars("By course", stats.minutes.byCourse.map { ($0.course?.name ?? "no course", $0.minutes) }, width),
            bars("By week", stats.minutes.byWeek.map { (clock.label($0.week), $0.minutes) }, width),
            topics(width),
        ]
        return Array(parts.filter { !$0.isEmpty }.joined(separator: [Styled()]))
    }

    private func bars(_ title: String, _ entries: [(name: String, minutes: Int)], _ width: Int) -> [Styled] {
        guard let most = entries.map(\.minutes).max(), most > 0 else { return [] }
        let name = entries.map(\.name.displayWidth).max() ?? 0
        let number = entries.map(\.minutes.asHours.count).max() ?? 0
        let room = max(4, min(Self.widest, width - name - number - 6))
        return [Styled(title, .strong)]
            + entries.map { entry in
                let bar = bar(entry.minutes, of: most, room)
                return Styled("  \(entry.name.padded(to: name))  ")
                    + Styled(entry.minutes.asHours.padded(to: number, right: true)) + "  "
                    + Styled(bar, .mine)
            }
    }

    /// The longest bar has `room` cells; in Unicode an eighth of a cell is drawn.
    private func bar(_ minutes: Int, of most: Int, _ room: Int) -> String {
        guard unicode else { return String(repeating: "#", count: max(minutes > 0 ? 1 : 0, minutes * room / most)) }
        let (full, rest) = (minutes * room * 8 / most).quotientAndRemainder(dividingBy: 8)
        let end = rest == 0 ? (full == 0 && minutes > 0 ? "▏" : "") : ["▏", "▎", "▍", "▌", "▋", "▊", "▉"][rest - 1]
        return String(repeating: "█", count: full) + end
    }

    private func topics(_ width: Int) -> [Styled] {
        guard !stats.topics.isEmpty else { return [] }
        var table = Table([.init("", least: 8), .init("", right: true), .init("", dropRank: 1)])
        table.indent = 2
        for topic in stats.topics {
            table.addRow([Styled(topic.title), Styled(topic.minutes.asHours), Styled(clock.short(topic.lastStudied), .faint)])
        }
        return [Styled("Topics, the last studied first", .strong)] + table.lines(width: width)
    }

    /// The most cells of a bar.
    private static let widest = 40
}
