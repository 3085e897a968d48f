import Foundation
import ICalendar
import NoteItCore

/// Changes tasks as programs say.
///
/// The task is written first, then the object with the name and UID that the program chose. A task that is new has an id made of
/// its UID: if the server stops between the two, the program's next attempt finds the task and gives it its name.
struct TaskWriter: Sendable {
    let store: any Store
    let service: CalendarService
    let work: ObjectWork
    let context: AppContext
    let now: Date

    /// What a to-do becomes.
    private struct Understood: Sendable {
        var todo: TodoTask
        var new: NewStudyTask
        /// The occurrences that become tasks; nil: none.
        var split: TaskSplit?
    }

    /// A to-do that says more than a task can is kept as it is, and understood in part. Throws `DAVFailure` for what is not a to-do.
    func put(_ sent: SentCalendar, _ write: ObjectWrite) async throws -> WrittenObject {
        let served = try await write.found(by: service)
        if let served, served.object.uid != sent.uid { throw DAVFailure.uidConflict(with: write.href(of: write.name)) }
        let known = try await self.known(sent, served, write)
        do {
            return try await change(known, to: sent, served, write)
        } catch DomainError.invalid(let errors) {
            throw SentCalendar.misfit("The task does not fit: \(errors.sentence)")
        } catch DomainError.conflict(let why) {
            throw DAVFailure.full(why)
        } catch DomainError.stale {
            throw DAVFailure.stale
        }
    }

    func delete(_ write: ObjectWrite) async throws {
        guard let served = try await write.found(by: service), let id = StudyTask.ID(served.object.item) else {
            throw CalendarObjectRoutes.absent(write.name)
        }
        let task = try await store.task(id, by: write.account)
        try await write.requireUnchanged(served, by: service)
        do {
            try await store.delete(id, ifRev: task.rev, by: write.account)
        } catch {
            guard case .stale? = error as? DomainError else { throw error }
            throw DAVFailure.stale
        }
    }

    /// The task that an object stands for; nil: it is new. Throws `DAVFailure` if another object has the UID.
    private func known(_ sent: SentCalendar, _ served: ServedObject?, _ write: ObjectWrite) async throws -> StudyTask? {
        if let served {
            guard let id = StudyTask.ID(served.object.item) else { throw CalendarObjectRoutes.absent(write.name) }
            let task = try await store.task(id, by: write.account)
            try await write.requireUnchanged(served, by: service)
            return task
        }
        guard let task = try await findTask(Self.id(sent.uid, of: write.account), write) else { return nil }
        let rows = try await store.objects(inCalendar: write.calendar.id, matching: .all, of: write.account).objects
        if let other = rows.first(where: { $0.uid == sent.uid && $0.name != write.name }) {
            throw DAVFailure.uidConflict(with: write.href(of: other.name))
        }
        return task
    }

    private func findTask(_ id: StudyTask.ID?, _ write: ObjectWrite) async throws -> StudyTask? {
        guard let id else { return nil }
        do { return try await store.task(id, by: write.account) } catch DomainError.notFound { return nil }
    }

    private func change(
        _ known: StudyTask?, to sent: SentCalendar, _ served: ServedObject?, _ write: ObjectWrite
    ) async throws -> WrittenObject {
        let rows =
            sent.series.components.contains { !$0.dependencies.isEmpty }
            ? try await store.objects(inCalendar: write.calendar.id, matching: .all, of: write.account).objects : []
        let changes = TaskOverrides(sent, known: known)
        // Each override is looked for in the series.
        let understood = try await work.run(on: sent.bytes.count, for: write.account, context) { steps in
            try self.understood(sent, known, changes, rows, write, &steps)
        }
        var (todo, new) = (understood.todo, understood.new)
        var task: StudyTask
        do {
            task = try await stored(new, over: known, todo.isDone, sent.uid, write)
        } catch DomainError.invalid(let errors) where errors.allSatisfy({ $0.field.hasPrefix("after") }) {
            // It waits for one that waits for it, or for one at a fixed time.
            (todo.dependsOn, new.after) = ([], [])
            todo.calendarOnly.insert(.after)
            new.calendarOnly = todo.calendarOnlyList
            task = try await stored(new, over: known, todo.isDone, sent.uid, write)
        }
        do {
            if let split = understood.split {
                task = try await store.edit(
                    task.id, to: split.rest(of: task), done: nil, adding: split.parts, ifRev: task.rev, by: write.account
                ).task
            }
            if let minutes = todo.minutesToAdd(to: task) {
                task = try await store.mark(task.id, TaskDone(done: task.done, minutes: minutes), by: write.account)
            }
            return try await name(task, todo, sent, changes, rows, created: served == nil, write)
        } catch {
            // The program is told that nothing was stored.
            if known == nil { try? await store.delete(task.id, ifRev: nil, by: write.account) }
            throw error
        }
    }

