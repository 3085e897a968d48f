import Foundation
import ICalendar
import NoteItCore

/// A person's days from the local copy, in the form in which the server answers.
struct LocalCalendar: Sendable {
    var courses: [Course] = []
    var enrollments: [Enrollment] = []
    var terms: [Term] = []
    var events: [Event] = []
    var tasks: [StudyTask] = []
    /// Of the study plan.
    var blocks: [StudyPlan.Block] = []
    var personal: [PersonalEvent] = []
    /// Of the days, and of the wall clock on which tasks and personal events repeat.
    var zone: TimeZone

    /// Everything on these days, by start, and whether no limit left anything out. Both days are included.
    func items(from: Day, to: Day) -> (items: [CalendarItem], complete: Bool) {
        let span = from.start(in: zone)..<max(from.start(in: zone), to.adding(days: 1).start(in: zone))
        var budget = Budget()
        let all = classes(on: span) + due(on: span) + study(on: span) + tasks(on: span, &budget) + personal(on: span, &budget)
        let sorted = all.sorted { left, right in
            if (left.start, left.end) != (right.start, right.end) { return (left.start, left.end) < (right.start, right.end) }
            return (left.kind.rawValue, left.title, left.id) < (right.kind.rawValue, right.title, right.id)
        }
        return (Array(sorted.prefix(CalendarDays.mostItems)), budget.isComplete && sorted.count <= CalendarDays.mostItems)
    }

    /// How much all expansions may take together.
    private struct Budget {
        var occurrences = CalendarDays.mostItems
        var steps = 500_000
        var isComplete = true
    }

    private func due(on span: Range<Date>) -> [CalendarItem] {
        events.compactMap { event in
            guard let due = event.due else { return nil }
            // The last minute of a day means the day, which is the same in each zone.
            let theirs = terms.first { $0.id == event.course.term }?.zone ?? zone
            let day = due.wholeDay(in: theirs)
            let (start, end) = day.map { ($0.start(in: zone), $0.adding(days: 1).start(in: zone)) } ?? (due, due)
            guard span.contains(start) else { return nil }
            return CalendarItem(
                kind: .due, title: event.title, location: "", start: start, end: end, allDay: day != nil, done: nil,
                id: event.id.description, course: event.course, reference: "\(event.course.name)#\(event.number)", calendar: nil
            )
        }
    }

    private func study(on span: Range<Date>) -> [CalendarItem] {
        blocks.filter { $0.kind == .study && !$0.missed && span.meets($0.start, $0.end) }.map { block in
            CalendarItem(
                kind: .study, title: block.title, location: "", start: block.start, end: block.end, allDay: false,
                done: block.done, id: block.id, course: block.course, reference: nil, calendar: nil)
        }
    }

    private func tasks(on span: Range<Date>, _ budget: inout Budget) -> [CalendarItem] {
        tasks.flatMap { task -> [CalendarItem] in
            let times: [Range<Date>]
            if task.kind == .fixed, let start = task.start, let end = task.end {
                let (rule, exceptions) = (task.recurrence?.rule, task.recurrence?.exceptions ?? [])
                times = occurrences(of: start..<max(start, end), rule, exceptions, on: span, &budget)
            } else {
                times = task.deadline.map { $0..<$0 }.flatMap { span.contains($0.lowerBound) ? [$0] : [] } ?? []
            }
            return times.map { time in
                CalendarItem(
                    kind: .task, title: task.title, location: "", start: time.lowerBound, end: time.upperBound, allDay: false,
                    done: task.done, id: task.id.description, course: task.course, reference: nil, calendar: nil)
            }
        }
    }

    private func personal(on span: Range<Date>, _ budget: inout Budget) -> [CalendarItem] {
        personal.flatMap { event in
            let first = event.start..<max(event.start, event.end)
            let times =
                event.allDay
                ? days(of: first, event.rule, on: span, &budget) : occurrences(of: first, event.rule, [], on: span, &budget)
            return times.map { time in
                CalendarItem(
                    kind: .personal, title: event.title, location: event.location, start: time.lowerBound, end: time.upperBound,
                    allDay: event.allDay, done: nil, id: event.id.description, course: nil, reference: nil,
                    calendar: event.calendar)
            }
        }
    }

    /// The times that share time with `span`. A rule that cannot be read gives the first alone.
    private func occurrences(
        of first: Range<Date>, _ rule: String?, _ exceptions: [Date], on span: Range<Date>, _ budget: inout Budget
    ) -> [Range<Date>] {
        guard let rule, let rule = try? RecurrenceRule(rule) else {
            return span.meets(first.lowerBound, first.upperBound) ? [first] : []
        }
        let length = first.upperBound.timeIntervalSince(first.lowerBound)
        let series = Recurrence(
            start: CalendarTime(first.lowerBound, in: Zone(zone)), rule: rule, exceptions: exceptions.map { CalendarTime($0) })
        return starts(of: series, in: span.lowerBound - length..<span.upperBound, &budget)
            .map { $0..<$0 + length }.filter { span.meets($0.lowerBound, $0.upperBound) }
    }

