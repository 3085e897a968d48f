/// Plans study time: which task to study when, around what is fixed.
public enum StudyPlanner {
    /// - Parameters:
    ///   - problem: without equal ids, cycles, or hours that overlap.
    ///   - steps: how many steps the search of weeks mode may take; a thousand steps take some tens of microseconds.
    ///   - isOver: asked about once a millisecond; once it is true, the search ends at once with what it found.
    /// - Returns: the same for the same input, whatever the order of its lists. For the rules see `docs/study.md`.
    public static func plan(
        _ given: StudyProblem, steps: Int = WeeksTimetable.defaultSteps, isOver: @escaping () -> Bool = { false }
    ) -> StudyTimetable {
        let (single, times) = RepeatedWork.unfolded(given)
        let problem = bounded(single)
        let work = SearchWork(isOver: isOver)
        let plan = outcome(problem, steps: steps, work: work)
        var timetable = plan.timetable
        let explaining = work.part(limit: explanation(problem, steps))
        timetable.unplaced = PlanObstacles(problem, steps: steps, work: explaining).explained(times.firsts(of: plan.unplaced))
        timetable.blocks = listed(
            plan.blocks.sorted { ($0.minutes.lowerBound, $0.task) < ($1.minutes.lowerBound, $1.task) }, problem, plan.days,
            plan.earlier)
        return times.folded(timetable, plan.unplaced)
    }

    /// The steps for explanations. Large problems get few: each of their plans takes long, and a replan must be quick.
    private static func explanation(_ problem: StudyProblem, _ steps: Int) -> Int {
        problem.tasks.count <= 64 ? steps / 2 : steps / 8 * 64 / problem.tasks.count
    }

    /// A plan without ids and explanations.
    struct Outcome {
        var days: StudyDays
        var earlier: EarlierBlocks
        var blocks: [EvenTimetable.Block]
        /// The plan without its blocks, which are in `blocks`.
        var timetable: StudyTimetable

        var unplaced: [StudyTimetable.Unplaced] { timetable.unplaced }
    }

    /// - Parameter problem: its tasks by id.
    static func outcome(_ problem: StudyProblem, steps: Int, work: SearchWork) -> Outcome {
        let days = StudyDays(problem)
        let earlier = EarlierBlocks(problem, days)
        work.spend(20 * (problem.tasks.count + problem.earlier.count + problem.days.count))
        if problem.settings.mode == .even {
            let even = EvenTimetable(problem, days, earlier, work)
            let timetable = StudyTimetable(
                blocks: [], unplaced: even.unplaced, objective: [], isOptimal: true, waiting: even.waiting)
            return Outcome(days: days, earlier: earlier, blocks: even.blocks, timetable: timetable)
        }
        let isBalanced = problem.settings.mode == .balanced
        let weeks = WeeksTimetable(problem, days, earlier, steps: steps, packs: !isBalanced, work)
        guard isBalanced else {
            let timetable = StudyTimetable(
                blocks: [], unplaced: weeks.unplaced, objective: weeks.objective, isOptimal: weeks.isOptimal, bound: weeks.bound
            )
            return Outcome(days: days, earlier: earlier, blocks: weeks.blocks, timetable: timetable)
        }
        let balanced = BalancedTimetable(problem, days, earlier, weeks, steps: steps, work)
        let timetable = StudyTimetable(
            blocks: [], unplaced: weeks.unplaced, objective: balanced.objective, isOptimal: balanced.isOptimal,
            bound: balanced.bound)
        return Outcome(days: days, earlier: earlier, blocks: balanced.blocks, timetable: timetable)
    }

    /// Tasks by id; numbers without an upper limit in the contract are cut where more changes nothing, so that sums stay in range.
    private static func bounded(_ given: StudyProblem) -> StudyProblem {
        var problem = given
        problem.tasks.sort { $0.id.precedes($1.id) }
        let most = 10_000_000
        for index in problem.tasks.indices {
            problem.tasks[index].minutes = min(max(0, problem.tasks[index].minutes), most)
            problem.tasks[index].minutesDone = min(max(0, problem.tasks[index].minutesDone), most)
            problem.tasks[index].spaced = problem.tasks[index].spaced.map { min(max(1, $0), most) }
        }
        problem.settings.minimumBlock = min(max(1, problem.settings.minimumBlock), most)
        problem.settings.maximumBlock = min(max(problem.settings.minimumBlock, problem.settings.maximumBlock), most)
        problem.settings.breakMinutes = min(max(0, problem.settings.breakMinutes), most)
        problem.settings.longestRun = min(max(1, problem.settings.longestRun), most)
        problem.settings.longBreak = min(max(0, problem.settings.longBreak), most)
        problem.settings.dailyLimit = problem.settings.dailyLimit.map { min(max(-most, $0), most) }
        return problem
    }

    /// All blocks of a plan with their ids, by start, end, id.
    private static func listed(
        _ new: [EvenTimetable.Block], _ problem: StudyProblem, _ days: StudyDays, _ earlier: EarlierBlocks
    ) -> [StudyTimetable.Block] {
        struct Place: Hashable {
            var task: String
            var start, end: Int
        }
        let known = Dictionary(
            earlier.movable.map { (Place(task: $0.task, start: $0.start, end: $0.end), $0.id) },
            uniquingKeysWith: { first, _ in first })
        let places = new.map {
            Place(task: problem.tasks[$0.task].id, start: $0.minutes.lowerBound * 60, end: $0.minutes.upperBound * 60)
        }
        var identifiers = BlockIdentifiers(taken: earlier.kept.map(\.block.id) + places.compactMap { known[$0] })
        var study = earlier.kept.filter(\.isListed).map { kept in
            StudyTimetable.Block(
                id: kept.block.id, kind: .study, task: kept.block.task, start: kept.block.start, end: kept.block.end,
                isPinned: kept.block.isPinned, isDone: kept.block.isDone, isMissed: kept.isMissed)
        }
        study += places.map { place in
            StudyTimetable.Block(
                id: known[place] ?? identifiers.make(.study, task: place.task, start: place.start), kind: .study,
                task: place.task, start: place.start, end: place.end)
        }
        var blocks = study
        if problem.settings.mode == .even, problem.settings.breakMinutes > 0 {
            for block in study where !block.isMissed {
                blocks.append(
                    StudyTimetable.Block(
                        id: identifiers.make(.rest, task: block.task ?? "", start: block.end), kind: .rest, task: nil,
                        start: block.end, end: block.end + problem.settings.breakMinutes * 60))
            }
        }
        let span = (days.starts.first ?? 0)..<(days.starts.last ?? 0)
        for task in problem.fixed.sorted(by: { $0.id.precedes($1.id) }) {
            for occurrence in task.occurrences.sorted(by: { $0.lowerBound < $1.lowerBound }) where occurrence.overlaps(span) {
                blocks.append(
                    StudyTimetable.Block(
                        id: identifiers.make(.fixed, task: task.id, start: occurrence.lowerBound), kind: .fixed, task: task.id,
                        start: occurrence.lowerBound, end: occurrence.upperBound, isDone: task.isDone))
            }
        }
        return blocks.sorted {
            ($0.start, $0.end) != ($1.start, $1.end) ? ($0.start, $0.end) < ($1.start, $1.end) : $0.id.precedes($1.id)
        }
    }
}
