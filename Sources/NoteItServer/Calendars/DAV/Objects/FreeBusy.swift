import Foundation
import ICalendar

/// The busy time of events in a span (RFC 5545, section 3.6.4).
struct FreeBusy: Sendable {
    private static let mostInstances = 50_000

    let span: Range<Date>
    private var busy: [Range<Date>] = []
    private var tentative: [Range<Date>] = []
    private var left = mostInstances

    init(span: Range<Date>) { self.span = span }

    /// Throws `DAVFailure` if there are too many instances, `WorkSteps.Spent`.
    mutating func add(_ object: ParsedObject, _ steps: inout WorkSteps) throws {
        for series in object.series where series.kind == .event {
            let found = series.instances(meeting: span, limit: left, costLimit: steps.left)
            try steps.take(found.cost)
            guard found.isComplete else { throw AnswerBudget.spent }
            left -= found.instances.count
            for instance in found.instances where !instance.isFree && instance.end > instance.start {
                let time = (instance.start..<instance.end).clamped(to: span)
                if time.isEmpty { continue }
                if instance.isTentative {
                    tentative.append(time)
                } else {
                    busy.append(time)
                }
            }
        }
    }

    /// - Parameter now: when it was asked for.
    func calendar(at now: Date) -> Component {
        var answer = Component(
            "VFREEBUSY",
            properties: [
                Property("UID", text: UUID().uuidString.lowercased()), Property("DTSTAMP", CalendarTime(now)),
                Property("DTSTART", CalendarTime(span.lowerBound)), Property("DTEND", CalendarTime(span.upperBound)),
            ])
        for (type, times) in [("BUSY", busy), ("BUSY-TENTATIVE", tentative)] where !times.isEmpty {
            let periods = DisjointTimes(times).ranges.map { "\(CalendarTime($0.lowerBound))/\(CalendarTime($0.upperBound))" }
            answer.properties.append(
                Property("FREEBUSY", parameters: [.init("FBTYPE", [type])], value: periods.joined(separator: ",")))
        }
        return .calendar([answer])
    }
}
