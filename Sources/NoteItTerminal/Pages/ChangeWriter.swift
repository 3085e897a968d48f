import Foundation
import NoteItCore

/// Writes changes as lines, noun by noun.
struct ChangeWriter {
    let context: ChangeContext
    let reader: Account.ID?
    let clock: DueText
    let unicode: Bool

    /// Nil for a change that is not news to a person.
    func line(of change: Change) -> ChangeLine? {
        switch change {
        case .upsert(.event(let event), _): post(event)
        case .upsert(.reply(let reply), _): answer(reply)
        case .upsert(.removal(let removal), _): self.removal(removal)
        case .upsert(.notification(let notification), _): self.notification(notification)
        case .upsert(.course(let course), _): line(course.name, "catalog", Styled("the timetable changed", .faint))
        case .upsert(.degreePlan(let plan), _): degreePlan(plan)
        case .upsert(.planReply(let comment), _): self.comment(comment)
        case .upsert(.personalEvent(let event), _): personalEvent(event)
        case .upsert(.calendarImport(let source), _): calendarImport(source)
        case .upsert(.task(let task), _): self.task(task)
        case .remove(let type, _): gone(type)
        case .scopeGranted(let course, _): line(course.name, Styled("joined", .good), Styled(context.sectionCode ?? ""))
        case .scopeRevoked(let course, _): line(course.name, Styled("left", .warning), Styled(context.sectionCode ?? ""))
        case .upsert(.record, _), .upsert(.enrollment, _), .upsert(.account, _), .upsert(.seatWatch, _), .upsert(.mark, _),
            .upsert(.preferences, _), .upsert(.studySettings, _), .upsert(.studyPlan, _), .unknown:
            nil
        }
    }

    private func line(
        _ name: String, _ verb: Styled, _ text: Styled, by who: Styled = "", tail: Styled = "", cutsText: Bool = false
    ) -> ChangeLine {
        ChangeLine(
            time: clock.timeWithSeconds(clock.now), name: name, verb: verb, who: who, text: text, tail: tail,
            cutsText: cutsText)
    }

    private func name(of author: Author, anonymous: Bool = false) -> Styled {
        author.id == reader || author.id == context.alias
            ? Styled("you", .mine)
            : Styled(NameBook([author]).name(of: author, anonymous: anonymous), .strong) + author.badge
    }
}

/// Posts, and what happens to them.
extension ChangeWriter {
    private func post(_ event: Event) -> ChangeLine? {
        let news = event.news(
            since: context.eventBefore, knowsAll: context.knowsAll, clock, arrow: unicode ? "→" : "->")
        guard let news else { return nil }
        return line(
            event.reference, Styled(news.verb, event.kind.tone), Styled(event.title),
            by: name(of: event.author, anonymous: event.anonymous), tail: Styled(news.detail, .faint))
    }

    private func answer(_ reply: Reply) -> ChangeLine? {
        if let before = context.replyBefore, before.rev == reply.rev { return nil }
        return line(
            context.event?.reference(reply) ?? "",
            Styled(isEdit(context.replyBefore == nil, reply.rev) ? "reply edited" : "reply"),
            Styled(reply.body), by: name(of: reply.author, anonymous: reply.anonymous), cutsText: true)
    }

    /// Whether a text of this revision was edited, and not only became visible to the reader.
    private func isEdit(_ isNew: Bool, _ rev: Int) -> Bool { rev > 1 && !(isNew && context.knowsAll) }

    private func removal(_ removal: Removal) -> ChangeLine {
        let reason = removal.reason.map { ": \($0)" } ?? ""
        return line(removal.reference, Styled("removed", .bad), Styled("by staff" + reason, .faint))
    }

    private func notification(_ notification: InboxNotification) -> ChangeLine? {
        if notification.readAt != nil { return nil }
        let words = NotificationText(
            notification,
            NotificationContext(
                event: context.event, reader: reader, plan: context.plan, comment: context.comment, clock: clock))
        let verb: Styled =
            notification.isStudyAlert
            ? Styled("alert", .mine) : notification.section != nil ? Styled("seats", .notice) : "for you"
        return line(
            context.plan?.name ?? context.event?.reference ?? words.course, verb, words.news,
            by: context.event == nil ? Styled(words.subject, .strong) : "")
    }

    private func gone(_ type: ChangeType) -> ChangeLine? {
        let gone = Styled("gone", .bad)
        switch type {
        case .event:
            return line(context.event?.reference ?? "", gone, Styled(context.event?.title ?? "an event", .faint))
        case .reply:
            let (event, reply) = (context.event, context.replyBefore)
            return line(
                event.map { event in reply.map(event.reference) ?? event.reference } ?? "", Styled("reply gone", .bad),
                Styled(reply?.body ?? "", .faint), by: reply.map { name(of: $0.author, anonymous: $0.anonymous) } ?? "",
                cutsText: true)
        case .degreePlan:
            guard let plan = context.plan, plan.owner.id != reader else { return nil }
            return line(plan.name, gone, Styled("deleted, or no longer shared", .faint))
        case .planReply:
            guard let comment = context.commentBefore else { return nil }
            return line(
                context.plan?.name ?? "a plan", Styled("comment gone", .bad), Styled(comment.body, .faint),
                by: name(of: comment.author), cutsText: true)
        case .personalEvent:
            let event = context.personalBefore
            return line(event?.calendar ?? "calendar", gone, Styled(event?.title ?? "an event", .faint))
        case .calendarImport:
            return line(context.importBefore?.name ?? "calendar", gone, Styled("an imported calendar", .faint))
        case .task: return line("tasks", gone, Styled(context.taskBefore?.title ?? "a task", .faint))
        default: return nil
        }
    }
}

