import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// Which study block a command is for.
enum StudyBlockChoice {
    /// The last one that has begun and is open; without one, the last of the week before that counts as missed.
    case studied
    /// The last one that has begun and is open.
    case begun
    /// The last one that is done.
    case done
    /// The last one of today, or to come, that was marked as missed.
    case missed
    /// The last one that was marked, either way.
    case marked
    /// The one of now, or the next.
    case coming
    /// The next one that is pinned.
    case pinned

    /// Study blocks of the week before and the four weeks ahead.
    func block(of blocks: [StudyPlan.Block], _ clock: DueText) -> StudyPlan.Block? {
        let now = clock.now
        let order = { (one: StudyPlan.Block, other: StudyPlan.Block) in (one.start, one.id) < (other.start, other.id) }
        // Blocks of earlier days count as missed by themselves.
        let isFresh = { (block: StudyPlan.Block) in Day(block.start, in: clock.timeZone) >= clock.today }
        let open = blocks.filter { !$0.done && !$0.missed }
        switch self {
        case .begun: return open.filter { $0.start <= now }.max(by: order)
        case .studied:
            return open.filter { $0.start <= now }.max(by: order)
                ?? blocks.filter { $0.missed && $0.start <= now }.max(by: order)
        case .done: return blocks.filter(\.done).max(by: order)
        case .missed: return blocks.filter { $0.missed && isFresh($0) }.max(by: order)
        case .marked: return blocks.filter { $0.done || ($0.missed && isFresh($0)) }.max(by: order)
        case .coming: return open.filter { $0.end > now }.min(by: order)
        case .pinned: return open.filter { $0.pinned && $0.end > now }.min(by: order)
        }
    }

    var nothing: String {
        switch self {
        case .studied, .begun: "has begun and is open"
        case .done: "is done"
        case .missed: "of today was marked as missed"
        case .marked: "was marked"
        case .coming: "is to come"
        case .pinned: "is pinned"
        }
    }
}

extension CommandContext {
    /// A study block of one task, or of any. Throws a complaint if there is none.
    /// - Parameter words: name the task; empty for any.
    func studyBlock(_ choice: StudyBlockChoice, of words: [String]) async throws -> StudyPlan.Block {
        let wanted = words.isEmpty ? nil : try await task(words)
        let clock = try await studyClock()
        let plan = try await studyPlan(clock.today.adding(days: -7)...clock.today.adding(days: 27), isOnline: asOf == nil)
        let blocks = plan.blocks.filter { $0.kind == .study && (wanted == nil || $0.task == wanted?.id.description) }
        guard let block = choice.block(of: blocks, clock) else {
            let whose = wanted.map { " of '\($0.title)'" } ?? ""
            throw Complaint("No study block\(whose) \(choice.nothing).", advice: ["See the plan with: noteit study plan"])
        }
        return block
    }

    /// Changes a study block and reports it. If the server is not reached, the change waits in the outbox.
    /// - Parameters:
    ///   - patch: what to change.
    ///   - verb: what was done, such as `Missed`.
    func change(_ block: StudyPlan.Block, with patch: StudyBlockPatch, _ verb: String) async throws {
        let clock = try await studyClock()
        let words = { (block: StudyPlan.Block) in
            "\(verb): \(block.title), \(clock.short(block.start))-\(clock.time(block.end))."
        }
        switch try await outbox.edit(block, with: patch) {
        case .sent(let changed):
            try await refresh()
            try report(changed, plain: [changed.fields], Styled(words(changed), .good))
        case .queued(let entry, let why):
            try tellQueued(entry, why)
            say(Styled("  \(words(try patch.applied(to: block)))", .faint))
        case .refused(let entry):
            try await outbox.drop(entry.id)
            throw Complaint("The study block was not changed: \(entry.reason)")
        }
    }
}
