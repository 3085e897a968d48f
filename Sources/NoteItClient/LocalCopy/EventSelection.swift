import Foundation
import GRDB
import NoteItCore

/// Which events a list wants. What the columns of the copy tell is asked of the database, the rest of `fits`.
public struct EventSelection: Sendable {
    /// None means all my courses.
    public var courses: [Course.ID] = []
    /// Days of the term's time zone, inclusive.
    public var from, to: Day?
    /// Whether undated events are in it. At first only if no day bounds it.
    public var includesUndated: Bool
    public var kind: Event.Kind?
    public var isUnread = false
    public var isPinned = false
    /// Whether only the reader's events that are published later are wanted.
    public var isScheduled = false
    /// Events that are left out, such as those that the reader ticked off.
    public var excluded: Set<Event.ID> = []
    /// Leaves out events that this person cannot have written; `fits` decides about the others.
    public var writer: Account.ID?
    /// Nil means that all fit.
    public var fits: (@Sendable (Event) -> Bool)?

    public init(course: Course.ID? = nil, from: Day? = nil, to: Day? = nil) {
        (courses, self.from, self.to) = ([course].compactMap(\.self), from, to)
        includesUndated = from == nil && to == nil
    }
}

/// Events in due-date sections, as many as were asked for.
public struct EventExtract: Sendable, Equatable {
    public var sections: [DueSection]
    /// How many more there are.
    public var more: Int
}

extension EventSelection {
    /// The condition of the events with a due date, or of those without one.
    func condition(dated: Bool, _ zones: TermZones) -> (sql: String, arguments: StatementArguments) {
        var (parts, arguments) = ([dated ? "due IS NOT NULL" : "due IS NULL"], StatementArguments())
        func add(_ part: String, _ values: any DatabaseValueConvertible...) {
            parts.append(part)
            arguments += StatementArguments(values)
        }
        if courses.count == 1 { add("course_id = ?", courses[0]) }
        if courses.count > 1 {
            parts.append("course_id IN (\(courses.map { _ in "?" }.joined(separator: ", ")))")
            arguments += StatementArguments(courses)
        }
        if let kind { add("kind = ?", kind.rawValue) }
        if isUnread { add("news > 0") }
        if isPinned { add("pinned") }
        if isScheduled { add("json_extract(json, '$.publication') IS NOT NULL") }
        if !excluded.isEmpty {
            add("id NOT IN (SELECT value FROM json_each(?))", jsonArray(excluded))
        }
        if let writer {
            add("(author_id = ? OR id IN (SELECT event_id FROM mark WHERE writes))", writer.description)
        }
        if dated, from != nil || to != nil {
            let (days, bounds) = zones.condition(from: from, to: to)
            parts.append(days)
            arguments += bounds
        }
        return (parts.joined(separator: " AND "), arguments)
    }
}

extension [Term] {
    /// The zones of the terms.
    public var zones: [Term.ID: TimeZone] { Dictionary(map { ($0.id, $0.zone) }, uniquingKeysWith: { first, _ in first }) }
}

/// The time zones of terms, which decide the days of their events.
struct TermZones {
    private let zones: [Term.ID: TimeZone]
    /// The day of the last event in each zone: lists are in the order of time, and calendars are slow.
    private var last: [TimeZone: (moments: Range<Date>, day: Day)] = [:]

    init(_ terms: [Term]) { zones = terms.zones }

    private func zone(of course: Course.ID) -> TimeZone { zones[course.term] ?? .gmt }

    /// The day on which an event is due.
    mutating func day(of event: Event) -> Day? {
        guard let due = event.due else { return nil }
        let zone = zone(of: event.course)
        if let known = last[zone], known.moments.contains(due) { return known.day }
        let day = Day(due, in: zone)
        let (start, end) = (day.start(in: zone), day.adding(days: 1).start(in: zone))
        if start < end { last[zone] = (start..<end, day) }
        return day
    }

    /// Events due on these days, each in the zone of its term.
    func condition(from: Day?, to: Day?) -> (sql: String, arguments: StatementArguments) {
        let groups = Dictionary(grouping: zones.keys, by: { zones[$0] ?? .gmt })
        var (parts, arguments) = ([String](), StatementArguments())
        for (zone, terms) in groups.isEmpty ? [.gmt: []] : groups {
            var part: [String] = []
            if groups.count > 1 {
                part.append("term_id IN (\(terms.map { _ in "?" }.joined(separator: ", ")))")
                arguments += StatementArguments(terms)
            }
            if let from {
                part.append("due >= ?")
                arguments += [Int64(from.start(in: zone).timeIntervalSince1970)]
            }
            if let to {
                part.append("due < ?")
                arguments += [Int64(to.adding(days: 1).start(in: zone).timeIntervalSince1970)]
            }
            parts.append("(\(part.joined(separator: " AND ")))")
        }
        return ("(\(parts.joined(separator: " OR ")))", arguments)
    }
}
