/// When to stop a search before it has seen all. Without a budget it runs to the end.
public struct SearchBudget: Sendable {
    /// Steps of the search; nil: as many as it takes.
    public var steps: Int?
    /// Asked every 256 steps, for a deadline or a cancellation.
    public var isOver: @Sendable () -> Bool

    public init(steps: Int? = nil, isOver: @escaping @Sendable () -> Bool = { false }) {
        self.steps = steps
        self.isOver = isOver
    }
}

/// Counts the steps of one search.
struct Meter {
    private let budget: SearchBudget
    private(set) var steps = 0
    private(set) var isSpent = false

    init(_ budget: SearchBudget) { self.budget = budget }

    /// Whether another step may be made.
    mutating func step() -> Bool {
        if isSpent { return false }
        if let limit = budget.steps, steps >= limit { isSpent = true }
        if steps & 255 == 0 && budget.isOver() { isSpent = true }
        if !isSpent { steps += 1 }
        return !isSpent
    }
}
