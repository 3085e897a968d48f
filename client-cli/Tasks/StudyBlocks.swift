import NoteItClient
import NoteItCore
import NoteItTerminal

extension CommandContext {
    /// Marks the last study block that has begun and is open, of one task or of any, and reports it.
    /// - Parameters:
    ///   - words: name the task; empty for any.
    ///   - patch: what to change.
    ///   - verb: what was done, such as `Missed`.
    func markBlock(_ words: [String], with patch: StudyBlockPatch, _ verb: String) async throws {
        let wanted = words.isEmpty ? nil : try await task(words)
        let clock = try await studyClock()
        let plan = try await studyPlan(clock.today.adding(days: -7)...clock.today, isOnline: true)
        let open = plan.blocks.filter { block in
            block.kind == .study && !block.done && !block.missed && block.start <= now
                && (wanted == nil || block.task == wanted?.id.description)
        }
        guard let block = open.max(by: { ($0.start, $0.id) < ($1.start, $1.id) }) else {
            let whose = wanted.map { " of '\($0.title)'" } ?? ""
            throw Complaint("No study block\(whose) has begun and is open.", advice: ["See the plan with: noteit study today"])
        }
        let marked = try await client.edit(block: block.id, with: patch)
        try await refresh()
        try report(
            marked, plain: [marked.fields],
            Styled("\(verb): \(block.title), \(clock.short(block.start))-\(clock.clock(block.end)).", .good))
    }
}
