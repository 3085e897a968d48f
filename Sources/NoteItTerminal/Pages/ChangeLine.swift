import Foundation
import NoteItCore

/// A change on one line: time, name, verb, author, text.
public struct ChangeLine: Sendable, Equatable {
    public var time: String
    /// The course, event, reply or degree plan: `CMPT225`, `CMPT225#42`.
    public var name: String
    public var verb: Styled
    public var who: Styled
    public var text: Styled
    /// What is never cut off: dates, old and new.
    public var tail: Styled = ""

    /// Nil for a change that is not news to a person: only the reply count of an event, a notification that was read, the
    /// reader's own account, watches, study plan or record, minutes studied, an edit of the reader's own degree plan, or a type that this
    /// version does not know.
    /// - Parameters:
    ///   - event: the event of the change; nil if it is unknown.
    ///   - before, replyBefore: the event and the reply before the change; nil if they are unknown.
    ///   - plan: the degree plan of the change, before it; nil if it is unknown.
    ///   - comment: the comment of which a notification tells; nil if it is unknown.
    ///   - commentBefore: the comment on it before the change; nil if it is unknown.
    ///   - personalBefore, importBefore, taskBefore: the personal event, the imported calendar and the task before the change; nil
    ///     if they are unknown.
    ///   - sectionCode: the section of a scope that is granted or revoked.
    ///   - alias: the reader's alias in the thread.
    ///   - clock: its `now` is the time on the line.
    public init?(
        _ change: Change, event: Event? = nil, before: Event? = nil, replyBefore: Reply? = nil, plan: DegreePlan? = nil,
        comment: PlanReply? = nil, commentBefore: PlanReply? = nil, personalBefore: PersonalEvent? = nil,
        importBefore: CalendarImport? = nil, taskBefore: StudyTask? = nil, sectionCode: String? = nil, reader: Account.ID?,
        alias: Account.ID? = nil,
        clock: DueText, unicode: Bool
    ) {
        time = clock.clockWithSeconds(clock.now)
        (name, verb, who, text) = ("", "", "", "")
        let author = { (author: Author, anonymous: Bool) in
            author.id == reader || author.id == alias
                ? Styled("you", .mine)
                : Styled(NameBook([author]).name(of: author, anonymous: anonymous), .strong) + author.badge
        }
        switch change {
        case .upsert(.event(let new), _):
            guard let news = Self.news(new, before: before, clock, arrow: unicode ? "→" : "->") else { return nil }
            (name, verb, who) = (new.reference, Styled(news.verb, new.kind.tone), author(new.author, new.anonymous))
            (text, tail) = (Styled(new.title), Styled(news.detail, .faint))
        case .upsert(.reply(let new), _):
            if let replyBefore, replyBefore.rev >= new.rev { return nil }
            name = event?.reference(new) ?? ""
            (verb, who, text) = (
                Styled(new.rev > 1 ? "reply edited" : "reply"), author(new.author, new.anonymous), Styled(new.body)
            )
        case .remove(.event, _):
            (name, verb) = (event?.reference ?? "", Styled("gone", .bad))
            text = Styled(event?.title ?? "an event", .faint)
        case .remove(.reply, _):
            name = event.map { event in replyBefore.map(event.reference) ?? event.reference } ?? ""
            verb = Styled("reply gone", .bad)
            who = replyBefore.map { author($0.author, $0.anonymous) } ?? ""
            text = Styled(replyBefore?.body ?? "", .faint)
        case .scopeGranted(let course, _):
            (name, verb, text) = (course.code, Styled("joined", .good), Styled(sectionCode ?? ""))
        case .scopeRevoked(let course, _):
            (name, verb, text) = (course.code, Styled("left", .warning), Styled(sectionCode ?? ""))
        case .upsert(.course(let course), _):
            (name, verb, text) = (course.code, "catalog", Styled("the timetable changed", .faint))
        case .upsert(.notification(let notification), _):
            if notification.readAt != nil { return nil }
            let context = NotificationContext(event: event, reader: reader, plan: plan, comment: comment, clock: clock)
            let words = NotificationText(notification, context)
            (name, verb, who, text) = (words.course, "for you", Styled(words.subject, .strong), words.news)
            if notification.section != nil { verb = Styled("seats", .notice) }
            if notification.isStudyAlert { verb = Styled("alert", .mine) }
            if event != nil { (name, who) = (event?.reference ?? name, "") }
            if let plan { name = plan.name }
        case .upsert(.removal(let removal), _):
            (name, verb) = (removal.reference, Styled("removed", .bad))
            text = Styled("by staff" + (removal.reason.map { ": \($0)" } ?? ""), .faint)
        case .upsert(.planReply(let new), _):
            if let commentBefore, commentBefore.rev >= new.rev { return nil }
            (name, verb) = (plan?.name ?? "a plan", Styled(new.rev > 1 ? "comment edited" : "comment"))
            (who, text) = (author(new.author, false), Styled(new.body))
        case .upsert(.degreePlan(let new), _):
            guard let plan, let news = new.news(since: plan, reader: reader) else { return nil }
            (name, verb, text) = (new.name, news.verb, news.text)
            if let person = news.person { who = author(person, false) }
        case .remove(.degreePlan, _):
            guard let plan, plan.owner.id != reader else { return nil }
            (name, verb) = (plan.name, Styled("gone", .bad))
            text = Styled("deleted, or no longer shared", .faint)
        case .remove(.planReply, _):
            guard let commentBefore else { return nil }
            (name, verb, who) = (plan?.name ?? "a plan", Styled("comment gone", .bad), author(commentBefore.author, false))
            text = Styled(commentBefore.body, .faint)
        case .upsert(.personalEvent(let new), _):
            if let personalBefore, personalBefore.rev >= new.rev { return nil }
            (name, verb) = (new.calendar, Styled(new.rev > 1 ? "edited" : "event", .good))
            text = Styled(new.title) + Styled("  " + new.when(clock), .faint)
        case .remove(.personalEvent, _):
            (name, verb) = (personalBefore?.calendar ?? "calendar", Styled("gone", .bad))
            text = Styled(personalBefore?.title ?? "an event", .faint)
        case .upsert(.calendarImport(let new), _):
            guard let news = new.news(since: importBefore) else { return nil }
            (name, verb, text) = (new.name, news.verb, news.text)
        case .remove(.calendarImport, _):
            (name, verb) = (importBefore?.name ?? "calendar", Styled("gone", .bad))
            text = Styled("an imported calendar", .faint)
        case .upsert(.task(let new), _):
            guard let verb = new.news(since: taskBefore) else { return nil }
            (name, self.verb, text) = ("tasks", verb, Styled(new.title) + Styled(new.when(clock), .faint))
        case .remove(.task, _):
            (name, verb) = ("tasks", Styled("gone", .bad))
            text = Styled(taskBefore?.title ?? "a task", .faint)
        case .upsert(.record, _), .upsert(.enrollment, _), .upsert(.account, _), .upsert(.seatWatch, _), .upsert(.mark, _),
            .upsert(.preferences, _),
            .upsert(.studySettings, _), .upsert(.studyPlan, _), .remove, .unknown:
            return nil
        }
    }

