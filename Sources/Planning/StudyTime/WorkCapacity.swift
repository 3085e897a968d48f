/// How much work fits between two slots, as an upper bound: blocks of the longest kind, and the daily limit.
struct WorkCapacity {
    /// A slot, and how much work its day has room for before and after it.
    struct Position {
        var day: Int
        var before: Int
        var after: Int
    }

    private let segments: [WeeksGrid.Segment]
    private let room: [Int]?
    private let gap: Int
    private let shortest: Int
    private let longest: Int
    /// Work on all days before a day, and the first segment of each day.
    private var earlier: [Int] = [0]
    private var firstSegments: [Int] = []

    /// O(segments + days).
    init(_ grid: WeeksGrid) {
        (segments, room, gap) = (grid.segments, grid.room, grid.gap)
        let open = grid.tasks.filter { $0.need > 0 }
        longest = open.map(\.longest).max().map { max(1, $0) } ?? 1
        shortest = open.map(\.shortest).min() ?? 1
        var days = Array(repeating: 0, count: (segments.last?.day ?? -1) + 1)
        firstSegments = Array(repeating: segments.count, count: days.count)
        for (index, segment) in segments.enumerated() {
            days[segment.day] += most(segment.slots.count)
            firstSegments[segment.day] = min(firstSegments[segment.day], index)
        }
        for day in days.indices { earlier.append(earlier[day] + min(days[day], room?[day] ?? .max)) }
    }

    /// The earliest slot by which so much work can end; later than all if there is no room for it.
    /// - Complexity: O(log days + segments of the day).
    func end(of work: Int, from start: Position, _ slot: Int) -> Int {
        guard work > start.after, start.day + 1 < earlier.count else { return slot + work }
        let total = work - start.after + earlier[start.day + 1]
        let day = earlier.partition { $0 >= total } - 1
        guard day + 1 < earlier.count else { return segments.last?.slots.upperBound ?? slot }
        var left = total - earlier[day]
        for segment in segments[firstSegments[day]...] {
            let here = most(segment.slots.count)
            if left <= here { return segment.slots.lowerBound + left + (left - 1) / longest * gap }
            left -= here
        }
        return slot + work
    }

    /// - Parameter used: what the slot's day has taken.
    /// - Complexity: O(log segments + segments of the day).
    func position(_ slot: Int, used: Int = 0) -> Position {
        let index = segments.partition { $0.slots.upperBound > slot }
        guard index < segments.count else { return Position(day: earlier.count - 1, before: 0, after: 0) }
        let here = segments[index]
        let limit = room.map { $0[here.day] - used } ?? .max
        var (before, after) = (most(max(0, slot - here.slots.lowerBound)), 0)
        after = most(here.slots.upperBound - max(slot, here.slots.lowerBound))
        var other = index
        while other > 0, segments[other - 1].day == here.day {
            other -= 1
            before += most(segments[other].slots.count)
        }
        other = index
        while other + 1 < segments.count, segments[other + 1].day == here.day {
            other += 1
            after += most(segments[other].slots.count)
        }
        return Position(day: here.day, before: min(before, limit), after: min(after, limit))
    }

    func between(_ start: Position, _ end: Position) -> Int {
        start.day == end.day
            ? min(start.after, end.before) : start.after + earlier[end.day] - earlier[start.day + 1] + end.before
    }

    private func most(_ slots: Int) -> Int { Self.most(in: slots, shortest: shortest, longest: longest, gap: gap) }

    /// The most work in so many slots of free time: blocks of the longest kind with breaks between them; none if not even the
    /// shortest block fits.
    static func most(in slots: Int, shortest: Int = 0, longest: Int, gap: Int) -> Int {
        slots < shortest ? 0 : slots / (longest + gap) * longest + min(longest, slots % (longest + gap))
    }
}
