import Planning

/// The rules of study time, read off the contract once more and as plainly as can be: minute by minute, all that is possible.
struct PlainStudyRules {
    let problem: StudyProblem
    private(set) var dayStarts: [Int] = []
    private(set) var kept: [Kept] = []
    /// Of each day the minutes for new blocks of weeks mode.
    private(set) var apart: [Set<Int>] = []

    private func wall(_ second: Int) -> Int { second + (offsets.last { $0.at <= second }?.offset ?? firstOffset) }
    private let offsets: [ZoneOffsets.Change]
    private let firstOffset: Int

    init(_ problem: StudyProblem, first: Int, changes: [ZoneOffsets.Change]) {
        (self.problem, firstOffset, offsets) = (problem, first, changes)
        dayStarts = (problem.days.lowerBound...problem.days.upperBound + 1).map { instant($0 * 86_400) }
        let today = instant(wall(problem.now) - ((wall(problem.now) % 86_400) + 86_400) % 86_400)
        kept = problem.earlier.compactMap { block in
            guard problem.tasks.contains(where: { $0.id == block.task }) else { return nil }
            let isMissed = block.isMissed || (!block.isDone && block.start < today)
            let day = day(block.start)
            guard block.isPinned || block.isDone || isMissed || block.start < problem.now || day == nil else { return nil }
            return Kept(block: block, isMissed: isMissed, day: day)
        }
        if problem.settings.mode != .even {
            apart = free(before: problem.settings.breakMinutes, after: problem.settings.breakMinutes)
        }
    }

    /// The first instant that shows a wall-clock time; for a skipped one, as far after the last time before it.
    func instant(_ target: Int) -> Int {
        let about = target - max(firstOffset, offsets.map(\.offset).max() ?? firstOffset) - 7_200
        var last = about
        for second in stride(from: about, through: about + 86_400, by: 60) {
            if wall(second) == target { return second }
            if wall(second) > target { break }
            last = second
        }
        return last + target - wall(last)
    }

    func day(_ second: Int) -> Int? {
        let starts = dayStarts
        return (0..<starts.count - 1).last { starts[$0] <= second && second < starts[$0 + 1] }
    }

    struct Kept {
        var block: StudyProblem.EarlierBlock
        var isMissed: Bool
        var day: Int?
    }

    var movable: [StudyProblem.EarlierBlock] {
        let stays = Set(kept.map(\.block.id))
        return problem.earlier.filter { block in
            !stays.contains(block.id) && problem.tasks.contains { $0.id == block.task && !$0.isDone }
        }
    }

    /// Of each day the minutes (since 1970) in which new blocks may lie.
    /// - Parameters:
    ///   - before, after: how far a kept block that was not missed keeps others away.
    func free(before: Int, after: Int) -> [Set<Int>] {
        let starts = dayStarts
        return problem.days.enumerated().map { index, day in
            var minutes: Set<Int> = []
            for range in problem.settings.hours[((day + 3) % 7 + 7) % 7] {
                let start = instant(day * 86_400 + range.lowerBound * 60)
                let end = instant(day * 86_400 + range.upperBound * 60)
                for minute in stride(from: start, to: end, by: 60) where minute >= starts[index] && minute < starts[index + 1] {
                    minutes.insert(minute / 60)
                }
            }
            let taken = problem.busy + problem.fixed.flatMap(\.occurrences)
            minutes = minutes.filter { minute in
                let range = minute * 60..<minute * 60 + 60
                return range.lowerBound >= problem.now && !taken.contains { $0.overlaps(range) }
                    && !kept.contains { kept in
                        !kept.isMissed
                            && (kept.block.start - before * 60..<kept.block.end + after * 60).overlaps(range)
                    }
            }
            return minutes
        }
    }

    /// Maximal runs of minutes.
    static func runs(_ minutes: Set<Int>) -> [Range<Int>] {
        minutes.sorted().reduce(into: []) { runs, minute in
            if let last = runs.last, last.upperBound == minute {
                runs[runs.count - 1] = last.lowerBound..<minute + 1
            } else {
                runs.append(minute..<minute + 1)
            }
        }
    }
}
