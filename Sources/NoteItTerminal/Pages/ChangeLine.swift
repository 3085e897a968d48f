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
    /// Whether `text` is a long text, which may be cut, and not a title.
    public var cutsText = false

    /// Nil for a change that is not news to a person: only the reply count of an event, a notification that was read, the
    /// reader's own account, watches, study plan or record, minutes studied, an edit of the reader's own degree plan, or a type
    /// that this version does not know.
    /// - Parameter clock: its `now` is the time on the line.
    public init?(_ change: Change, in context: ChangeContext, reader: Account.ID?, clock: DueText, unicode: Bool) {
        let writer = ChangeWriter(context: context, reader: reader, clock: clock, unicode: unicode)
        guard let line = writer.line(of: change) else { return nil }
        self = line
    }

    init(time: String, name: String, verb: Styled, who: Styled, text: Styled, tail: Styled, cutsText: Bool = false) {
        (self.time, self.name, self.verb, self.who, self.text, self.tail) = (time, name, verb, who, text, tail)
        self.cutsText = cutsText
    }

    /// For tab-separated output: time, name, verb, author, text.
    public var fields: [String] { [time, name, verb.text, who.text, (text + tail).text] }

    /// Whether the reader did it.
    public var isOwn: Bool { who == Styled("you", .mine) }

    /// Lines of at most `width` cells; nil means as wide as needed. What does not fit on the first one follows below it: the
    /// dates, then the author, then the rest of a title. Only long texts are cut.
    public func lines(width: Int?) -> [Styled] {
        let whole = styled(width: nil)
        guard let width, whole.width > width else { return [whole] }
        let margin = Styled(String(repeating: " ", count: min(10, width / 4)))
        var bare = self
        bare.tail = ""
        let dates = Styled(tail.text.trimmingCharacters(in: .whitespaces), .faint)
        let line = bare.styled(width: nil)
        if line.width <= width || cutsText { return [line.truncated(to: width)] + below(dates, margin, width) }
        bare.who = ""
        let titled = bare.styled(width: nil)
        let author = who.isEmpty ? Styled() : Styled("by ", .faint) + who
        return Self.folded(titled, margin, width) + below([author, dates].joined(by: Styled(", ", .faint)), margin, width)
    }

    private func below(_ words: Styled, _ margin: Styled, _ width: Int) -> [Styled] {
        words.isEmpty ? [] : words.wrapped(after: margin, width: width)
    }

    /// The line in several, if it is too long: all but the first after a margin.
    private static func folded(_ line: Styled, _ margin: Styled, _ width: Int) -> [Styled] {
        guard line.width > width else { return [line] }
        return line.folded(to: width - margin.width).enumerated().map { $0 == 0 ? $1 : margin + $1 }
            .map { $0.truncated(to: width) }
    }

    /// A line of at most `width` cells; nil means as wide as needed.
    public func styled(width: Int?) -> Styled {
        let head = Styled(time, .faint) + "  " + Styled(name, .strong).padded(to: 11) + "  " + verb.padded(to: 9) + "  "
        let line = head + (who.isEmpty ? text : who + Styled(": ") + text) + tail
        return width.map(line.truncated) ?? line
    }
}

/// What is known around a change. A subject that is unknown is nil.
public struct ChangeContext: Sendable, Memberwise {
    public var course: Course.ID? = nil
    /// The event of the change; of a reply or a notification, the event that it is about.
    public var event: Event? = nil
    /// The event, the reply, the degree plan and the comment before the change. Of a comment or a notification, the plan is the
    /// one that it is about.
    public var eventBefore: Event? = nil
    public var replyBefore: Reply? = nil
    public var plan: DegreePlan? = nil
    public var commentBefore: PlanReply? = nil
    /// The comment of which a notification tells.
    public var comment: PlanReply? = nil
    /// The personal event, the imported calendar and the task before the change.
    public var personalBefore: PersonalEvent? = nil
    public var importBefore: CalendarImport? = nil
    public var taskBefore: StudyTask? = nil
    /// The section of a scope that is granted or revoked.
    public var sectionCode: String? = nil
    /// The reader's alias in the thread.
    public var alias: Account.ID? = nil
    /// Whether everything that the reader could see before the change was known: what was not known is new to them.
    public var knowsAll: Bool = false
}
