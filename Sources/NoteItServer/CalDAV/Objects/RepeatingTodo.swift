import Foundation
import ICalendar
import NIOCore
import NoteItCore

/// A task of which the to-do repeats as no task can (`StudyTask.CalendarOnly.repetition`): its next time is done, and the series goes
/// on, as calendar programs do it.
struct RepeatingTodo {
    private static let attempts = 5

    let store: any Store
    let study: StudyService
    let assembler: CalendarAssembler

    /// The to-do after its next time is done.
    private struct Next: Sendable {
        let sent: SentCalendar
        let todo: TodoTask
    }

    /// Marks the next time as done: it becomes a task of its own, and the to-do moves to the time after it.
    /// - Parameter minutes: that were studied until now.
    /// - Returns: the task that is done; nil if the task is no such one, or has no time after it.
    @Sendable
    func markNext(
        _ id: StudyTask.ID, minutes: Int?, by account: Account.ID, on channel: any Channel
    ) async throws -> StudyTask? {
        for attempt in 1...Self.attempts {
            do {
                return try await move(id, minutes, account, channel)
            } catch DomainError.stale where attempt < Self.attempts {
                continue
            }
        }
        return nil
    }

    private func move(
        _ id: StudyTask.ID, _ minutes: Int?, _ account: Account.ID, _ channel: any Channel
    ) async throws -> StudyTask? {
        let task = try await store.task(id, by: account)
        guard !task.done, task.calendarOnly?.contains(.repetition) == true else { return nil }
        let zone = try await store.studySettings(of: account).zone ?? .gmt
        let calendar = CalendarCollection.Derived.tasks.rawValue
        let rows = try await store.objects(inCalendar: calendar, matching: .all, of: account).objects
        let writer = TaskCalendar(zone: zone, objects: rows)
        guard let row = rows.first(where: { $0.item == id.description }), let data = row.data else { return nil }
        let (old, assembler) = (writer.item(task), assembler)
        let next: Next? = try await study.run(for: account, on: channel) { budget in
            var steps = WorkSteps(WorkSteps.most, until: budget.isOver)
            guard let newest = SentObject(data, old, reader: zone)?.merged(as: row, assembler),
                let moved = try? TodoSeries(newest, reader: Zone(zone))?.afterNext(&steps),
                let sent = try? SentCalendar(Array(moved.text.utf8), of: [.todo], reader: Zone(zone), &steps),
                let todo = try? TodoTask(sent, known: task, zone: zone, .next, &steps)
            else { return nil }
            return Next(sent: sent, todo: todo)
        }
        guard let next else { return nil }
        var part = StudyTaskPatch().applied(to: task)
        (part.id, part.calendarOnly) = (nil, nil)
        let edited = try await store.edit(
            id, to: next.todo.task(over: task, id: id, after: task.after), done: false,
            adding: [TaskPart(task: part, done: true)],
            ifRev: task.rev, by: account)
        let item = writer.item(edited.task)
        _ = try await store.put(
            SentCalendarObject(
                name: row.name, uid: row.uid, item: row.item, data: next.sent.bytes, digest: item.row.digest,
                firstStart: item.row.firstStart, lastEnd: item.row.lastEnd, event: nil), inCalendar: calendar, if: .none,
            by: account)
        guard let minutes, let done = edited.parts.first else { return edited.parts.first }
        return try await store.mark(done.id, TaskDone(done: true, minutes: minutes), by: account)
    }
}

/// The object of a to-do that repeats.
private struct TodoSeries {
    private var calendar: Component
    private let place: Int
    private let object: ParsedObject
    private let series: CalendarSeries

    /// Nil for an object that is no series of to-dos.
    init?(_ calendar: Component, reader: Zone) throws {
        object = try ParsedObject(calendar, reader: reader)
        guard let series = object.series.first,
            let place = calendar.components.firstIndex(where: { $0.name == "VTODO" && $0["RECURRENCE-ID"] == nil })
        else { return nil }
        (self.calendar, self.place, self.series) = (calendar, place, series)
    }

    /// The series from the time after its next one on; nil if there is none, or dates are listed (RDATE).
    /// Throws `WorkSteps.Spent`.
    func afterNext(_ steps: inout WorkSteps) throws -> Component? {
        var (moved, master) = (calendar, calendar.components[place])
        guard let whole = series.recurrence, whole.additions.isEmpty, let following = try NextTodo(series, &steps).following,
            let rest = whole.split(at: following.id.moment(in: object.reader))?.after
        else { return nil }
        let days = rest.start.local.date.number - whole.start.local.date.number
        for name in ["DTSTART", "DUE"] {
            guard var property = master[name], let time = object.time(of: property) else { continue }
            property.value = time.adding(days: days).description
            master.set(property)
        }
        if rest.rule != whole.rule {
            master.remove("RRULE")
            master.properties += rest.rule.map { [Property("RRULE", value: $0.description)] } ?? []
        }
        if master["STATUS"] != nil { master.set(Property("STATUS", value: "NEEDS-ACTION")) }
        for name in ["COMPLETED", "PERCENT-COMPLETE"] { master.remove(name) }
        moved.components[place] = master
        moved.components.removeAll { component in
            component["RECURRENCE-ID"].flatMap(object.moment).map { $0 < rest.start.moment(in: object.reader) } ?? false
        }
        return moved
    }
}
