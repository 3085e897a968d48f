import NoteItCore

/// A time zone as its offsets from UTC over a span of time.
public struct ZoneOffsets: Sendable, Equatable {
    public struct Change: Sendable, Equatable, Memberwise {
        /// Seconds since 1970 UTC.
        public var at: Int
        /// Seconds east of UTC from then on.
        public var offset: Int
    }

    private let first: Int
    private let changes: [Change]

    /// - Parameters:
    ///   - first: seconds east of UTC before the first change.
    ///   - changes: ascending by `at`.
    public init(first: Int, changes: [Change] = []) {
        self.first = first
        self.changes = changes
    }

    /// The instant of a wall-clock time. A skipped time takes the offset before the gap, a doubled one is the first (RFC 5545,
    /// section 3.3.5). O(changes).
    /// - Parameters:
    ///   - day: days since 1970-01-01.
    ///   - second: of that day, 86400 for its end.
    public func instant(day: Int, second: Int) -> Int {
        let wall = day * 86_400 + second
        var offset = first
        for change in changes {
            // Before the change the wall has not come this far; or it never will, as the change skips it.
            if wall - offset < change.at || wall - change.offset < change.at { return wall - offset }
            offset = change.offset
        }
        return wall - offset
    }

    /// The first instant of a day. O(changes).
    public func start(ofDay day: Int) -> Int { instant(day: day, second: 0) }

    /// The day that an instant belongs to: the last that has begun. O(changes).
    public func day(of instant: Int) -> Int {
        let offset = changes.last { $0.at <= instant }?.offset ?? first
        var day = (instant + offset).floorDivided(by: 86_400)
        while start(ofDay: day + 1) <= instant { day += 1 }
        while start(ofDay: day) > instant { day -= 1 }
        return day
    }
}

extension Int {
    func floorDivided(by divisor: Int) -> Int { self >= 0 ? self / divisor : -((divisor - 1 - self) / divisor) }

    func ceilDivided(by divisor: Int) -> Int { -(-self).floorDivided(by: divisor) }

    /// Whole minutes of an instant in seconds.
    var minuteDown: Int { floorDivided(by: 60) }
    var minuteUp: Int { ceilDivided(by: 60) }
}
