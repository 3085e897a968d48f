/// Counts the work of one plan, and ends it: at a number of steps, or when nobody waits for it any more.
final class SearchWork {
    private let limit: Int
    private let isOver: () -> Bool
    private(set) var spent = 0
    private var next = 0
    /// Once true, the searches end where they are. What they found so far is legal, but no proof.
    private(set) var isStopped = false

    /// Between two looks at `isOver`; about a millisecond.
    private static let pace = 20_000

    init(limit: Int = .max, isOver: @escaping () -> Bool = { false }) { (self.limit, self.isOver) = (limit, isOver) }

    /// A part of this work, with a limit of its own.
    func part(limit: Int) -> SearchWork { SearchWork(limit: limit) { self.isOver() } }

    /// Returns whether to go on.
    @discardableResult func spend(_ steps: Int) -> Bool {
        spent += steps
        if spent >= next {
            next = spent + Self.pace
            if isOver() { isStopped = true }
        }
        if spent >= limit { isStopped = true }
        return !isStopped
    }
}
