/// Work that is done anew at each of its times, as one task for each time. A time is a day or a week; a plan has those of its
/// first four weeks.
struct RepeatedWork {
    /// The most days, from the plan's first, of which the times are planned.
    static let mostDays = 28

    /// The ids of the tasks that were given, by those of their times.
    private var tasks: [String: String] = [:]

    /// The problem with a task for each time, and the way back. Blocks belong to the last time that began before them, so that a
    /// block that was moved to a day between two times stays that of the first. A block that is done, pinned or begun is its
    /// time's only one.
    ///
    /// A time without study hours from now on that are long enough is left out: nobody could keep it.
    static func unfolded(_ given: StudyProblem) -> (StudyProblem, Self) {
        guard given.tasks.contains(where: { $0.every != nil }) else { return (given, Self()) }
        var (problem, work) = (given, Self())
        let days = StudyDays(given)
        let blocks = Dictionary(grouping: given.earlier.indices) { given.earlier[$0].task }
        problem.tasks = given.tasks.flatMap { task -> [StudyProblem.Task] in
            guard let every = task.every else { return [task] }
            var times: [Int: StudyProblem.Task] = [:]
            for first in given.days.prefix(mostDays) where every.begin(of: first) == first || first == given.days.lowerBound {
                let begin = every.begin(of: first)
                times[begin] = time(of: task, from: begin, every, given, days)
            }
            for index in blocks[task.id] ?? [] {
                let block = given.earlier[index]
                let begin = every.begin(of: given.zone.day(of: block.start))
                var time = times[begin] ?? closed(task, begin)
                let stays = !block.isMissed && (block.isPinned || block.start < given.now)
                time.isDone = time.isDone || block.isDone || stays
                times[begin] = time
                problem.earlier[index].task = time.id
            }
            for time in times.values { work.tasks[time.id] = task.id }
            return Array(times.values)
        }
        return (problem, work)
    }

    private static func id(_ task: StudyProblem.Task, _ begin: Int) -> String {
        let number = String(begin)
        return "\(task.id)/\(String(repeating: "0", count: max(0, 8 - number.count)))\(number)"
    }

    /// A time in which nothing more is planned.
    private static func closed(_ task: StudyProblem.Task, _ begin: Int) -> StudyProblem.Task {
        var time = task
        (time.id, time.every, time.isDone, time.after, time.minutesDone) = (id(task, begin), nil, true, [], 0)
        return time
    }

    /// Nil if the time does not lie between the task's `earliest` and `deadline`, or has too few hours.
    private static func time(
        of task: StudyProblem.Task, from begin: Int, _ every: StudyProblem.Every, _ given: StudyProblem, _ days: StudyDays
    ) -> StudyProblem.Task? {
        guard !task.isDone else { return nil }
        let length = every == .week ? 7 : 1
        // The last minute of a day is left out, so that no mode takes the deadline for one on the day after.
        let end = given.zone.start(ofDay: begin + length) - 60
        let (from, to) = (max(given.zone.start(ofDay: begin), task.earliest ?? .min), min(end, task.deadline ?? .max))
        let least = min(task.minutes, given.settings.minimumBlock)
        let span = max(from, given.now).minuteUp..<max(max(from, given.now).minuteUp, to.minuteDown)
        let open = (begin..<begin + length).filter(given.days.contains).flatMap { days.hours[$0 - days.firstDay] }
        guard open.contains(where: { $0.clamped(to: span).count >= least }) else { return nil }
        var time = task
        (time.id, time.every, time.after, time.spaced, time.minutesDone) = (id(task, begin), nil, [], nil, 0)
        (time.earliest, time.deadline, time.waitsSince, time.isOneTime) = (from, to, nil, true)
        return time
    }

    /// One of each task's times without a place, the first.
    func firsts(of unplaced: [StudyTimetable.Unplaced]) -> [StudyTimetable.Unplaced] {
        var known: Set<String> = []
        return unplaced.sorted { $0.task.precedes($1.task) }.filter { known.insert(tasks[$0.task] ?? $0.task).inserted }
    }

    /// A plan in terms of the tasks that were given.
    /// - Parameter all: the times without a place, of which `timetable` has the first of each task.
    func folded(_ timetable: StudyTimetable, _ all: [StudyTimetable.Unplaced]) -> StudyTimetable {
        guard !tasks.isEmpty else { return timetable }
        var folded = timetable
        for index in folded.blocks.indices {
            if let time = folded.blocks[index].task { folded.blocks[index].task = tasks[time] ?? time }
        }
        let minutes = Dictionary(all.map { (tasks[$0.task] ?? $0.task, $0.minutes) }, uniquingKeysWith: +)
        folded.unplaced = timetable.unplaced.map { unplaced in
            guard let task = tasks[unplaced.task] else { return unplaced }
            var folded = unplaced
            (folded.task, folded.minutes) = (task, minutes[task] ?? unplaced.minutes)
            // The end of a time is nobody's deadline.
            if folded.reason == .deadline { folded.reason = .hours }
            if case .laterDeadline = folded.change { folded.change = nil }
            return folded
        }.sorted { $0.task.precedes($1.task) }
        folded.waiting = timetable.waiting.filter { tasks[$0.key] == nil }
        return folded
    }
}

extension StudyProblem.Every {
    /// The day on which the last time began that has begun by a day: both counted from 1970-01-01, a Thursday.
    func begin(of day: Int) -> Int {
        let weekday = (day + 3).remainder(of: 7)
        switch self {
        case .week: return day - weekday
        case .weekdays(let days): return day - ((0..<7).first { days.contains((weekday - $0 + 7) % 7) } ?? 0)
        }
    }
}
