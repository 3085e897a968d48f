import Foundation
import NoteItCore

/// A day as a column of blocks: about a row for each half hour, one for each gap, and a mark at the present moment.
public struct StudyDay: Sendable {
    public let day: Day
    private let blocks: [StudyPlan.Block]
    private let style: StudyStyle
    private let start: Date
    private let end: Date

    /// - Parameter blocks: of any days; those that meet this one are drawn.
    public init(_ day: Day, blocks: [StudyPlan.Block], style: StudyStyle) {
        self.day = day
        self.style = style
        let zone = style.clock.timeZone
        let (start, end) = (day.start(in: zone), day.adding(days: 1).start(in: zone))
        (self.start, self.end) = (start, end)
        self.blocks = blocks.filter { $0.start < end && $0.end > start }.sorted {
            ($0.start, $0.end, $0.id) < ($1.start, $1.end, $1.id)
        }
    }

    public var isEmpty: Bool { blocks.isEmpty }

    private struct Row {
        let time: Date
        let cells: [Styled]
    }

    /// - Parameter width: nil means as wide as needed.
    public func lines(width: Int?) -> [Styled] {
        var table = Table([
            .init("time"), .init("bar"), .init("title", least: 8), .init("course", dropRank: 2),
            .init("length", right: true, dropRank: 3),
            .init("priority", dropRank: 1), .init("state", least: 6),
        ])
        let rows = rows
        for row in rows { table.addRow(row.cells) }
        var lines = table.lines(width: width)
        if (start..<end).contains(style.clock.now), !rows.isEmpty {
            let place = rows.firstIndex { $0.time >= style.clock.now } ?? rows.count
            lines.insert(nowLine, at: place)
        }
        return [heading] + lines
    }

    private var heading: Styled {
        let facts = [blocks.studyWords(), clockChange].filter { !$0.isEmpty }.joined(separator: "; ")
        return Styled(style.clock.heading(day), .heading) + Styled(facts.isEmpty ? "" : "  " + facts, .faint)
    }

    /// `clocks go back 1h at 02:00`; empty on most days.
    private var clockChange: String {
        let zone = style.clock.timeZone
        let (before, after) = (zone.secondsFromGMT(for: start), zone.secondsFromGMT(for: end))
        guard before != after, let moment = zone.nextDaylightSavingTimeTransition(after: start.addingTimeInterval(-1)) else {
            return ""
        }
        let wall = Int(moment.timeIntervalSince(start)) / 60
        let change = abs(after - before) / 60
        return
            "clocks go \(after > before ? "forward" : "back") \(change.asHours) at \(WallTime(minute: wall)?.description ?? "")"
    }

    private var nowLine: Styled {
        Styled("\(style.clock.time(style.clock.now))  \(style.unicode ? "━━━" : "---") now", .mine)
    }

    private var rows: [Row] {
        var (rows, until, isAfterStudy) = ([Row](), Date?.none, false)
        for block in blocks {
            let (first, last) = (max(block.start, start), min(block.end, end))
            if let until, first > until {
                // The mode 'weeks' plans breaks without listing them.
                let isBreak = isAfterStudy && block.kind == .study && first.timeIntervalSince(until) <= Double(style.pause) * 60
                let name = Styled(isBreak ? "break" : "free", .faint)
                rows.append(Row(time: until, cells: [label(until), "", name, "", length(until, first)]))
            }
            rows += self.rows(of: block, first, last)
            if until.map({ last >= $0 }) ?? true { isAfterStudy = block.kind == .study && !block.missed }
            until = max(until ?? last, last)
        }
        guard let until else { return [] }
        return rows + [Row(time: until, cells: [label(until)])]
    }

    private func length(_ from: Date, _ to: Date) -> Styled {
        Styled(Int((to.timeIntervalSince(from) / 60).rounded()).asHours, .faint)
    }

    private func rows(of block: StudyPlan.Block, _ first: Date, _ last: Date) -> [Row] {
        let length = last.timeIntervalSince(first)
        let count = block.kind == .break ? 1 : max(1, min(Self.tallest, Int((length / Self.row).rounded())))
        return (0..<count).map { index in
            let time = first.addingTimeInterval(length * Double(index) / Double(count))
            guard index == 0 else { return Row(time: time, cells: ["", style.bar(block)]) }
            let state = [style.state(block), beyond(block)].joined(by: ", ")
            return Row(
                time: time,
                cells: [
                    label(first), style.bar(block), style.title(block), style.course(block), style.length(block),
                    style.priority(block), state,
                ])
        }
    }

    /// The start or the end of a block that reaches into another day.
    private func beyond(_ block: StudyPlan.Block) -> Styled {
        let parts = [
            block.start < start ? "since \(weekday(block.start)) \(style.clock.time(block.start))" : "",
            block.end > end ? "until \(weekday(block.end)) \(style.clock.time(block.end))" : "",
        ]
        return Styled(parts.filter { !$0.isEmpty }.joined(separator: ", "), .faint)
    }

    private func weekday(_ time: Date) -> String {
        String(CalendarNames.weekdays[Day(time, in: style.clock.timeZone).weekday].prefix(3))
    }

    private func label(_ time: Date) -> Styled { Styled(time == end ? "24:00" : style.clock.time(time), .faint) }

    /// How many seconds of the day a row of the drawing stands for.
    private static let row = 1_800.0
    /// The most rows of a block.
    private static let tallest = 8
}
