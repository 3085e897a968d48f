import Foundation
import NoteItCore

/// What to do now and what comes next, on one line.
public struct StudyNow: Sendable {
    /// The block of this moment; study before anything else.
    public let current: StudyPlan.Block?
    /// The next block that is not a break.
    public let next: StudyPlan.Block?
    private let style: StudyStyle

    public init(_ blocks: [StudyPlan.Block], style: StudyStyle) {
        self.style = style
        let now = style.clock.now
        let open = blocks.filter { !$0.missed && !$0.done && $0.end > now }
        current = open.filter { $0.start <= now }.min { ($0.rank, $1.start) < ($1.rank, $0.start) }
        next = open.filter { $0.start > now && $0.kind != .break }.min {
            ($0.start, $0.rank, $0.id) < ($1.start, $1.rank, $1.id)
        }
    }

    /// `now: Read chapter 4 (CMPT225) until 16:40, 25m left; next: Lunch at 17:00`
    public var line: Styled {
        guard current != nil || next != nil else { return Styled("Nothing is planned.", .faint) }
        let now = current.map {
            Styled("now: ", .faint) + Styled(name($0), .strong)
                + Styled(" until \(style.clock.time($0.end)), \(left($0)) left")
        }
        let then = next.map { Styled("next: ", .faint) + Styled(name($0)) + Styled(" \(when($0.start))") }
        return [now ?? Styled("now: free", .faint), then ?? Styled()].joined(by: "; ")
    }

    /// For a shell prompt: `Read chapter 4 25m`, or `17:00 Lunch` for what comes next today; empty if there is nothing.
    /// - Parameter width: the most cells.
    public func short(width: Int = 30) -> String {
        let text: (String, String)? =
            if let current { (title(current), " \(left(current))") } else {
                next.flatMap { isToday($0.start) ? ("\(style.clock.time($0.start)) \(title($0))", "") : nil }
            }
        guard let (title, end) = text else { return "" }
        return title.visible.truncated(to: width - end.count) + end
    }

    private func title(_ block: StudyPlan.Block) -> String { block.kind == .break ? "break" : block.title }

    private func name(_ block: StudyPlan.Block) -> String {
        let course = style.course(block).text
        return title(block) + (course.isEmpty ? "" : " (\(course))")
    }

    /// A minute that has begun counts whole.
    private func left(_ block: StudyPlan.Block) -> String {
        Int((block.end.timeIntervalSince(style.clock.now) / 60).rounded(.up)).asHours
    }

    private func isToday(_ time: Date) -> Bool { Day(time, in: style.clock.timeZone) == style.clock.today }

    private func when(_ time: Date) -> String {
        switch Day(time, in: style.clock.timeZone).days(since: style.clock.today) {
        case 0: "at \(style.clock.time(time))"
        case 1: "tomorrow \(style.clock.time(time))"
        default: style.clock.short(time)
        }
    }
}

extension StudyPlan.Block {
    /// Decides which of several blocks at one time is shown: the one with the lowest rank.
    fileprivate var rank: Int {
        switch kind {
        case .study: 0
        case .fixed: 1
        case .class: 2
        case .break: 3
        }
    }
}
