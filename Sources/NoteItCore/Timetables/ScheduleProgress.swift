/// How far a search for timetables is: what its stream says until the result comes.
public struct ScheduleProgress: Codable, Sendable, Equatable {
    public enum Phase: String, Codable, Sendable, CaseIterable {
        /// Behind other searches, then what is done, in this order; explaining only where there is no timetable.
        case waiting, ranking, counting, explaining
    }

    public var phase: Phase
    /// Of the search so far; those of the explanation are counted anew.
    public var steps: Int
    /// Since the work began.
    public var millis: Int
    /// Cost of the best timetable so far.
    @Nullable public var best: Int?
    /// No timetable that has not been seen yet costs less; null where that is not known.
    @Nullable public var bound: Int?

    public init(phase: Phase, steps: Int = 0, millis: Int = 0, best: Int? = nil, bound: Int? = nil) {
        self.phase = phase
        self.steps = steps
        self.millis = millis
        self.best = best
        self.bound = bound
    }
}