    /// The whole of a to-do if a task can be all of it, else its next open time. Throws `DAVFailure`, `.invalid`, `WorkSteps.Spent`.
    private func understood(
        _ sent: SentCalendar, _ known: StudyTask?, _ changes: TaskOverrides, _ rows: [CalendarObject], _ write: ObjectWrite,
        _ steps: inout WorkSteps
    ) throws -> Understood {
        func read(_ depth: TodoTask.Depth, _ steps: inout WorkSteps) throws -> Understood {
            var todo = try TodoTask(sent, known: known, zone: write.zone, depth, &steps)
            var after = Self.tasks(todo.dependsOn, rows)
            if after.count > StudyTask.mostAfter { after = [] }
            if after.count < todo.dependsOn.count { todo.calendarOnly.insert(.after) }
            var new = todo.task(over: known, id: known?.id, after: after)
            guard depth == .series else { return Understood(todo: todo, new: try new.validated()) }
            changes.keepExceptions(in: &new)
            new = try new.kind == .fixed ? new.validated(in: write.zone, since: known, at: now) : new.validated()
            let split =
                new.kind == .fixed ? try changes.split(new.unstored(at: now), zone: write.zone, at: now, &steps) : nil
            return Understood(todo: todo, new: new, split: split)
        }
        do {
            return try read(.series, &steps)
        } catch let spent as WorkSteps.Spent {
            throw spent
        } catch {
            return try read(.next, &steps)
        }
    }

    /// The task after the change.
    private func stored(
        _ new: NewStudyTask, over known: StudyTask?, _ isDone: Bool, _ uid: String, _ write: ObjectWrite
    ) async throws -> StudyTask {
        if let known {
            return try await store.edit(known.id, to: new, done: isDone, adding: [], ifRev: known.rev, by: write.account).task
        }
        var named = new
        named.id = Self.id(uid, of: write.account)
        var task: StudyTask
        do {
            task = try await store.addTask(named, by: write.account).task
        } catch DomainError.conflict {
            // Someone else has the id.
            task = try await store.addTask(new, by: write.account).task
        }
        if isDone { task = try await store.mark(task.id, TaskDone(done: true), by: write.account) }
        return task
    }

    /// Gives the task the program's name and UID, and keeps what was sent.
    private func name(
        _ task: StudyTask, _ todo: TodoTask, _ sent: SentCalendar, _ changes: TaskOverrides, _ rows: [CalendarObject],
        created: Bool, _ write: ObjectWrite
    ) async throws -> WrittenObject {
        let alarms = StudyAlarms(try await store.studySettings(of: write.account).alerts)
        let item = TaskCalendar(zone: write.zone, objects: rows, alarms).item(task)
        // A task that prepares for an event is due with it.
        let due = task.event != nil && todo.deadline != task.deadline ? item.component["DUE"] : nil
        let kept = changes.kept(
            asExceptions: task.recurrence != nil, percent: todo.otherPercent(of: task), due: due)
        let (object, _) = try await store.put(
            SentCalendarObject(
                name: write.name, uid: sent.uid, item: task.id.description, data: kept ?? sent.bytes, digest: item.row.digest,
                firstStart: item.row.firstStart, lastEnd: item.row.lastEnd, event: nil),
            inCalendar: write.calendar.id, if: .none, by: write.account)
        return WrittenObject(object: object, created: created, isAsSent: kept == nil)
    }

    /// The id of the task that a program makes with a UID: always the same, so that a repeated request makes one task. A task that
    /// was deleted and is sent again has its own id again.
    static func id(_ uid: String, of account: Account.ID) -> StudyTask.ID? {
        if uid.hasSuffix("@noteit"), let own = StudyTask.ID(String(uid.dropLast("@noteit".count))) { return own }
        return StudyTask.ID(Secret.uuid(of: "task\n\(account)\n\(uid)"))
    }

    /// The tasks with UIDs, as far as they are there, each once.
    private static func tasks(_ uids: [String], _ rows: [CalendarObject]) -> [StudyTask.ID] {
        let items = Dictionary(rows.map { ($0.uid, $0.item) }) { first, _ in first }
        return uids.compactMap { items[$0].flatMap(StudyTask.ID.init) }
    }
}

