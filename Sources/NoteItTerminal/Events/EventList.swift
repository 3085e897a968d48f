import NoteItCore

/// Events in due-date sections, as a list that a person reads at a glance.
public struct EventList: Sendable {
    public var sections: [DueSection]
    /// Whose events are marked as own; nil marks none.
    public var reader: Account.ID?
    /// The reader's, by which also those of their own are known whose author is an alias.
    public var marks: [Event.ID: EventMark]
    public var clock: DueText
    public var unicode: Bool
    /// Whether every event names its course: lists over several courses.
    public var namesCourses: Bool
    /// Among whom a name must tell; at first those of the list.
    public var names: NameBook

    public init(
        _ sections: [DueSection], reader: Account.ID?, marks: [Event.ID: EventMark] = [:], clock: DueText, unicode: Bool,
        namesCourses: Bool
    ) {
        self.sections = sections
        self.reader = reader
        self.marks = marks
        self.clock = clock
        self.unicode = unicode
        self.namesCourses = namesCourses
        names = NameBook(events: sections.flatMap(\.events))
    }

    /// A heading for each section with its events below, fitted to `width` cells; nil: as wide as they need.
    public func lines(width: Int?) -> [Styled] {
        var table = Table([
            .init("event"), .init("due"), .init("kind"), .init("marks"), .init("title", least: 12),
            .init("author", least: 8, dropRank: 1), .init("replies", least: 14, dropRank: 2),
        ])
        table.indent = 2
        for event in sections.flatMap(\.events) { table.add(cells(event)) }
        var rows = table.lines(width: width)[...]
        return sections.enumerated().flatMap { index, section in
            defer { rows = rows.dropFirst(section.events.count) }
            let isPast = section.due.map { $0 < clock.today } ?? false
            let heading = Styled(clock.heading(section.due), isPast ? .faint : .strong)
            return (index == 0 ? [] : [Styled()]) + [heading] + rows.prefix(section.events.count)
        }
    }

    /// Says what the marks mean that occur; nil if none does.
    public var legend: Styled? {
        let events = sections.flatMap(\.events)
        let meanings: [(sign: String, meaning: String, isThere: (Event) -> Bool)] = [
            (signs.unread, "new", isUnread), (signs.own, "yours", isOwn),
            (signs.unanswered, "not answered yet", \.isUnanswered),
            (signs.answered, "answered", \.isAnswered),
            (signs.private, "private", { $0.visibility == .private }), (signs.staff, "staff only", { $0.visibility == .staff }),
        ]
        let present = meanings.filter { events.contains(where: $0.isThere) }.map { Styled("\($0.sign) \($0.meaning)", .faint) }
        return present.isEmpty ? nil : present.joined(by: "   ")
    }

    /// Values with tabs between them: course, number, due in UTC or nothing, kind, visibility, author, replies, title,
    /// latest text.
    public var plainLines: [String] {
        sections.flatMap(\.events).map { event in
            [
                code(ofCourse: event.course), "\(event.number)", event.due.map(RFC3339.string) ?? "", event.kind.rawValue,
                event.visibility.rawValue, event.author.displayName, "\(event.replyCount)", event.title,
                event.latestWords,
            ].map(\.visible).joined(separator: "\t")
        }
    }

    private func cells(_ event: Event) -> [Styled] {
        [
            Styled(namesCourses ? event.reference : "#\(event.number)", .strong),
            Styled(event.due.map(clock.clock) ?? "", isOverdue(event) ? .bad : .plain),
            Styled(event.kind.label(unicode: unicode), event.kind.tone),
            marks(event),
            Styled(event.title, event.kind == .exam ? .exam : .plain),
            isOwn(event)
                ? Styled("you", .mine) : Styled(names.name(of: event.author, anonymous: event.anonymous), .faint),
            Styled(event.replyCount == 0 ? "" : "\(Self.replies(event.replyCount)): \(event.latestWords)", .faint),
        ]
    }

    private func marks(_ event: Event) -> Styled {
        var marks = Styled()
        if isUnread(event) { marks += Styled(signs.unread, .strong) }
        if isOwn(event) { marks += Styled(signs.own, .mine) }
        if event.isUnanswered { marks += Styled(signs.unanswered, .question) }
        if event.isAnswered { marks += Styled(signs.answered, .good) }
        if event.visibility == .private { marks += Styled(signs.private, .warning) }
        if event.visibility == .staff { marks += Styled(signs.staff, .warning) }
        return marks
    }

    private var signs: (unread: String, own: String, unanswered: String, answered: String, private: String, staff: String) {
        (unicode ? "•" : "+", "*", "?", unicode ? "✓" : "A", unicode ? "🔒" : "P", "S")
    }

    private func isUnread(_ event: Event) -> Bool { reader != nil && event.isUnread(by: reader, marks[event.id]) }

    private func isOwn(_ event: Event) -> Bool { event.isOwn(of: reader, marks[event.id]) }

    private func isOverdue(_ event: Event) -> Bool {
        event.due.map { $0 < clock.now && event.kind != .exam } ?? false
    }

    /// `1 reply`, `2 replies`; empty for none.
    public static func replies(_ count: Int) -> String {
        count == 0 ? "" : "\(count) \(count == 1 ? "reply" : "replies")"
    }
}

extension Event {
    /// A question that nobody has replied to.
    public var isUnanswered: Bool { kind == .question && replyCount == 0 && isOpen }

    /// A question with a reply that is accepted or endorsed.
    public var isAnswered: Bool { kind == .question && !isOpen }

    /// How many others have this question; nil if none has.
    public var meTooWords: String? {
        switch meToo {
        case 0: nil
        case 1: "1 other asks this too"
        default: "\(meToo) others ask this too"
        }
    }

    /// The newest reply's beginning; nothing if there is none, since `latestText` then repeats the title.
    var latestWords: String {
        guard replyCount > 0 else { return "" }
        return latestText + (latestText.unicodeScalars.count == TextLimit.latestText ? "..." : "")
    }
}

extension Event.Kind {
    var tone: Tone {
        switch self {
        case .note: .note
        case .question: .question
        case .reminder: .reminder
        case .exam: .exam
        case .notice: .notice
        }
    }
}
