/// An earlier plan's study blocks, divided into those that stay and those that may move.
struct EarlierBlocks {
    struct Kept {
        var block: StudyProblem.EarlierBlock
        /// The block's day in the plan: -1 before it, the number of days after it.
        var day: Int
        /// Whether the block was missed: it was marked so, or its day went by without it being done.
        var isMissed: Bool
        /// Whether the plan shows it.
        var isListed: Bool

        var minutes: Int { (block.end - block.start) / 60 }

        /// Whole minutes that it holds; of a missed block only those before `now`.
        func held(at now: Int) -> Range<Int> {
            let (start, end) = (block.start.minuteDown, (isMissed ? min(block.end, now) : block.end).minuteUp)
            return start..<max(start, end)
        }
    }

    private(set) var kept: [Kept] = []
    /// The blocks of open tasks that a plan may move, by start, end, id.
    private(set) var movable: [StudyProblem.EarlierBlock] = []

    /// Kept are blocks that are pinned, done or missed, that began before now, or that belong to a day outside the plan. Future
    /// blocks of done tasks are dropped. O(n log n).
    init(_ problem: StudyProblem, _ days: StudyDays) {
        let open = Dictionary(
            problem.tasks.map { ($0.id, !$0.isDone) } + problem.fixed.map { ($0.id, !$0.isDone) },
            uniquingKeysWith: { first, _ in first })
        let today = problem.zone.start(ofDay: days.today)
        for block in problem.earlier.sorted(by: Self.precedes) {
            guard let isOpen = open[block.task] else { continue }
            let day = days.index(of: block.start)
            let isInside = (0..<days.count).contains(day)
            let isMissed = block.isMissed || (!block.isDone && block.start < today)
            if block.isPinned || block.isDone || isMissed || block.start < problem.now || !isInside {
                kept.append(Kept(block: block, day: day, isMissed: isMissed, isListed: isInside))
            } else if isOpen {
                movable.append(block)
            }
        }
    }

    private static func precedes(_ one: StudyProblem.EarlierBlock, _ other: StudyProblem.EarlierBlock) -> Bool {
        (one.start, one.end) != (other.start, other.end)
            ? (one.start, one.end) < (other.start, other.end) : one.id.precedes(other.id)
    }
}

extension String {
    /// The order of ids: by UTF-8 bytes, whatever the locale.
    func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
