import Foundation

/// When a section meets, in the zone of its term: from the first to the last day of each meeting, less the term's holidays. The one
/// place that knows, for the server and for the local copy.
public struct ClassTimes: Sendable {
    private let section: StudyClass

    public init(_ section: StudyClass) { self.section = section }

    /// The times of classes that share time with `span`, by start, each once. A meeting without dates, in a term without dates,
    /// has none.
    public func occurrences(meeting span: Range<Date>) -> [Range<Date>] {
        // A registrar's file may list a meeting twice, in two rooms.
        Set(section.meetings.flatMap { times(of: $0, meeting: span) }).sorted {
            ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
        }
    }

    /// The classes that share time with `span`, as calendar items with their places.
    public func items(meeting span: Range<Date>) -> [CalendarItem] {
        var places: [Range<Date>: [String]] = [:]
        for meeting in section.meetings {
            for time in times(of: meeting, meeting: span) where places[time]?.contains(meeting.place) != true {
                places[time, default: []].append(meeting.place)
            }
        }
        return places.map { time, places in
            CalendarItem(
                .class, section.title, time, id: section.section.text,
                location: places.filter { !$0.isEmpty }.joined(separator: ", "), course: section.course)
        }.sorted(by: CalendarItem.precedes)
    }

    private func times(of meeting: Meeting, meeting span: Range<Date>) -> [Range<Date>] {
        guard let from = meeting.startsOn ?? section.term.startsOn, let to = meeting.endsOn ?? section.term.endsOn else {
            return []
        }
        let zone = section.term.zone
        let first = max(from.number, Day(span.lowerBound, in: zone).number - 1)
        let last = min(to.number, Day(span.upperBound, in: zone).number + 1)
        guard first <= last else { return [] }
        let holidays = Set(section.term.holidays.map(\.day.number))
        return (first...last).compactMap { day in
            guard meeting.days.contains(Day.letters[Day.weekday(ofNumber: day)]), !holidays.contains(day) else { return nil }
            let start = zone.moment(day: day, minute: meeting.start.minute)
            let end = zone.moment(day: day, minute: meeting.end.minute)
            return start < end && (start..<end).overlaps(span) ? start..<end : nil
        }
    }
}

extension [Meeting] {
    /// A registrar's file may list a meeting twice, in two rooms: it is one, which names both. With its place in the list, from 0.
    public var distinct: [(meeting: Meeting, number: Int)] {
        var found: [(meeting: Meeting, number: Int)] = []
        for (number, meeting) in enumerated() {
            let place = meeting.place
            var same = meeting
            if let index = found.firstIndex(where: { other in
                same.place = other.meeting.place
                return other.meeting == same
            }) {
                let known = found[index].meeting.place
                if !place.isEmpty, !known.split(separator: ", ").contains(Substring(place)) {
                    found[index].meeting.place = known.isEmpty ? place : "\(known), \(place)"
                }
            } else {
                found.append((meeting, number))
            }
        }
        return found
    }
}

extension TimeZone {
    /// The moment of a wall-clock time. A skipped time takes the offset before the gap, a doubled one is the first (RFC 5545, section
    /// 3.3.5).
    /// - Parameters: `day`: days since 1970-01-01; `minute`: of that day.
    fileprivate func moment(day: Int, minute: Int) -> Date {
        let wall = Date(timeIntervalSince1970: Double(day * 86_400 + minute * 60))
        let (before, after) = (secondsFromGMT(for: wall - 86_400), secondsFromGMT(for: wall + 86_400))
        let early = wall - Double(before)
        guard before != after, secondsFromGMT(for: early) != before else { return early }
        let late = wall - Double(after)
        return secondsFromGMT(for: late) == after ? late : early
    }
}

extension Day {
    /// Days since 1970-01-01.
    public var number: Int { Int((start(in: .gmt).timeIntervalSince1970 / 86_400).rounded(.down)) }

    /// The number of days from `other` to this day.
    public func days(since other: Day) -> Int { number - other.number }

    public init(number: Int) { self.init(Date(timeIntervalSince1970: Double(number * 86_400)), in: .gmt) }
}
