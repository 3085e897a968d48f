/// When to stop a search before it has seen all. Without a budget it runs to the end.
public struct SearchBudget: Sendable {
    /// Steps of the search; nil: as many as it takes.
    public var steps: Int?
    /// Told every 256 steps how far the search is; must not block.
    public var tell: (@Sendable (SearchProgress) -> Void)?
    /// Asked every 256 steps, for a deadline or a cancellation.
    public var isOver: @Sendable () -> Bool

    public init(
        steps: Int? = nil, tell: (@Sendable (SearchProgress) -> Void)? = nil, isOver: @escaping @Sendable () -> Bool = { false }
    ) {
        self.steps = steps
        self.tell = tell
        self.isOver = isOver
    }
}

/// How far a search is.
public struct SearchProgress: Sendable, Equatable {
    /// What is done, in this order; explaining only where there is no timetable.
    public enum Phase: String, Sendable, CaseIterable {
        case ranking, counting, explaining
    }

    public var phase: Phase
    /// Steps of the search so far; those of the explanation are counted anew.
    public var steps = 0
    /// Cost of the best timetable so far.
    public var best: Int?
    /// No timetable that has not been seen yet costs less; nil if that is not known.
    public var bound: Int?

    public init(phase: Phase, steps: Int = 0, best: Int? = nil, bound: Int? = nil) {
        self.phase = phase
        self.steps = steps
        self.best = best
        self.bound = bound
    }
}

/// Counts the steps of one search.
struct Meter {
    private let budget: SearchBudget
    var progress: SearchProgress
    private(set) var isSpent = false

    init(_ budget: SearchBudget, _ phase: SearchProgress.Phase = .ranking) {
        self.budget = budget
        progress = SearchProgress(phase: phase)
    }

    var steps: Int { progress.steps }

    /// Whether another step may be made.
    mutating func step() -> Bool {
        if isSpent { return false }
        if let limit = budget.steps, progress.steps >= limit { isSpent = true }
        if progress.steps & 255 == 0 {
            budget.tell?(progress)
            if budget.isOver() { isSpent = true }
        }
        if !isSpent { progress.steps += 1 }
        return !isSpent
    }
}
