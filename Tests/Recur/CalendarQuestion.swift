import Foundation
import ICalendar

/// A question about a calendar: whether it is read, whether it means the same when it is written and read again, and its instances.
struct CalendarQuestion: Decodable {
    /// One of both.
    var file: String?
    var bytes: Data?
    /// Whether the limits are those of one object; else those of an import.
    var isObject: Bool?
    /// Whether the answer is to have the components, and the text that is written.
    var asksText: Bool?
    /// From and to, in UTC as iCalendar writes it; absent: no instances.
    var span: [String]?
    /// The most instances of each series.
    var limit: Int?

    func answer() -> CalendarAnswer {
        let clock = ContinuousClock()
        let began = clock.now
        var answer = CalendarAnswer()
        do {
            let calendars = try calendars()
            answer.calendars = calendars.count
            let text = calendars.map(\.text).joined()
            if asksText == true { (answer.components, answer.text) = (calendars, text) }
            var limits = limits
            limits.bytes = .max / 2
            answer.isSame = try Component.calendars(in: text.utf8, limits: limits) == calendars
            if let span { try expand(calendars, over: interval(span), into: &answer) }
        } catch let error as CalendarError {
            answer.error = error
        } catch {
            answer.error = CalendarError(String(describing: error))
        }
        answer.seconds = Double((clock.now - began) / .milliseconds(1)) / 1_000
        return answer
    }

    func calendars() throws -> [Component] {
        let bytes = try bytes ?? Data(contentsOf: URL(filePath: file ?? "/dev/stdin"))
        return try Component.calendars(in: bytes, limits: limits)
    }

    private var limits: CalendarLimits { isObject == true ? .object : .imported }

    private func interval(_ texts: [String]) throws -> Range<Date> {
        let moments = try texts.map { text throws -> Date in
            guard let time = CalendarTime(text) else { throw Misread(text: text) }
            return time.moment(in: .utc)
        }
        guard moments.count == 2, moments[0] <= moments[1] else { throw Misread(text: texts.joined(separator: " ")) }
        return moments[0]..<moments[1]
    }

    private func expand(_ calendars: [Component], over span: Range<Date>, into answer: inout CalendarAnswer) throws {
        var starts: [[String]] = []
        for calendar in calendars {
            for series in try series(of: calendar) {
                let found = series.instances(meeting: span, limit: limit ?? 100_000)
                if !found.isComplete { answer.isComplete = false }
                let isZoned = calendar["X-WR-TIMEZONE"] != nil
                starts += found.instances.map { [$0.component.text("UID") ?? "-", $0.writtenStart(floatingIsZoned: isZoned)] }
            }
        }
        answer.instances = starts
    }

    /// All of an object; of an import, as far as they can be understood.
    private func series(of calendar: Component) throws -> [CalendarSeries] {
        isObject == true
            ? try CalendarSeries.all(in: calendar, reader: .utc) : CalendarSeries.readable(in: calendar, reader: .utc).series
    }
}

struct CalendarAnswer: Encodable {
    var calendars: Int?
    var components: [Component]?
    var text: String?
    var isSame: Bool?
    /// UIDs and starts: in UTC, floating, or days.
    var instances: [[String]]?
    var isComplete = true
    /// What reading, writing and expanding took.
    var seconds = 0.0
    var error: CalendarError?
}

extension CalendarInstance {
    /// The start in UTC; a day or a floating time as it is.
    /// - Parameter floatingIsZoned: whether the calendar gives floating times a zone.
    func writtenStart(floatingIsZoned: Bool) -> String {
        switch (time, floatingIsZoned) {
        case (.date, _), (.floating, false): time.description
        case (.zoned, _), (.floating, true): CalendarTime(start).description
        }
    }

    /// The start, as the component has it.
    private var time: CalendarTime {
        guard component["RECURRENCE-ID"] != nil, let property = component["DTSTART"] else { return id }
        guard property.parameter("TZID") == nil, let time = CalendarTime(property.value) else { return CalendarTime(start) }
        return time
    }
}

extension CalendarError: Encodable {
    private enum Keys: CodingKey { case line, detail }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encodeIfPresent(line, forKey: .line)
        try container.encode(detail, forKey: .detail)
    }
}

extension Component: Encodable {
    private enum Keys: CodingKey { case name, properties, components }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(name, forKey: .name)
        try container.encode(properties, forKey: .properties)
        try container.encode(components, forKey: .components)
    }
}

extension Property: Encodable {
    private enum Keys: CodingKey { case name, parameters, value }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(name, forKey: .name)
        try container.encode(parameters.map { [[$0.name], $0.values] }, forKey: .parameters)
        try container.encode(value, forKey: .value)
    }
}