/// Degree plans, calendars and tasks.
extension ChangeWriter {
    private func degreePlan(_ plan: DegreePlan) -> ChangeLine? {
        guard let before = context.plan, let news = plan.news(since: before, reader: reader) else { return nil }
        return line(plan.name, news.verb, news.text, by: news.person.map { name(of: $0) } ?? "")
    }

    private func comment(_ comment: PlanReply) -> ChangeLine? {
        if let before = context.commentBefore, before.rev >= comment.rev { return nil }
        return line(
            context.plan?.name ?? "a plan",
            Styled(isEdit(context.commentBefore == nil, comment.rev) ? "comment edited" : "comment"), Styled(comment.body),
            by: name(of: comment.author), cutsText: true)
    }

    private func personalEvent(_ event: PersonalEvent) -> ChangeLine? {
        if let before = context.personalBefore, before.rev >= event.rev { return nil }
        return line(
            event.calendar, Styled(event.rev > 1 ? "edited" : "event", .good),
            Styled(event.title) + Styled("  " + event.when(clock), .faint))
    }

    private func calendarImport(_ source: CalendarImport) -> ChangeLine? {
        source.news(since: context.importBefore).map { line(source.name, $0.verb, $0.text) }
    }

    private func task(_ task: StudyTask) -> ChangeLine? {
        task.news(since: context.taskBefore).map { verb in
            line("tasks", verb, Styled(task.title) + Styled(task.when(clock), .faint))
        }
    }
}

extension Event {
    /// The verb and the dates for the news in this event since `before`. Nil if there is none.
    /// - Parameter knowsAll: whether an event without a `before` is new to the reader, whatever its revision.
    fileprivate func news(
        since before: Event?, knowsAll: Bool, _ clock: DueText, arrow: String
    ) -> (verb: String, detail: String)? {
        let date = due.map { clock.short($0) }
        guard let before else {
            return (rev > 1 && !knowsAll ? "edited" : kind.rawValue, date.map { "  due \($0)" } ?? "")
        }
        if rev == before.rev { return nil }
        // Only a restored backup goes back.
        if rev < before.rev { return ("set back", date.map { "  due \($0)" } ?? "") }
        if visibility != before.visibility {
            return (
                visibility == .public ? "public" : visibility == .staff ? "for staff" : "private",
                date.map { "  due \($0)" } ?? ""
            )
        }
        if due != before.due {
            return ("due moved", "  \(before.due.map { clock.short($0) } ?? "no date") \(arrow) \(date ?? "no date")")
        }
        return ("edited", "")
    }
}

extension DegreePlan {
    /// The news in this plan since `before`: an approval, the end of one, or another's edit. Nil if there is none.
    fileprivate func news(since before: DegreePlan, reader: Account.ID?) -> (verb: Styled, person: Author?, text: Styled)? {
        if let approved, approved != before.approved { return (Styled("approved", .good), approved.by, Styled(span, .faint)) }
        if approved == nil, let old = before.approved {
            let isLost = approvalLost == old
            let text = isLost ? "an edit took the approval away" : "took the approval back"
            return (Styled("approval", .warning), isLost ? nil : old.by, Styled(text))
        }
        guard owner.id != reader, terms != before.terms || programme != before.programme else { return nil }
        return ("edited", owner, Styled(span, .faint))
    }
}

extension PersonalEvent {
    /// `Fri 27 Nov 17:00`, or the day alone.
    fileprivate func when(_ clock: DueText) -> String {
        let first = allDay ? clock.label(Day(start, in: clock.timeZone)) : clock.short(start)
        return rule == nil ? first : "\(first), repeats"
    }
}

extension StudyTask {
    /// The verb for what a person changed since `before`. Nil if only minutes were studied.
    fileprivate func news(since before: StudyTask?) -> Styled? {
        if let before, before.rev >= rev { return nil }
        if done, before?.done != true { return Styled("done", .good) }
        guard let before else { return rev == 1 ? Styled("task", .good) : Styled("edited") }
        if before.done, !done { return Styled("open again", .warning) }
        var same = before
        (same.minutesDone, same.editedAt, same.rev) = (minutesDone, editedAt, rev)
        return same == self ? nil : Styled("edited")
    }

    /// `  by Fri 27 Nov 17:00`, or the start of a fixed task.
    fileprivate func when(_ clock: DueText) -> String {
        if let deadline { return "  by \(clock.short(deadline))" }
        return start.map { "  \(clock.short($0))\(recurrence == nil ? "" : ", repeats")" } ?? ""
    }
}

extension CalendarImport {
    /// The news in this import since `before`. Nil if there is none, or if it fails as it did before.
    fileprivate func news(since before: CalendarImport?) -> (verb: Styled, text: Styled)? {
        if let before, before.rev >= rev { return nil }
        let count = contents
        if let lastError {
            return before?.lastError == lastError ? nil : (Styled("failed", .bad), Styled(lastError))
        }
        if before == nil, rev == 1 { return (Styled("import", .good), Styled(count, .faint)) }
        guard let before, before.events != events else { return ("synced", Styled(count, .faint)) }
        return ("synced", Styled("\(count), before \(before.events)", .faint))
    }
}