    private static func news(
        _ event: Event, before: Event?, _ clock: DueText, arrow: String
    ) -> (verb: String, detail: String)? {
        let due = event.due.map { clock.short($0) }
        guard let before else { return (event.rev > 1 ? "edited" : event.kind.rawValue, due.map { "  due \($0)" } ?? "") }
        if event.rev <= before.rev { return nil }
        if event.due != before.due {
            return ("due moved", "  \(before.due.map { clock.short($0) } ?? "no date") \(arrow) \(due ?? "no date")")
        }
        return ("edited", "")
    }

    /// For tab-separated output: time, name, verb, author, text.
    public var fields: [String] { [time, name, verb.text, who.text, (text + tail).text] }

    /// Whether the reader did it.
    public var isOwn: Bool { who == Styled("you", .mine) }

    /// One line of at most `width` cells, and another with the tail if both do not fit; nil means as wide as needed.
    public func lines(width: Int?) -> [Styled] {
        let whole = styled(width: nil)
        guard let width, whole.width > width, !tail.isEmpty else { return [width.map(whole.truncated) ?? whole] }
        var body = self
        body.tail = ""
        let room = width - tail.width
        if room >= headWidth + 12 { return [body.styled(width: room) + tail] }
        return [body.styled(width: width)]
            + Styled(tail.text.trimmingCharacters(in: .whitespaces), .faint)
            .wrapped(after: Styled(String(repeating: " ", count: min(10, width / 4))), width: width)
    }

    private var headWidth: Int { time.displayWidth + 2 + max(11, name.displayWidth) + 2 + max(9, verb.width) + 2 }

    /// A line of at most `width` cells; nil means as wide as needed.
    public func styled(width: Int?) -> Styled {
        let head = Styled(time, .faint) + "  " + Styled(name, .strong).padded(to: 11) + "  " + verb.padded(to: 9) + "  "
        let line = head + (who.isEmpty ? text : who + Styled(": ") + text) + tail
        return width.map(line.truncated) ?? line
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
        let count = counted(events, "event")
        if let lastError {
            return before?.lastError == lastError ? nil : (Styled("failed", .bad), Styled(lastError))
        }
        if before == nil, rev == 1 { return (Styled("import", .good), Styled(count, .faint)) }
        guard let before, before.events != events else { return ("synced", Styled(count, .faint)) }
        return ("synced", Styled("\(count), before \(before.events)", .faint))
    }
}
