/// Decides exactly whether a plan of a given number of terms exists: depth first, term by term.
///
/// Credits that a term leaves over are electives, so an earlier term for a course costs nothing. Hence a course that is
/// available, fits and is not taken is not taken later either, and a course that each plan holds is then taken at once.
final class PathSearch {
    enum Outcome {
        case found([Int])
        case none
        /// Stopped before the end.
        case stopped
    }

    private let instance: PathInstance
    private let terms: Int
    private let latest: [Int: Int]
    private let bounds: PathBounds
    private let isOver: () -> Bool
    private let hasRepeats: Bool
    private let preferred: [Bool]
    private var steps: Int
    private var hasStopped = false
    private var when: [Int]
    private var isAllowed: [Bool]
    /// Halves before each term, and whole credits that the terms leave over.
    private var before: [Int]
    private var left = 0
    private var seen: [[UInt64]: [[UInt64]]] = [:]
    /// The halves of all terms from one on.
    private let room: [Int]

    private static let mostSeen = 300_000
    /// Words of 8 bytes in `seen`.
    private static let mostSeenWords = 4_000_000
    private var seenWords = 0

    /// - Parameter preferred: courses that are tried first.
    init(_ bounds: PathBounds, preferred: [Bool], steps: Int, isOver: @escaping () -> Bool) {
        (instance, terms, latest) = (bounds.instance, bounds.terms, bounds.latest)
        let (instance, terms) = (instance, terms)
        self.bounds = bounds
        self.preferred = preferred
        self.steps = steps
        self.isOver = isOver
        hasRepeats = instance.table.isRetake.contains(true)
        when = instance.start.when
        before = Array(repeating: instance.table.recordHalves, count: terms + 1)
        isAllowed = instance.close(Array(repeating: true, count: instance.count), until: terms).map { $0 != PathInstance.never }
        var room = Array(repeating: 0, count: terms + 1)
        for term in stride(from: terms - 1, through: 0, by: -1) { room[term] = room[term + 1] + instance.limit(term) / 2 * 2 }
        self.room = room
    }

    func run() -> Outcome {
        if visit(0) { return .found(when) }
        return hasStopped ? .stopped : .none
    }

    /// How many steps are left.
    var rest: Int { steps }

    private func isPlaced(_ course: Int) -> Bool { when[course] != PathInstance.never }

    private func visit(_ term: Int) -> Bool {
        steps -= 1
        if steps < 0 || steps & 31 == 0 && isOver() { hasStopped = true }
        if hasStopped { return false }
        if isDone(term) { return true }
        guard term < terms, mayFinish(term), !isSeen(term) else { return false }
        let start = PathInstance.Start(when: when, term: term, before: before[term])
        let now = instance.reach(isAllowed, from: start, until: term + 1)
        let tried = now.indices.filter { now[$0] == term }
            .sorted { key($0) < key($1) }
        return pick(tried, 0, instance.limit(term), term)
    }

    private func key(_ course: Int) -> (Int, Int, Int) {
        (latest[course] ?? (preferred[course] ? terms : terms + 1), -instance.load[course], course)
    }

    private func isDone(_ term: Int) -> Bool {
        let shortfall = instance.shortfall(when)
        guard shortfall.hard == 0 else { return false }
        let placed = when.indices.filter(isPlaced)
        guard instance.electives(beside: placed, lacking: shortfall.electives) <= left + room[term] / 2 else { return false }
        return placed.allSatisfy { instance.hasParent($0, when) }
    }

    /// Bounds: what must lie in the past, what can still be reached, and the credits that are left.
    private func mayFinish(_ term: Int) -> Bool {
        var (load, gain) = (0, 0)
        for (course, last) in latest where !isPlaced(course) {
            if last < term || !isAllowed[course] { return false }
            load += instance.load[course]
        }
        for course in when.indices where isPlaced(course) { gain += instance.gain[course] }
        guard load <= room[term] + (instance.isWhole ? 0 : terms),
            instance.missingCredits - gain - 2 * left <= room[term] + terms
        else { return false }
        let start = PathInstance.Start(when: when, term: term, before: before[term])
        let earliest = instance.close(isAllowed, from: start, until: terms)
        if bounds.isOverloaded(from: term, earliest) { return false }
        let best = instance.shortfall(earliest)
        return best.hard == 0 && 2 * best.electives + load <= room[term] + 2 * left + (instance.isWhole ? 0 : terms)
    }

    /// Whether no more was possible at an equal place before.
    private func isSeen(_ term: Int) -> Bool {
        let words = (when.count + 63) / 64
        var key = [UInt64](repeating: 0, count: words + 2)
        var banned = [UInt64](repeating: 0, count: words)
        for course in when.indices {
            if isPlaced(course) { key[course >> 6] |= 1 << (course & 63) }
            if !isAllowed[course] { banned[course >> 6] |= 1 << (course & 63) }
        }
        key[words] = UInt64(term)
        if hasRepeats || !instance.isWhole { key[words + 1] = UInt64(before[term]) << 24 | UInt64(left) }
        let known = seen[key] ?? []
        if known.contains(where: { zip($0, banned).allSatisfy { $0 & ~$1 == 0 } }) { return true }
        if seen.count < Self.mostSeen, seenWords < Self.mostSeenWords {
            seen[key, default: []].append(banned)
            seenWords += key.count + words
        }
        return false
    }

    /// Takes or skips each of `tried` from `rank` on.
    private func pick(_ tried: [Int], _ rank: Int, _ room: Int, _ term: Int) -> Bool {
        instance.effort.spend()
        if instance.effort.isOver { hasStopped = true }
        if hasStopped { return false }
        guard rank < tried.count else { return close(tried, room, term) }
        let course = tried[rank]
        let takesFirst = latest[course] != nil || preferred[course]
        for takes in [takesFirst, !takesFirst] {
            if takes {
                guard instance.load[course] <= room else { continue }
                when[course] = term
                if pick(tried, rank + 1, room - instance.load[course], term) { return true }
                when[course] = PathInstance.never
            } else {
                if latest[course] == term { continue }
                if pick(tried, rank + 1, room, term) { return true }
            }
        }
        return false
    }

    /// Ends a term, and goes on with the next.
    private func close(_ tried: [Int], _ room: Int, _ term: Int) -> Bool {
        func isMet(_ course: Int) -> Bool {
            instance.isMet(course, at: term, when, before[term])
        }
        var gain = 0
        var skipped = [Int]()
        for course in tried {
            if when[course] == term {
                guard isMet(course) else { return false }
                gain += instance.gain[course]
            } else if instance.isWhole, !instance.table.isRetake[course], instance.load[course] <= room, isMet(course) {
                if latest[course] != nil { return false }
                skipped.append(course)
            }
        }
        for course in skipped { isAllowed[course] = false }
        before[term + 1] = before[term] + gain + room / 2 * 2 + instance.keptGain(term)
        left += room / 2
        if visit(term + 1) { return true }
        left -= room / 2
        for course in skipped { isAllowed[course] = true }
        return false
    }
}
