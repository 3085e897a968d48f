import NoteItCore

/// Events in due-date sections, one row for each.
public struct EventTable: Sendable {
    public var sections: [DueSection]
    public var reader: PageReader
    /// Whether every event names its course, as in lists over several courses.
    public var namesCourses: Bool
    /// The events that the server does not have yet. They have no number.
    public var unsent: [Event.ID: Unsent]

    public init(
        _ sections: [DueSection], reader: PageReader, namesCourses: Bool, unsent: [Event.ID: Unsent] = [:]
    ) {
        (self.sections, self.reader, self.namesCourses, self.unsent) = (sections, reader, namesCourses, unsent)
    }

    /// A heading for each section with its events below, fitted to `width` cells; nil means as wide as needed.
    public func lines(width: Int?) -> [Styled] {
        var table = Table([
            .init("event"), .init("due"), .init("kind"), .init("marks"), .init("title", least: 12, comesFirst: true),
            .init("author", least: 8, dropRank: 1), .init("replies", least: 14, dropRank: 2),
        ])
        table.indent = 2
        for event in sections.flatMap(\.events) { table.addRow(cells(event)) }
        var rows = table.lines(width: width)[...]
        return sections.enumerated().flatMap { index, section in
            defer { rows = rows.dropFirst(section.events.count) }
            let clock = section.events.first.map(reader.clock(of:)) ?? reader.clock
            let isPast = section.due.map { $0 < clock.today } ?? false
            let heading = Styled(clock.heading(section.due), isPast ? .faint : .strong)
            return (index == 0 ? [] : [Styled()]) + [heading] + rows.prefix(section.events.count)
        }
    }

    /// Explains the marks that occur; nil if none does.
    public var legend: Styled? {
        let events = sections.flatMap(\.events)
        let meanings: [(sign: String, meaning: String, isThere: (Event) -> Bool)] = [
            (signs.unread, "new", reader.isUnread), (signs.own, "yours", { reader.isOwn($0) }),
            (signs.unanswered, "not answered yet", \.isUnanswered),
            (signs.answered, "answered", \.isAnswered),
            (signs.private, "private", { $0.visibility == .private }), (signs.staff, "staff only", { $0.visibility == .staff }),
            (signs.done, "done", reader.isDone),
        ]
        let present = meanings.filter { events.contains(where: $0.isThere) }.map { Styled("\($0.sign) \($0.meaning)", .faint) }
        return present.isEmpty ? nil : present.joined(by: "   ")
    }

    /// Tab-separated values: course, number, due time in UTC, kind, visibility, author, number of replies, title, latest text.
    public var plainLines: [String] {
        sections.flatMap(\.events).map { event in
            [
                event.course.name, unsent[event.id]?.rawValue ?? "\(event.number)", event.due.map(RFC3339.string) ?? "",
                event.kind.rawValue,
                event.visibility.rawValue, event.author.displayName, "\(event.replyCount)", event.title,
                event.latestWords,
            ].map(\.visible).joined(separator: "\t")
        }
    }

    private func cells(_ event: Event) -> [Styled] {
        let clock = reader.clock(of: event)
        return [
            name(of: event),
            Styled(event.due.map(clock.time) ?? "", isOverdue(event) ? .bad : .plain),
            Styled(event.kind.label(unicode: reader.unicode), event.kind.tone),
            marks(event),
            Styled(event.title, reader.isDone(event) ? .faint : event.kind == .exam ? .exam : .plain)
                + Styled(event.publication.map { "  from \(clock.short($0.at))" } ?? "", .warning),
            reader.author(of: event),
            Styled(event.replyCount == 0 ? "" : "\(event.replyWords): \(event.latestWords)", .faint),
        ]
    }

    private func name(of event: Event) -> Styled {
        guard let state = unsent[event.id] else {
            return Styled(namesCourses ? event.reference : "#\(event.number)", .strong)
        }
        return Styled(namesCourses ? event.course.name + " " : "", .strong) + state.word
    }

    private func marks(_ event: Event) -> Styled {
        var marks = Styled()
        if reader.isUnread(event) { marks += Styled(signs.unread, .strong) }
        if reader.isOwn(event) { marks += Styled(signs.own, .mine) }
        if event.isUnanswered { marks += Styled(signs.unanswered, .question) }
        if event.isAnswered { marks += Styled(signs.answered, .good) }
        if event.visibility == .private { marks += Styled(signs.private, .warning) }
        if event.visibility == .staff { marks += Styled(signs.staff, .warning) }
        if reader.isDone(event) { marks += Styled(signs.done, .good) }
        return marks
    }

    private var signs:
        (unread: String, own: String, unanswered: String, answered: String, private: String, staff: String, done: String)
    {
        reader.unicode ? ("•", "*", "?", "✓", "🔒", "S", "x") : ("+", "*", "?", "A", "P", "S", "x")
    }

    private func isOverdue(_ event: Event) -> Bool {
        event.due.map { $0 < reader.clock.now && event.kind != .exam && !reader.isDone(event) } ?? false
    }
}

extension Event {
    /// An open question without a reply.
    public var isUnanswered: Bool { kind == .question && replyCount == 0 && isOpen }

    /// A question with a reply that is accepted or endorsed.
    public var isAnswered: Bool { kind == .question && !isOpen }

    /// `1 reply`, `2 replies`; empty without replies.
    var replyWords: String { replyCount == 0 ? "" : counted(replyCount, "reply", "replies") }

    /// How many have this question beside its author; nil if nobody has.
    /// - Parameter isMine: whether the reader is one of them.
    public func meTooWords(isMine: Bool) -> String? {
        if isMine { return "you have this question too (\(max(1, meToo)) in total)" }
        return switch meToo {
        case 0: nil
        case 1: "1 other asks this too"
        default: "\(meToo) others ask this too"
        }
    }

    /// The beginning of the newest reply. Empty without replies: `latestText` then repeats the title.
    var latestWords: String {
        guard replyCount > 0 else { return "" }
        return latestText + (latestText.unicodeScalars.count == TextLimit.latestText ? "..." : "")
    }
}
