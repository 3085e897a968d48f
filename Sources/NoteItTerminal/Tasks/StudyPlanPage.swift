import NoteItCore

/// The study blocks of a range of days, and the tasks that have no place.
public struct StudyPlanPage: Sendable {
    private let plan: StudyPlan
    private let style: StudyStyle
    private let days: ClosedRange<Day>

    public init(_ plan: StudyPlan, days: ClosedRange<Day>, style: StudyStyle) {
        (self.plan, self.days, self.style) = (plan, days, style)
    }

    private func day(_ block: StudyPlan.Block) -> Day { Day(block.start, in: style.clock.timeZone) }

    private var blocks: [StudyPlan.Block] { plan.blocks.filter { $0.kind == .study && days.contains(day($0)) } }

    /// - Parameter width: nil means as wide as needed.
    public func lines(width: Int?) -> [Styled] {
        let parts = [dayLines(width), unplacedLines(width), certaintyLines(width)].filter { !$0.isEmpty }
        return Array(parts.joined(separator: [Styled()]))
    }

    private func dayLines(_ width: Int?) -> [Styled] {
        var table = Table([
            .init("times"), .init("bar"), .init("title", least: 8), .init("course", dropRank: 2),
            .init("length", right: true, dropRank: 3),
            .init("priority", dropRank: 1), .init("state", least: 6),
        ])
        table.indent = 2
        let blocks = blocks
        for block in blocks {
            table.addRow([
                Styled(style.times(block)), style.bar(block), style.title(block), style.course(block), style.length(block),
                style.priority(block), style.state(block),
            ])
        }
        let rows = table.lines(width: width)
        var lines: [Styled] = []
        for (index, block) in blocks.enumerated() {
            let own = day(block)
            if index == 0 || day(blocks[index - 1]) != own {
                if index > 0 { lines.append(Styled()) }
                let words = blocks.filter { day($0) == own }.studyWords()
                lines.append(Styled(style.clock.heading(own), .strong) + Styled(words.isEmpty ? "" : "  " + words, .faint))
            }
            lines.append(rows[index])
        }
        return lines
    }

    private func unplacedLines(_ width: Int?) -> [Styled] {
        guard !plan.unplaced.isEmpty else { return [] }
        return [Styled("Without a place", .warning)]
            + plan.unplaced.flatMap { unplaced in
                let tone = style.task(unplaced.task)?.priority.tone ?? .plain
                return [
                    Styled("  ") + Styled(style.title(of: unplaced.task), tone)
                        + Styled("  short by \(unplaced.minutes.asHours)", .strong)
                ]
                    + unplaced.because.detail.wrapped(to: width.map { $0 - 4 }).map { Styled("    " + $0, .faint) }
            }
    }

    private func certaintyLines(_ width: Int?) -> [Styled] {
        certainty.isEmpty ? [] : certainty.wrapped(to: width).map { Styled($0, .faint) }
    }

    /// How good the plan is, where that is not proved; else empty.
    private var certainty: String {
        guard !plan.optimal else { return "" }
        let pairs = zip(plan.objective, plan.bound ?? [])
        guard let (index, (value, bound)) = pairs.enumerated().first(where: { $0.element.0 != $0.element.1 }) else { return "" }
        switch index {
        case 0, 1, 2:
            let priority = StudyTask.Priority.allCases[index].rawValue
            let least = bound > 0 ? ", but at least \(bound.asHours)" : ""
            return "\(value.asHours) of \(priority) priority have no place. A better plan may leave less\(least)."
        case 3:
            return "\(counted(value, "block")) moved. A better plan may move fewer."
        default:
            return ""
        }
    }
}