/// Occurrences of a series that become tasks of their own.
private struct TaskSplit: Sendable {
    var starts: [Date] = []
    var parts: [TaskPart] = []

    /// The series without them.
    func rest(of task: StudyTask) -> NewStudyTask {
        var rest = task
        rest.recurrence?.exceptions += starts
        return StudyTaskPatch().applied(to: rest)
    }
}

/// Occurrences of a task that were changed alone: one that is done, or moved. In NoteIt each becomes a task of its own, and an
/// exception of its series.
private struct TaskOverrides: Sendable {
    private let sent: SentCalendar
    private let known: Set<Date>
    private let overrides: [Component]

    init(_ sent: SentCalendar, known: StudyTask?) {
        self.sent = sent
        self.known = Set(known?.recurrence?.exceptions ?? [])
        overrides = sent.series.overrides
    }

    private var isEmpty: Bool { overrides.isEmpty }

    private func id(_ override: Component) -> Date? { override["RECURRENCE-ID"].flatMap(sent.object.moment) }

    /// Occurrences that became tasks earlier stay exceptions.
    func keepExceptions(in task: inout NewStudyTask) {
        guard !isEmpty, let recurrence = task.recurrence else { return }
        let split = overrides.compactMap(id).filter(known.contains)
        task.recurrence?.exceptions = Set(recurrence.exceptions + split).sorted()
    }

    /// The occurrences of a task that become tasks; nil if there are none. Throws `DAVFailure`, `.invalid`, `WorkSteps.Spent`.
    func split(_ task: StudyTask, zone: TimeZone, at now: Date, _ steps: inout WorkSteps) throws -> TaskSplit? {
        var split = TaskSplit()
        let series = TaskSeries(task, zone: zone)
        var left = Set(overrides.compactMap(id)).subtracting(known)
        for override in overrides {
            guard let start = id(override), !known.contains(start) else { continue }
            guard let series, left.remove(start) != nil, try series.contains(start, &steps) else {
                throw SentCalendar.misfit("The task has no occurrence at \(RFC3339.string(start)).")
            }
            var part = task
            (part.start, part.end, part.recurrence) = (start, start + series.length, nil)
            let todo = try TodoTask(occurrence: override, of: sent, length: series.length)
            let new = todo.task(over: part, id: nil, after: [])
            split.parts.append(TaskPart(task: try new.validated(in: zone, at: now), done: todo.isDone))
            split.starts.append(start)
        }
        guard let series, !split.parts.isEmpty else { return nil }
        var rest = task
        rest.recurrence?.exceptions += split.starts
        guard series.recurrence != nil, try TaskSeries(rest, zone: zone)?.isEmpty(&steps) == false else {
            throw SentCalendar.misfit("No occurrence of the series would be left. Change the whole task.")
        }
        return split
    }

    /// What is kept in place of the object that was sent: it has exceptions for the occurrences, and the percent that are done.
    /// - Parameters: `asExceptions`: whether they became tasks; `percent`, `due`: nil: as it was sent.
    /// - Returns: nil if it is kept as it was sent.
    func kept(asExceptions: Bool, percent: Int?, due: Property?) -> [UInt8]? {
        let cut = asExceptions ? overrides : []
        if cut.isEmpty, percent == nil, due == nil { return nil }
        var calendar = sent.object.calendar
        if !cut.isEmpty { calendar.components.removeAll { $0["RECURRENCE-ID"] != nil } }
        guard let place = calendar.components.firstIndex(where: { $0.name == "VTODO" }) else { return nil }
        calendar.components[place].properties += cut.compactMap { override in
            override["RECURRENCE-ID"].map { id in
                Property("EXDATE", parameters: id.parameters.filter { $0.name != "RANGE" }, value: id.value)
            }
        }
        if let due {
            calendar.components[place].set(due)
            calendar.components[place].remove("DURATION")
        }
        if let percent { calendar.components[place].set(Property("PERCENT-COMPLETE", value: "\(percent)")) }
        return Array(calendar.text.utf8)
    }
}

extension NewStudyTask {
    /// The task as it would be stored.
    fileprivate func unstored(at now: Date) -> StudyTask {
        StudyTask(
            id: id ?? .make(at: now), title: title, notes: notes ?? "", kind: kind, start: start, end: end, minutes: minutes,
            earliest: earliest, deadline: deadline, priority: priority ?? .medium, after: after ?? [], recurrence: recurrence,
            course: course, event: event, spaced: spaced, every: every, steps: steps, done: false, minutesDone: 0,
            createdAt: now, editedAt: nil, rev: 1)
    }
}