    /// The same of whole days, whose lengths differ where clocks change.
    private func days(
        of first: Range<Date>, _ rule: String?, on span: Range<Date>, _ budget: inout Budget
    ) -> [Range<Date>] {
        let (begin, end) = (Day(first.lowerBound, in: zone), Day(first.upperBound, in: zone))
        let count = max(1, Int((end.start(in: .gmt).timeIntervalSince(begin.start(in: .gmt)) / 86_400).rounded()))
        var starts = [first.lowerBound]
        if let rule, let rule = try? RecurrenceRule(rule), let date = begin.calendarTime {
            let series = Recurrence(start: date, rule: rule, reader: Zone(zone))
            let before = Day(span.lowerBound, in: zone).adding(days: -count).start(in: zone)
            starts = self.starts(of: series, in: before..<span.upperBound, &budget)
        }
        return starts.map { $0..<Day($0, in: zone).adding(days: count).start(in: zone) }
            .filter { span.meets($0.lowerBound, $0.upperBound) }
    }

    private func starts(of series: Recurrence, in range: Range<Date>, _ budget: inout Budget) -> [Date] {
        let expansion = series.occurrences(
            in: range, limit: budget.occurrences, stepLimit: min(Recurrence.stepLimit, budget.steps))
        budget.occurrences -= expansion.occurrences.count
        budget.steps = max(0, budget.steps - expansion.steps)
        if !expansion.isComplete { budget.isComplete = false }
        return expansion.occurrences.map(\.date)
    }
}

/// Classes: the meetings of the sections in which the person is enrolled, less the holidays of the term.
extension LocalCalendar {
    private func classes(on span: Range<Date>) -> [CalendarItem] {
        enrollments.flatMap { enrollment -> [CalendarItem] in
            guard let course = courses.first(where: { $0.id == enrollment.course }),
                let section = course.sections.first(where: { $0.id == enrollment.section }),
                let term = terms.first(where: { $0.id == course.term })
            else { return [] }
            var items: [CalendarItem] = []
            for meeting in section.meetings {
                for time in Self.times(of: meeting, in: term, on: span) {
                    // A registrar's file may list a meeting twice, in two rooms.
                    if let known = items.firstIndex(where: { $0.start == time.lowerBound && $0.end == time.upperBound }) {
                        items[known].location = [items[known].location, meeting.place].joined(separator: ", ")
                        continue
                    }
                    items.append(
                        CalendarItem(
                            kind: .class, title: "\(course.subject) \(course.number) \(section.kind) \(section.code)",
                            location: meeting.place, start: time.lowerBound, end: time.upperBound, allDay: false, done: nil,
                            id: section.id.text, course: course.id, reference: nil, calendar: nil))
                }
            }
            return items
        }
    }

    private static func times(of meeting: Meeting, in term: Term, on span: Range<Date>) -> [Range<Date>] {
        guard let first = meeting.startsOn ?? term.startsOn, let last = meeting.endsOn ?? term.endsOn else { return [] }
        let zone = term.zone
        let end = min(last, Day(span.upperBound, in: zone))
        var (day, times) = (max(first, Day(span.lowerBound, in: zone)), [Range<Date>]())
        let holidays = Set(term.holidays.map(\.day))
        while day <= end {
            if meeting.days.contains(day.letter), !holidays.contains(day) {
                let (start, finish) = (meeting.start.moment(on: day, in: zone), meeting.end.moment(on: day, in: zone))
                if start < finish, span.meets(start, finish) { times.append(start..<finish) }
            }
            day = day.adding(days: 1)
        }
        return times
    }
}

extension WallTime {
    /// If clocks skip it, the moment after.
    fileprivate func moment(on day: Day, in zone: TimeZone) -> Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = DateComponents(
            year: day.year, month: day.month, day: day.day, hour: minute / 60, minute: minute % 60)
        return calendar.date(from: parts) ?? day.start(in: zone)
    }
}

extension Day {
    fileprivate var calendarTime: CalendarTime? { CalendarTime(description.filter { $0 != "-" }) }
}

extension Range<Date> {
    /// Whether a time shares time with this span, or has no length and lies in it.
    fileprivate func meets(_ start: Date, _ end: Date) -> Bool {
        start == end ? contains(start) : start < upperBound && end > lowerBound
    }
}
