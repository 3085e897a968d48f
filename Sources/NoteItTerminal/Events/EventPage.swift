import Foundation
import NoteItCore

/// An event with its thread, as a page to read.
public struct EventPage: Sendable {
    public var event: Event
    /// The replies to show, oldest first.
    public var replies: [Reply]
    /// The replies that the server does not have yet. They have no number.
    public var unsent: [Reply.ID: Unsent] = [:]
    /// Shows only this reply and the replies below it.
    public var branch: Reply.ID?
    public var reader: Account.ID?
    /// The reader's mark of the event.
    public var mark: EventMark?
    public var clock: DueText
    public var unicode: Bool
    /// Whether styles are shown. Without them, the marks of Markdown stay: `4*4*4`.
    public var isStyled = true
    /// The codes of the sections that the event is for, as far as they are known.
    public var sectionCodes: [Section.ID: String]
    /// The people among whom names must be unique; at first those of the thread.
    public var names: NameBook

    public init(
        _ event: Event, replies: [Reply], branch: Reply.ID? = nil, reader: Account.ID?, mark: EventMark? = nil, clock: DueText,
        unicode: Bool,
        sectionCodes: [Section.ID: String] = [:]
    ) {
        self.event = event
        self.replies = replies
        (self.branch, self.reader, self.mark) = (branch, reader, mark)
        (self.clock, self.unicode, self.sectionCodes) = (clock, unicode, sectionCodes)
        names = NameBook(events: [event], replies: replies)
    }

    /// The page in lines of at most `width` cells; nil means as wide as needed.
    public func lines(width: Int?) -> [Styled] {
        // Longer lines are hard to read.
        let measure = width.map { min($0, 100) }
        return title(width) + facts.flatMap { $0.folded(to: width) } + body(measure) + eventFiles + moves + thread(measure)
    }

    private func title(_ width: Int?) -> [Styled] {
        Styled(event.title, event.kind == .note ? .strong : event.kind.tone)
            .wrapped(after: Styled(event.reference, .strong) + "  ", width: width)
    }

    private var facts: [Styled] {
        let audience: Styled =
            switch event.visibility {
            case .public: ""
            case .staff: Styled("staff only", .warning)
            case .private: Styled((unicode ? "🔒 " : "") + privacy, .warning)
            }
        let what = [
            Styled(event.kind.label(unicode: unicode), event.kind.tone), due, audience,
            Styled(event.isUnanswered ? "not answered yet" : "", .question), Styled(event.isAnswered ? "answered" : "", .good),
            Styled(event.meTooWords(isMine: mark?.meToo ?? false) ?? "", .question), Styled(isDone ? "done" : "", .good),
            Styled(event.isPinned ? "pinned" : "", .notice),
            Styled(event.mustRead ? "must read: the staff see who has not seen it" : "", .warning),
            Styled(mark?.remindAt.map { "reminder \(clock.short($0))" } ?? "", .reminder),
        ]
        let sections = event.sections.map { sectionCodes[$0] ?? $0.text }.joined(separator: ", ")
        let context = [
            byline(
                ThreadNames(self).name(event.author, anonymous: event.anonymous), at: event.createdAt, edited: event.editedAt),
            Styled(sections.isEmpty ? "" : "for " + sections, .faint),
            Styled(event.tags.map { "#" + $0 }.joined(separator: " "), .faint),
        ]
        return [what.joined(by: dot), context.joined(by: dot)]
    }

    /// `private`, `private until Mon 30 Nov 08:00, then for staff`
    private var privacy: String {
        guard let plan = event.publication else { return "private" }
        return "private until \(clock.short(plan.at))" + (plan.visibility == .staff ? ", then for staff" : "")
    }

    private var isDone: Bool { mark?.done ?? false }

    private var due: Styled {
        guard let due = event.due else { return "" }
        let tone: Tone = due < clock.now && !isDone ? .bad : .strong
        return Styled("due " + clock.full(due), tone) + Styled(" (\(clock.distance(due)))", .faint)
    }

    private func body(_ width: Int?) -> [Styled] {
        guard !event.body.isEmpty else { return [] }
        let text = MarkdownText(event.body, unicode: unicode, isStyled: isStyled).lines(width: width.map { $0 - 2 })
        return [Styled()] + text.map { $0.isEmpty ? "" : "  " + $0 }
    }

    private var moves: [Styled] {
        guard !event.dueHistory.isEmpty else { return [] }
        return [Styled(), Styled("The due date moved", .strong)]
            + event.dueHistory.map { move in
                let arrow = unicode ? " → " : " -> "
                let (from, to) = (move.from.map(clock.short) ?? "none", move.to.map(clock.short) ?? "none")
                return Styled("  " + from, .faint) + Styled(arrow) + Styled(to) + dot
                    + byline(ThreadNames(self).name(move.by, anonymous: event.anonymous), at: move.at, edited: nil)
            }
    }

    func byline(_ name: Styled, at time: Date, edited: Date?) -> Styled {
        let edit = edited.map { ", edited \(clock.distance($0))" } ?? ""
        return name + Styled("  \(clock.distance(time)) (\(clock.short(time)))" + edit, .faint)
    }

    private var dot: Styled { Styled(unicode ? " · " : " - ", .faint) }
}

/// Files: a line for each, with its number for 'noteit attachment get'.
extension EventPage {
    var eventFiles: [Styled] { lines(event.attachments, from: 1).map { "  " + $0 } }

    func files(of reply: Reply) -> [Styled] {
        guard !reply.attachments.isEmpty else { return [] }
        let before = replies.prefix { $0.id != reply.id }.reduce(event.attachments.count) { $0 + $1.attachments.count }
        return lines(reply.attachments, from: before + 1)
    }

    private func lines(_ files: [Attachment], from first: Int) -> [Styled] {
        files.enumerated().map { index, file in
            Styled(unicode ? "📎 " : "file ", .faint) + Styled("\(first + index) ", .faint) + Styled(file.name)
                + Styled("  \(FileSize.text(file.size))", .faint)
        }
    }
}
