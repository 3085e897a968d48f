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
    public var tail: Styled

    /// Nil for a change that is not news to a person: only the reply count of an event, a notification that was read, the
    /// reader's own account, watches, study plan or record, minutes studied, an edit of the reader's own degree plan, or a type that
    /// this version does not know.
    /// - Parameter clock: its `now` is the time on the line.
    public init?(_ change: Change, in context: ChangeContext, reader: Account.ID?, clock: DueText, unicode: Bool) {
        let writer = ChangeWriter(context: context, reader: reader, clock: clock, unicode: unicode)
        guard let line = writer.line(of: change) else { return nil }
        self = line
    }

    init(time: String, name: String, verb: Styled, who: Styled, text: Styled, tail: Styled) {
        (self.time, self.name, self.verb, self.who, self.text, self.tail) = (time, name, verb, who, text, tail)
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

/// What is known around a change. A subject that is unknown is nil.
public struct ChangeContext: Sendable {
    public var course: Course.ID?
    /// The event of the change; of a reply or a notification, the event that it is about.
    public var event: Event?
    /// The event, the reply, the degree plan and the comment before the change. Of a comment or a notification, the plan is the one
    /// that it is about.
    public var eventBefore: Event?
    public var replyBefore: Reply?
    public var plan: DegreePlan?
    public var commentBefore: PlanReply?
    /// The comment of which a notification tells.
    public var comment: PlanReply?
    /// The personal event, the imported calendar and the task before the change.
    public var personalBefore: PersonalEvent?
    public var importBefore: CalendarImport?
    public var taskBefore: StudyTask?
    /// The section of a scope that is granted or revoked.
    public var sectionCode: String?
    /// The reader's alias in the thread.
    public var alias: Account.ID?

    public init(
        course: Course.ID? = nil, event: Event? = nil, eventBefore: Event? = nil, replyBefore: Reply? = nil,
        plan: DegreePlan? = nil, commentBefore: PlanReply? = nil, comment: PlanReply? = nil,
        personalBefore: PersonalEvent? = nil, importBefore: CalendarImport? = nil, taskBefore: StudyTask? = nil
    ) {
        (self.course, self.event, self.eventBefore, self.replyBefore) = (course, event, eventBefore, replyBefore)
        (self.plan, self.commentBefore, self.comment) = (plan, commentBefore, comment)
        (self.personalBefore, self.importBefore, self.taskBefore) = (personalBefore, importBefore, taskBefore)
    }
}
