/// Counts the steps of the work on one problem, each some nanoseconds, for all parts of the work.
///
/// The preparation may take a number of steps, whatever time they take, so a problem is refused on every machine or on none. So may
/// the search that follows: its answer is the same on every machine, unless nobody waits for it any more. Then a number of steps is
/// left to bring it to an end.
final class Effort {
    /// The steps of the preparation, and of the end: about a tenth of a second each.
    static let mostSteps = 30_000_000
    private static let stepsBetweenQuestions = 20_000

    // Counting is in the innermost loops, where checks of exclusive access cost more than the count.
    private let most: Int
    @exclusivity(unchecked) private var steps = 0
    /// Steps at which to look up.
    @exclusivity(unchecked) private var next: Int
    /// Steps at which the work must end.
    private var limit: Int
    /// Steps at which the search is over.
    private var searchEnd = Int.max
    /// Asks whether time is over; nil during the preparation.
    private var isTimeOver: (() -> Bool)?
    /// Whether the search should end. It never becomes false again.
    @exclusivity(unchecked) private(set) var isOver = false
    /// Whether the work must end without a result.
    @exclusivity(unchecked) private(set) var isExhausted = false

    /// Whether half of the steps are gone that are left when time is over.
    var isLate: Bool { isOver && steps >= limit - most / 2 }

    init(most: Int = Effort.mostSteps) { (self.most, next, limit) = (most, most, most) }

    /// Ends the preparation.
    /// - Parameters: `search`: the steps of the search; `isOver`: asked now and then, ends it before.
    func begin(search: Int, _ isOver: @escaping () -> Bool) {
        guard !isExhausted else { return }
        isTimeOver = isOver
        searchEnd = search < .max - steps ? steps + search : .max
        (next, limit) = (steps, .max)
    }

    func spend(_ count: Int = 1) {
        steps &+= count
        if steps >= next { look() }
    }

    /// Whether the search should end. Unlike `isOver` it asks now.
    func ask() -> Bool {
        if !isOver { look() }
        return isOver
    }

    private func look() {
        if !isOver, let isTimeOver, steps >= searchEnd || isTimeOver() { (isOver, limit) = (true, steps + most) }
        if steps >= limit { (isOver, isExhausted) = (true, true) }
        next = isOver || isTimeOver == nil ? limit : steps + Self.stepsBetweenQuestions
    }
}
