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
    /// The study blocks of the plan.
    var blocks: [StudyPlan.Block] = []
    var personal: [PersonalEvent] = []
    /// The zone of the days, and of the wall clock on which tasks and personal events repeat.
    var zone: TimeZone

    /// Everything on these days, by start, and whether no limit left anything out. Both days are included.
    func items(from: Day, to: Day) -> (items: [CalendarItem], complete: Bool) {
        let span = from.start(in: zone)..<max(from.start(in: zone), to.adding(days: 1).start(in: zone))
        var budget = ExpansionBudget(occurrences: CalendarDays.mostItems)
        let all =
            classes(on: span) + due(on: span) + blocks.compactMap { CalendarItem.study($0, on: span) }
            + tasks(on: span, &budget)
            + personal(on: span, &budget)
        let sorted = all.sorted(by: CalendarItem.precedes)
        return (Array(sorted.prefix(CalendarDays.mostItems)), !budget.isSpent && sorted.count <= CalendarDays.mostItems)
    }

    private func due(on span: Range<Date>) -> [CalendarItem] {
        events.compactMap { event in
            let theirs = terms.first { $0.id == event.course.term }?.zone ?? zone
            return CalendarItem.due(event, of: event.course.name, termZone: theirs, zone: zone, on: span)
        }
    }

    private func tasks(on span: Range<Date>, _ budget: inout ExpansionBudget) -> [CalendarItem] {
        tasks.flatMap { task -> [CalendarItem] in
            let times: [Range<Date>]
            if task.kind == .fixed, let start = task.start, let end = task.end {
                let (rule, exceptions) = (task.recurrence?.rule, task.recurrence?.exceptions ?? [])
                times = occurrences(of: start..<max(start, end), rule, exceptions, on: span, &budget)
            } else {
                times = task.deadline.map { $0..<$0 }.flatMap { span.contains($0.lowerBound) ? [$0] : [] } ?? []
            }
            return times.map { CalendarItem.task(task, at: $0) }
        }
    }

    private func personal(on span: Range<Date>, _ budget: inout ExpansionBudget) -> [CalendarItem] {
        personal.flatMap { event in
            // Older servers tell the rule alone.
            let sent =
                event.series
                ?? PersonalEventSeries(
                    first: PersonalEventSeries.Occurrence(
                        title: event.title, location: event.location, start: event.start, end: event.end, allDay: event.allDay),
                    timeZone: nil, rule: event.rule, exceptions: [], others: [])
            let series = event.dayZone.flatMap(TimeZone.init(identifier:)).map { sent.moving(days: $0, to: zone) } ?? sent
            let own = times(of: series, on: span, &budget).map { item(event, series.first, at: $0) }
            let others = series.others.map { ($0, $0.start..<max($0.start, $0.end)) }.filter { span.meets($0.1) }
                .map { item(event, $0, at: $1) }
            budget.take(others.count, isComplete: true)
            return own + others
        }
    }

    private func item(
        _ event: PersonalEvent, _ occurrence: PersonalEventSeries.Occurrence, at time: Range<Date>
    ) -> CalendarItem {
        var item = CalendarItem(
            .personal, occurrence.title, time, id: event.id.description, location: occurrence.location)
        (item.allDay, item.calendar) = (occurrence.allDay, event.calendar)
        return item
    }

    /// What the rule of a series gives, without its exceptions.
    private func times(
        of series: PersonalEventSeries, on span: Range<Date>, _ budget: inout ExpansionBudget
    ) -> [Range<Date>] {
        let first = series.first.start..<max(series.first.start, series.first.end)
        if series.first.allDay { return days(of: first, series.rule, series.exceptions, on: span, &budget) }
        let clock = series.timeZone.flatMap(TimeZone.init(identifier:)) ?? zone
        return occurrences(of: first, series.rule, series.exceptions, on: span, clock: clock, &budget)
    }

    /// The times that share time with `span`. A rule that cannot be read gives the first alone.
    /// - Parameter clock: on which the rule repeats; nil: that of the days.
    private func occurrences(
        of first: Range<Date>, _ rule: String?, _ exceptions: [Date], on span: Range<Date>, clock: TimeZone? = nil,
        _ budget: inout ExpansionBudget
    ) -> [Range<Date>] {
        let clock = Zone(clock ?? zone)
        guard let rule, let series = try? Recurrence(first.lowerBound, on: clock, rule: rule, exceptions: exceptions) else {
            return span.meets(first) && !exceptions.contains(first.lowerBound) ? [first] : []
        }
        return series.times(lasting: first.upperBound.timeIntervalSince(first.lowerBound), meeting: span, &budget)
    }

    /// The occurrences of an event of whole days, whose lengths differ where clocks change.
    private func days(
        of first: Range<Date>, _ rule: String?, _ exceptions: [Date], on span: Range<Date>, _ budget: inout ExpansionBudget
    ) -> [Range<Date>] {
        let (begin, end) = (Day(first.lowerBound, in: zone), Day(first.upperBound, in: zone))
        let count = max(1, Int((end.start(in: .gmt).timeIntervalSince(begin.start(in: .gmt)) / 86_400).rounded()))
        var starts = exceptions.contains(first.lowerBound) ? [] : [first.lowerBound]
        if let rule, let rule = try? RecurrenceRule(rule), let date = begin.calendarTime {
            let left = exceptions.compactMap { Day($0, in: zone).calendarTime }
            let series = Recurrence(start: date, rule: rule, exceptions: left, reader: Zone(zone))
            let before = Day(span.lowerBound, in: zone).adding(days: -count).start(in: zone)
            starts = series.times(lasting: 0, meeting: before..<span.upperBound, &budget).map(\.lowerBound)
        }
        return starts.map { $0..<Day($0, in: zone).adding(days: count).start(in: zone) }.filter(span.meets)
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
            let code = "\(course.subject) \(course.number)"
            let titles = section.meetings.compactMap { meeting in
                meeting.kind.map { ($0, "\(code) \(section.label(of: meeting))") }
            }
            let whole = StudyClass(
                course: course.id, title: "\(code) \(section.kind) \(section.code)", section: section.id,
                meetings: section.meetings, term: term,
                titles: titles.isEmpty ? nil : Dictionary(titles) { first, _ in first })
            return whole.byKind.flatMap { ClassTimes($0).items(meeting: span) }
        }
    }
}

extension PersonalEventSeries {
    /// This series of whole days with the midnights of another zone.
    fileprivate func moving(days theirs: TimeZone, to zone: TimeZone) -> PersonalEventSeries {
        if theirs == zone { return self }
        func midnight(_ date: Date) -> Date { Day(date, in: theirs).start(in: zone) }
        func moved(_ occurrence: Occurrence) -> Occurrence {
            guard occurrence.allDay else { return occurrence }
            var moved = occurrence
            (moved.start, moved.end) = (midnight(occurrence.start), midnight(occurrence.end))
            return moved
        }
        var all = self
        (all.first, all.others) = (moved(first), others.map(moved))
        if first.allDay { all.exceptions = exceptions.map(midnight) }
        return all
    }
}

extension Day {
    fileprivate var calendarTime: CalendarTime? { CalendarTime(description.filter { $0 != "-" }) }
}
