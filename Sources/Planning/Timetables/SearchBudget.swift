import NoteItCore

/// The limits of a search. Without limits it runs to the end.
public struct SearchBudget: Sendable {
    /// The most steps; nil for no limit.
    public var steps: Int?
    /// Called every 256 steps with the progress. It must not block.
    public var tell: (@Sendable (SearchProgress) -> Void)?
    /// Called every 256 steps, for a deadline or a cancellation.
    public var isOver: @Sendable () -> Bool

    public init(
        steps: Int? = nil, tell: (@Sendable (SearchProgress) -> Void)? = nil, isOver: @escaping @Sendable () -> Bool = { false }
    ) {
        self.steps = steps
        self.tell = tell
        self.isOver = isOver
    }
}

/// The progress of a search.
public struct SearchProgress: Sendable, Equatable, Memberwise {
    /// The phases, in order. Only a problem without a timetable is explained.
    public enum Phase: String, Sendable, CaseIterable {
        case ranking, counting, explaining
    }

    public var phase: Phase
    /// Steps of the search so far. The explanation starts at 0 again.
    public var steps: Int = 0
    /// The cost of the best timetable so far.
    public var best: Int? = nil
    /// The least cost that a timetable still to be found can have; nil if unknown.
    public var bound: Int? = nil
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

    /// Counts a step. False if the budget is spent.
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
