import Foundation

/// One occurrence of a recurrence.
public struct Occurrence: Hashable, Sendable {
    /// The start that the set gives it. It stays when an override moves the occurrence (RECURRENCE-ID).
    public let id: CalendarTime
    /// When it starts, as its component writes it.
    public let start: CalendarTime
    /// The moment of `start`.
    public let date: Date
    /// The index of the override that replaces it.
    public let override: Int?
}

/// The occurrences of a recurrence that were asked for.
public struct Expansion: Hashable, Sendable {
    /// The occurrences, by start.
    public internal(set) var occurrences: [Occurrence] = []
    /// Whether no limit left anything out.
    public internal(set) var isComplete = true
    /// How many periods and days the rule looked at.
    public internal(set) var steps = 0
    /// The work it took, in steps of a rule.
    var cost = 0

    /// The cost, in steps of a rule, of an occurrence that was looked at, and of an addition, exception or override.
    static let (occurrence, listed) = (30, 20)
}

extension Recurrence {
    /// How many periods and days a rule may look at for one answer. It is enough to see that a rule never matches.
    public static let stepLimit = 300_000

    /// The occurrences that start within `range`, at most `limit`.
    ///
    /// A rule is followed to the end of the range, without COUNT from its start. One that gives nothing in 400 years ends.
    /// - Complexity: O(steps + e log e) for e additions, exceptions and overrides.
    public func occurrences(in range: Range<Date>, limit: Int, stepLimit: Int = stepLimit) -> Expansion {
        occurrences(in: range, limit: limit, stepLimit: stepLimit) { _ in true }
    }

    /// The wanted occurrences that start within `range`, at most `limit`; `isWanted` is asked once for each, by start.
    /// - Parameter costLimit: as `stepLimit`, but of the cost of all that is looked at.
    func occurrences(
        in range: Range<Date>, limit: Int, stepLimit: Int = stepLimit, costLimit: Int = .max,
        where isWanted: (Occurrence) -> Bool
    ) -> Expansion {
        let bounds = range.lowerBound.wholeSeconds(.up)..<range.upperBound.wholeSeconds(.up)
        let exceptions = ExceptionSet(self, near: overrides.isEmpty ? bounds : nil)
        let overriding = overriding(exceptions)
        var moved = overriding.values.filter { range.contains($0.date) }.sorted()[...]
        var times = SetTimes(self, near: bounds, stepLimit: stepLimit)

        func nextInPlace() -> Occurrence? {
            while let element = times.next(), element.instant < bounds.upperBound {
                guard element.instant >= bounds.lowerBound else { continue }
                let key = key(element.time)
                if exceptions.contains(element.time, key) || overriding[key] != nil { continue }
                let date = Date(timeIntervalSince1970: Double(element.instant))
                return Occurrence(id: element.time, start: element.time, date: date, override: nil)
            }
            return nil
        }

        var expansion = Expansion()
        expansion.cost = (additions.count + self.exceptions.count + overrides.count + 1) * Expansion.listed
        var inPlace = nextInPlace()
        while let first = [moved.first, inPlace].compactMap(\.self).min() {
            expansion.cost += Expansion.occurrence
            if expansion.cost + times.steps > costLimit {
                expansion.isComplete = false
                break
            }
            if isWanted(first) {
                guard expansion.occurrences.count < limit else {
                    expansion.isComplete = false
                    break
                }
                expansion.occurrences.append(first)
            }
            if first.override == nil { inPlace = nextInPlace() } else { moved.removeFirst() }
        }
        if times.isCut { expansion.isComplete = false }
        expansion.steps = times.steps
        expansion.cost += times.steps
        return expansion
    }

    /// The occurrence with an id, moved or not; nil if the set has none.
    public func occurrence(at id: Date) -> Occurrence? {
        var unmoved = self
        unmoved.overrides = []
        let found = unmoved.occurrences(in: id..<id.addingTimeInterval(1), limit: 1).occurrences.first
        guard let found, found.date == id else { return nil }
        return overriding(ExceptionSet(self, near: nil))[key(found.id)] ?? found
    }

    /// The indexes of the overrides that have an effect.
    var standingOverrides: [Int] { overriding(ExceptionSet(self, near: nil)).values.compactMap(\.override).sorted() }

    /// The occurrences that overrides replace, by the keys of their ids.
    private func overriding(_ exceptions: ExceptionSet) -> [Int: Occurrence] {
        var replaced: [Int: Occurrence] = [:]
        for (index, override) in overrides.enumerated() {
            let key = key(override.id)
            if exceptions.contains(override.id, key) || isAfterEnd(override.id, at: override.id.instant(in: reader)) {
                continue
            }
            let date = override.start.moment(in: reader)
            replaced[key] = Occurrence(id: override.id, start: override.start, date: date, override: index)
        }
        return replaced
    }
}

extension Occurrence: Comparable {
    /// Orders by start; at the same start overrides come last, in their order.
    public static func < (left: Occurrence, right: Occurrence) -> Bool {
        (left.date, left.override ?? -1) < (right.date, right.override ?? -1)
    }
}

/// The occurrences that the exceptions of a recurrence remove.
private struct ExceptionSet {
    private let keys: Set<Int>
    private let days: Set<CivilDate>

    /// - Parameter bounds: instants outside of which nothing is asked; nil: anything is.
    init(_ recurrence: Recurrence, near bounds: Range<Int>?) {
        var (keys, days) = (Set<Int>(), Set<CivilDate>())
        for exception in recurrence.exceptions {
            if let bounds, !exception.isNear(bounds) { continue }
            if exception.isDate && !recurrence.start.isDate {
                days.insert(exception.local.date)
            } else {
                keys.insert(recurrence.key(exception))
            }
        }
        (self.keys, self.days) = (keys, days)
    }

    /// - Parameter key: of `time`.
    func contains(_ time: CalendarTime, _ key: Int) -> Bool { keys.contains(key) || days.contains(time.local.date) }
}
