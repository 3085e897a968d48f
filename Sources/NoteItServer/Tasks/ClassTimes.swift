import Foundation
import NoteItCore
import Planning

/// When a section meets, in the zone of its term: from the first to the last day of each meeting, less the term's holidays.
struct ClassTimes {
    private let section: StudyClass

    init(_ section: StudyClass) { self.section = section }

    /// Those that share time with `span`, by start. Without dates, of the meeting or of the term, there are none.
    func occurrences(meeting span: Range<Date>) -> [Range<Date>] {
        let zone = section.term.zone
        let offsets = ZoneOffsets(zone, covering: [span])
        let days = offsets.day(of: span.lowerBound.seconds) - 1...offsets.day(of: span.upperBound.seconds) + 1
        let holidays = Set(section.term.holidays.map(\.day.number))
        let all = section.meetings.flatMap { meeting -> [Range<Date>] in
            guard let from = meeting.startsOn ?? section.term.startsOn, let to = meeting.endsOn ?? section.term.endsOn
            else { return [] }
            let (first, last) = (max(from.number, days.lowerBound), min(to.number, days.upperBound))
            guard first <= last else { return [] }
            return (first...last).compactMap { day in
                guard meeting.days.contains(Self.letter(of: day)), !holidays.contains(day) else { return nil }
                let start = offsets.instant(day: day, second: meeting.start.minute * 60)
                let end = offsets.instant(day: day, second: meeting.end.minute * 60)
                return start < end ? Date(seconds: start)..<Date(seconds: end) : nil
            }
        }
        // A registrar's file may list a meeting twice, in two rooms.
        return Set(all).filter { $0.overlaps(span) }.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    }

    /// - Parameter day: days since 1970-01-01, a Thursday.
    private static func letter(of day: Int) -> Character { Array("MTWRFSU")[((day + 3) % 7 + 7) % 7] }
}
