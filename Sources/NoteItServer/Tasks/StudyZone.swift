import Foundation
import NoteItCore
import Planning

extension ZoneOffsets {
    /// A zone of the IANA database, right from a day before to a day after each span.
    /// - Parameter spans: in any order. Between distant ones the offset may be wrong, but days keep their order.
    init(_ zone: TimeZone, covering spans: [Range<Date>]) {
        let day = 86_400
        let wide = spans.map { span in
            span.lowerBound.seconds - 2 * day..<span.upperBound.seconds + 2 * day
        }.sorted { $0.lowerBound < $1.lowerBound }
        var (changes, covered) = ([Change](), Int.min)
        for span in wide {
            let start = max(span.lowerBound, covered)
            if start > covered, covered != Int.min { changes.append(Change(at: start, offset: zone.offset(at: start))) }
            for instant in stride(from: start, to: span.upperBound, by: day) {
                changes += Self.change(in: instant..<instant + day, of: zone)
            }
            covered = max(covered, span.upperBound)
        }
        self.init(first: wide.first.map { zone.offset(at: $0.lowerBound) } ?? zone.offset(at: 0), changes: changes)
    }

    /// The change within a day, if there is one. No zone has two.
    private static func change(in day: Range<Int>, of zone: TimeZone) -> [Change] {
        let (before, after) = (zone.offset(at: day.lowerBound), zone.offset(at: day.upperBound))
        if before == after { return [] }
        var (low, high) = (day.lowerBound, day.upperBound)
        while low + 1 < high {
            let middle = (low + high) / 2
            if zone.offset(at: middle) == before { low = middle } else { high = middle }
        }
        return [Change(at: high, offset: after)]
    }
}

extension TimeZone {
    /// Seconds east of UTC at an instant, in seconds since 1970.
    fileprivate func offset(at instant: Int) -> Int {
        secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant)))
    }
}

extension Date {
    /// Whole seconds since 1970, rounded down.
    var seconds: Int { Int(timeIntervalSince1970.rounded(.down)) }

    init(seconds: Int) { self.init(timeIntervalSince1970: Double(seconds)) }
}

extension Day {
    /// The time from the first moment of one day to the last of another.
    static func span(from: Day, to: Day, in zone: TimeZone) -> Range<Date> {
        let start = from.start(in: zone)
        return start..<max(start, to.adding(days: 1).start(in: zone))
    }
}
