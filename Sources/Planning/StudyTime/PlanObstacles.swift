import NoteItCore

/// Finds for each unplaced task the smallest change of one setting that places it. Each was tried by planning again, so it is true;
/// where the work for that is spent, none is told.
struct PlanObstacles {
    /// The most unplaced tasks that are explained.
    private static let most = 24
    /// Days whose hours are tried.
    private static let mostDays = 14
    private static let endOfDay = 1_440

    private let problem: StudyProblem
    private let steps: Int
    private let work: SearchWork
    /// Minutes of one step of a change.
    private var step: Int { problem.settings.mode == .even ? 1 : 5 }

    /// - Parameters: `problem`: as it was planned, tasks by id; `steps`: of each plan; `work`: for all of them.
    init(_ problem: StudyProblem, steps: Int, work: SearchWork) {
        (self.problem, self.steps, self.work) = (problem, steps, work)
    }

    /// The unplaced tasks with the reasons, and the changes that would place them.
    func explained(_ unplaced: [StudyTimetable.Unplaced]) -> [StudyTimetable.Unplaced] {
        let places = problem.tasks.places(by: \.id)
        return unplaced.enumerated().map { index, one in
            guard index < Self.most, one.change == nil, let task = places[one.task],
                let (reason, change) = change(task)
            else { return one }
            var one = one
            (one.reason, one.change) = (reason, change)
            return one
        }
    }

    private func change(_ task: Int) -> (StudyTimetable.Reason, StudyTimetable.Change)? {
        if let limit = problem.settings.dailyLimit,
            let change = least((Self.endOfDay - limit) / step, task, { .higherLimit(limit + $0 * step) })
        {
            return (.limit, change)
        }
        if let change = laterDeadline(task) { return (.deadline, change) }
        let (minimum, maximum) = (problem.settings.minimumBlock, problem.settings.maximumBlock)
        let shortest = minimum.ceilDivided(by: step)
        if let change = least(shortest - 1, task, { .shorterMinimum((shortest - $0) * step) }) { return (.blocks, change) }
        if problem.settings.mode != .even, maximum < Self.endOfDay,
            let change = least(
                Self.endOfDay / step - maximum / step, task, { .longerMaximum((maximum / step + $0) * step) })
        {
            return (.blocks, change)
        }
        return longerHours(task).map { (.hours, $0) }
    }

    private func laterDeadline(_ task: Int) -> StudyTimetable.Change? {
        guard let deadline = problem.tasks[task].deadline, !problem.tasks[task].isOneTime else { return nil }
        let end = problem.zone.start(ofDay: problem.days.upperBound + 1)
        let first = deadline.floorDivided(by: step * 60)
        return least((end - first * step * 60).floorDivided(by: step * 60), task) { .laterDeadline((first + $0) * step * 60) }
    }

    /// The change that lengthens the hours of one day by the least time; the first day of several.
    private func longerHours(_ task: Int) -> StudyTimetable.Change? {
        var best: (steps: Int, change: StudyTimetable.Change)?
        let today = problem.zone.day(of: problem.now)
        for day in problem.days.clamped(to: max(today, problem.days.lowerBound)...max(today, problem.days.upperBound))
            .prefix(Self.mostDays)
        {
            guard let end = problem.settings.hours[(day + 3).remainder(of: 7)].map(\.upperBound).max() else { continue }
            let most = min((Self.endOfDay - end) / step, (best?.steps ?? .max) - 1)
            let change = least(most, task) { .longerHours(day: day, minutes: $0 * step) }
            if case .longerHours(_, let minutes)? = change { best = (minutes / step, .longerHours(day: day, minutes: minutes)) }
            if work.isStopped { break }
        }
        return work.isStopped ? nil : best?.change
    }

    /// The smallest of the changes by 1 to `most` steps that places the task. Nil if none does, or the work is spent.
    private func least(_ most: Int, _ task: Int, _ change: (Int) -> StudyTimetable.Change) -> StudyTimetable.Change? {
        guard most > 0, !work.isStopped else { return nil }
        var (low, high) = (0, 1)
        while !places(task, change(high)) {
            guard high < most, !work.isStopped else { return nil }
            (low, high) = (high, min(2 * high, most))
        }
        while low + 1 < high {
            let middle = (low + high) / 2
            if places(task, change(middle)) { high = middle } else { low = middle }
        }
        // More of a good thing may be worse for a task: another one takes it.
        while high > 2, places(task, change(high - 2)) { high -= 2 }
        return work.isStopped ? nil : change(high)
    }

    /// Whether the task is whole if all is planned again with a change. False if the work is spent.
    private func places(_ task: Int, _ change: StudyTimetable.Change) -> Bool {
        guard !work.isStopped else { return false }
        for problem in problems(task, change) {
            let plan = StudyPlanner.outcome(problem, steps: steps, work: work)
            if work.isStopped || plan.unplaced.contains(where: { $0.task == self.problem.tasks[task].id }) { return false }
        }
        return true
    }

    /// The problem with a change. Longer hours of one day are also tried as those of its weekday: so people set them.
    private func problems(_ task: Int, _ change: StudyTimetable.Change) -> [StudyProblem] {
        var other = problem
        switch change {
        case .longerHours(let day, let minutes):
            let weekday = (day + 3).remainder(of: 7)
            var each = problem
            guard
                let last = each.settings.hours[weekday].indices.max(by: {
                    each.settings.hours[weekday][$0].upperBound < each.settings.hours[weekday][$1].upperBound
                })
            else { return [] }
            let range = each.settings.hours[weekday][last]
            each.settings.hours[weekday][last] = range.lowerBound..<range.upperBound + minutes
            if problem.days.count <= 7 { return [each] }
            other.longerDay = (day, minutes)
            return [other, each]
        case .laterDeadline(let instant): other.tasks[task].deadline = instant
        case .higherLimit(let minutes): other.settings.dailyLimit = minutes
        case .shorterMinimum(let minutes): other.settings.minimumBlock = minutes
        case .longerMaximum(let minutes): other.settings.maximumBlock = minutes
        case .finish(let id):
            for index in other.tasks.indices where other.tasks[index].id == id { other.tasks[index].isDone = true }
        }
        return [other]
    }
}
