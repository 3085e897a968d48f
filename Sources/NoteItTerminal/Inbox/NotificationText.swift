import NoteItCore

import struct NoteItCore.Notification

/// What is known here of what a notification is about.
public struct NotificationContext: Sendable {
    /// Nil if it is about none, or that is gone.
    public var event: Event?
    public var mark: EventMark?
    public var reader: Account.ID?
    /// Whether the reader replied in its thread.
    public var hasReplied: Bool
    public var clock: DueText?

    public init(
        event: Event? = nil, mark: EventMark? = nil, reader: Account.ID? = nil, hasReplied: Bool = false, clock: DueText? = nil
    ) {
        self.event = event
        self.mark = mark
        self.reader = reader
        self.hasReplied = hasReplied
        self.clock = clock
    }

    /// What makes a thread one's own business.
    fileprivate var interest: String {
        if let event, event.isOwn(of: reader, mark) { return event.kind == .question ? "you asked" : "you posted it" }
        if hasReplied { return "you posted here" }
        if mark?.meToo ?? false { return "you want to know it too" }
        return mark?.following ?? false ? "you follow it" : "you were in it"
    }

    fileprivate var due: String { event?.due.flatMap { due in clock.map { " " + $0.short(due) } } ?? "" }
}

/// A notification in words.
public struct NotificationText: Sendable, Equatable {
    /// `CMPT225`; nothing for one that is about no course.
    public var course: String
    /// What of the course: `D100`, `#42`.
    public var subject: String
    /// What happened: `a seat opened, 3 of 120 free`.
    public var news: Styled
    /// Why its reader is told: `you watch it`.
    public var reason: String

    public init(_ notification: Notification, _ context: NotificationContext = NotificationContext()) {
        course = notification.course.map(code(ofCourse:)) ?? ""
        subject = notification.section?.code ?? context.event.map { "#\($0.number)" } ?? ""
        (news, reason) = Self.words(notification, context)
    }

    private static func words(_ notification: Notification, _ context: NotificationContext) -> (Styled, reason: String) {
        let free = Styled(notification.section.map(\.freeWords).map { ", \($0)" } ?? "")
        let title = Styled(context.event.map { ": \($0.title)" } ?? "")
        let said = Styled(notification.text.map { ": \($0)" } ?? "")
        return switch notification.kind {
        case .seatOpened: (Styled("a seat opened", .good) + free, "you watch it")
        case .fewSeatsLeft: (Styled("few seats left", .warning) + free, "you watch it")
        case .sectionFull: (Styled("full", .bad) + free, "you watch it")
        case .sectionCancelled: (Styled("no longer offered", .bad), "you watched it")
        case .mention: (Styled("you are mentioned", .mine) + title, "somebody named you")
        case .reply: (Styled("new replies") + title, context.interest)
        case .answer: (Styled("an answer", .good) + title, context.interest)
        case .notice:
            (
                Styled("notice", .notice) + title,
                context.event?.mustRead ?? false ? "staff ask you to read it" : "staff tell you"
            )
        case .noticeAmended: (Styled("notice changed", .notice) + title, "you saw it before")
        case .noticeRetracted: (Styled("a notice is taken back", .notice) + said, "you saw it")
        case .dueMoved:
            (
                Styled("due date moved", .warning) + title + Styled(context.due.isEmpty ? "" : ", now" + context.due),
                "you see it"
            )
        case .dueSoon:
            (
                Styled("due" + (context.due.isEmpty ? " soon" : context.due), .reminder) + title,
                notification.minutes.map { "\(lead($0)) before" } ?? "a reminder"
            )
        case .removed: (Styled("staff removed what you wrote", .bad) + title + said, "you wrote it")
        case .restored: (Styled("staff brought back what you wrote", .good) + title, "you wrote it")
        case .reported: (Styled("reported", .warning) + title + said, "you are staff")
        case .staffGranted: (Styled("you are staff now", .good), "somebody made you staff")
        default: (Styled(notification.kind.rawValue), "a newer noteit can say more")
        }
    }

    /// `1 day`, `90 minutes`.
    public static func lead(_ minutes: Int) -> String {
        let units = [(1_440, "day"), (60, "hour"), (1, "minute")]
        let (length, name) = units.first { minutes >= $0.0 && minutes % $0.0 == 0 } ?? (1, "minute")
        return "\(minutes / length) \(name)\(minutes == length ? "" : "s")"
    }

    /// `CMPT225 D100: a seat opened, 3 of 120 free`, `CMPT225#42: you are mentioned: Lab 4`
    public var sentence: Styled {
        let place = course + (subject.isEmpty || subject.hasPrefix("#") || course.isEmpty ? "" : " ") + subject
        return (place.isEmpty ? Styled() : Styled(place, .strong) + Styled(": ")) + news
    }
}

extension SectionSeats {
    /// `3 of 120 free`; `seats unknown` where a count is not known.
    public var freeWords: String {
        guard let free, let capacity else { return "seats unknown" }
        return free == 0 ? "none of \(capacity) free" : "\(free) of \(capacity) free"
    }
}

extension SeatState {
    public var tone: Tone {
        switch self {
        case .unknown: .faint
        case .full: .bad
        case .few: .warning
        case .open: .good
        }
    }
}
