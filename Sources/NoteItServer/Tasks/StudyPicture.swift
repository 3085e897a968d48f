import Foundation
import NoteItCore

/// Seven days of a plan as a picture: study, classes and fixed tasks. Breaks and what was missed are left out.
struct StudyPicture {
    private static let days = 7
    /// More than anybody can read.
    private static let mostBlocks = 1_000

    let first: Day
    private let blocks: [StudyPlan.Block]
    private let zone: TimeZone

    /// - Parameters: `blocks`: those that meet the days; `first`: the first of the days, in `zone`.
    init(_ blocks: [StudyPlan.Block], from first: Day, zone: TimeZone) {
        (self.first, self.zone) = (first, zone)
        self.blocks = Array(blocks.lazy.filter { $0.kind != .break && !$0.missed }.prefix(Self.mostBlocks))
    }

    var svg: String {
        let parts = (0..<Self.days).flatMap(parts)
        let timed = parts.filter { !$0.isWholeDay }
        let notes = parts.filter(\.isWholeDay).prefix(40).map { "all day \(head($0.column)): \($0.block.title.cut(to: 80))" }
        let start = (timed.map(\.start).min() ?? 480) / 60 * 60
        let end = max(timed.map(\.end).max() ?? 0, start + 540)
        return HourSheet(
            title: "Week of \(first)", heads: (0..<Self.days).map(head), blocks: timed.map(sheetBlock).sideBySide, first: start,
            last: min(end, 1_440), notes: notes
        ).svg
    }

    /// A part of a block that is on one day, in minutes of that day.
    private struct Part {
        var block: StudyPlan.Block
        var column, start, end: Int

        var isWholeDay: Bool { block.kind == .fixed && start == 0 && end == 1_440 }
    }

    private func parts(of column: Int) -> [Part] {
        let day = first.adding(days: column)
        let (start, end) = (day.start(in: zone), day.adding(days: 1).start(in: zone))
        return blocks.filter { $0.start < end && $0.end > start }.map { block in
            let minutes = day.minutes(from: block.start, to: block.end, in: zone)
            return Part(block: block, column: column, start: minutes.lowerBound, end: minutes.upperBound)
        }
    }

    private func sheetBlock(_ part: Part) -> HourSheet.Block {
        let block = part.block
        let fill =
            switch block.kind {
            case .study: block.done ? "#a5d6a7" : "#90caf9"
            case .class: "#ce93d8"
            case .fixed, .break: "#cfd8dc"
            }
        let state = block.done ? "done" : block.pinned ? "stays there" : ""
        let lines = [block.title, "\(clock(part.start))-\(clock(part.end))", block.course?.code ?? "", state]
        return HourSheet.Block(
            column: part.column, start: part.start, end: part.end, fill: fill, lines: lines.filter { !$0.isEmpty })
    }

    private func clock(_ minute: Int) -> String { WallTime(minute: minute)?.description ?? "" }

    private func head(_ column: Int) -> String { first.adding(days: column).inWeek() }
}
