import Foundation
import ICalendar

/// When a VALARM rings (RFC 5545, section 3.6.6).
struct AlarmTrigger: Hashable, Sendable {
    enum Base: Hashable, Sendable { case at(Date), start, end }

    /// The repetitions of one alarm that are looked at.
    private static let mostRepetitions = 100

    let base: Base
    /// The times of the alarm and its repetitions, in seconds from the base.
    let offsets: [TimeInterval]

    /// Nil for an alarm without a TRIGGER that can be read.
    init?(_ alarm: Component) {
        guard let trigger = alarm["TRIGGER"] else { return nil }
        var first: TimeInterval = 0
        if let time = CalendarTime(trigger.value) {
            base = .at(time.moment(in: .utc))
        } else if let offset = Self.seconds(trigger.value) {
            (base, first) = (trigger.parameter("RELATED")?.uppercased() == "END" ? .end : .start, offset)
        } else {
            return nil
        }
        let pause = alarm["DURATION"].flatMap { Self.seconds($0.value) } ?? 0
        let repetitions = pause > 0 ? alarm["REPEAT"].flatMap { Int($0.value) } ?? 0 : 0
        offsets = (0...max(0, min(repetitions, Self.mostRepetitions))).map { first + Double($0) * pause }
    }

    /// The moments of the base for which it rings in `span`.
    func bases(ringingIn span: Range<Date>) -> DisjointTimes {
        DisjointTimes(offsets.map { span.lowerBound - $0..<span.upperBound - $0 })
    }

    /// A day counts as 24 hours.
    private static func seconds(_ text: String) -> TimeInterval? {
        CalendarDuration(text).map { TimeInterval($0.days * 86_400 + $0.seconds) }
    }
}
