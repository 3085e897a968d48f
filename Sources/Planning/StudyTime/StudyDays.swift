/// The days of a plan and their study hours, in whole minutes since 1970 UTC.
struct StudyDays {
    /// Starts of the days in seconds since 1970 UTC, and of the day after the last.
    let starts: [Int]
    let firstDay: Int
    let today: Int
    let now: Int
    /// Study hours of each day, disjoint and ascending.
    let hours: [[Range<Int>]]

    /// O(days * (hours of a day + offset changes)).
    init(_ problem: StudyProblem) {
        let zone = problem.zone
        firstDay = problem.days.lowerBound
        starts = (problem.days.lowerBound...problem.days.upperBound + 1).map(zone.start(ofDay:))
        today = zone.day(of: problem.now)
        now = problem.now.minuteUp
        let starts = starts
        hours = problem.days.enumerated().map { index, day in
            var open = problem.settings.hours[(day + 3).remainder(of: 7)].map { range in
                let start = zone.instant(day: day, second: range.lowerBound * 60).minuteUp
                return start..<max(start, zone.instant(day: day, second: range.upperBound * 60).minuteDown)
            }
            if let longer = problem.longerDay, longer.day == day, let end = open.map(\.upperBound).max() {
                open.append(end..<end + longer.minutes)
            }
            let whole = starts[index].minuteUp..<max(starts[index].minuteUp, starts[index + 1].minuteDown)
            return TimeSpans(union: open).ranges.map { $0.clamped(to: whole) }.filter { !$0.isEmpty }
        }
    }

    var count: Int { hours.count }

    /// The index of the day that an instant belongs to, from -1 before the first to `count` after the last. O(log days).
    func index(of instant: Int) -> Int { starts.partition { $0 > instant } - 1 }

    /// The study hours of a day from now on, less what is held. O(spans of the day + log held).
    func gaps(day: Int, held: TimeSpans) -> [Range<Int>] {
        hours[day].flatMap { held.free(in: max($0.lowerBound, min(now, $0.upperBound))..<$0.upperBound) }
    }
}

/// Disjoint, non-empty, ascending ranges of minutes.
struct TimeSpans {
    let ranges: [Range<Int>]

    /// O(n log n).
    init(union given: [Range<Int>]) {
        var ranges: [Range<Int>] = []
        for range in given.filter({ !$0.isEmpty }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = ranges.last, range.lowerBound <= last.upperBound {
                ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                ranges.append(range)
            }
        }
        self.ranges = ranges
    }

    /// The parts of a range that lie outside these spans. O(log n + spans in it).
    func free(in range: Range<Int>) -> [Range<Int>] {
        var (free, from) = ([Range<Int>](), range.lowerBound)
        for span in ranges[ranges.partition { $0.upperBound > range.lowerBound }...] {
            if span.lowerBound >= range.upperBound { break }
            if span.lowerBound > from { free.append(from..<span.lowerBound) }
            from = span.upperBound
        }
        if from < range.upperBound { free.append(from..<range.upperBound) }
        return free
    }
}

extension Int {
    /// The remainder of a division, never negative.
    func remainder(of divisor: Int) -> Int { self - floorDivided(by: divisor) * divisor }
}

extension Array {
    /// The first index whose element satisfies a condition that holds from some index to the end. O(log n).
    func partition(_ holds: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
