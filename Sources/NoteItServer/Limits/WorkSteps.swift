import ICalendar

/// The steps that the work of one request may still take. A step takes about 70 ns, as long as a rule takes to look at a day, so
/// that a request has a bound whatever it multiplies: objects, conditions, components, instances.
struct WorkSteps {
    /// The steps of work on the request's own thread: some milliseconds.
    static let here = 50_000
    /// The steps of a request that runs on threads for long work: some seconds.
    static let most = 40_000_000
    /// Between two looks whether anyone still waits for the work.
    private static let pause = 50_000

    /// The work has taken all of its steps, or nobody waits for it.
    struct Spent: Error {}

    private(set) var left: Int
    private var nextLook: Int
    private let isOver: () -> Bool

    /// - Parameter isOver: ends the work.
    init(_ count: Int, until isOver: @escaping () -> Bool = { false }) {
        (left, self.isOver) = (count, isOver)
        nextLook = count - Self.pause
    }

    /// Throws `Spent` if these are all that were left.
    mutating func spend(_ count: Int) throws {
        left -= count
        guard left > 0 else { throw Spent() }
        guard left < nextLook else { return }
        nextLook = left - Self.pause
        if isOver() { throw Spent() }
    }

    /// Takes the steps that it takes to read or write text.
    mutating func spend(bytes: Int) throws { try spend(1 + bytes / 4) }
}

extension ZoneTable {
    /// Throws `WorkSteps.Spent`.
    init(_ calendar: Component, _ steps: inout WorkSteps) throws {
        let allowed = min(steps.left, Self.mostSteps)
        var left = allowed
        self.init(calendar, steps: &left)
        try steps.spend(allowed - left)
    }
}
