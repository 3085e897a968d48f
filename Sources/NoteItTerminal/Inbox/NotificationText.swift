import NoteItCore

/// What the local copy knows about the event or the degree plan of a notification.
public struct NotificationContext: Sendable {
    /// Nil if the notification has no event, or the event does not exist any more.
    public var event: Event?
    public var mark: EventMark?
    public var reader: Account.ID?
    /// Whether the reader replied in the thread.
    public var hasReplied: Bool
    /// Nil if the notification has no degree plan, or the reader does not see it any more.
    public var plan: DegreePlan?
    /// The comment on `plan`; nil if it is unknown.
    public var comment: PlanReply?
    /// The author of the text that mentions the reader; nil if it is unknown.
    public var author: Author?
    public var clock: DueText?

    public init(
        event: Event? = nil, mark: EventMark? = nil, reader: Account.ID? = nil, hasReplied: Bool = false,
        plan: DegreePlan? = nil, comment: PlanReply? = nil, author: Author? = nil, clock: DueText? = nil
    ) {
        (self.event, self.mark, self.reader) = (event, mark, reader)
        (self.hasReplied, self.plan, self.comment, self.author) = (hasReplied, plan, comment, author)
        self.clock = clock
    }

    /// Why the reader is notified of the thread.
    fileprivate var interest: String {
        if let event, event.isOwn(of: reader, mark) { return event.kind == .question ? "you asked" : "you posted it" }
        if hasReplied { return "you posted here" }
        if mark?.meToo ?? false { return "you have this question too" }
        return mark?.following ?? false ? "you follow it" : "you were in it"
    }

    /// `'My way'`; nil if the plan is unknown.
    fileprivate var planName: String? { plan.map { "'\($0.name)'" } }

    fileprivate var due: String { event?.due.flatMap { due in clock.map { " " + $0.short(due) } } ?? "" }
}

/// A notification in words.
public struct NotificationText: Sendable, Equatable {
    /// The name of the course, as in `CMPT225`; empty without one.
    public var course: String
    /// The section or event in the course: `D100`, `#42`.
    public var subject: String
    /// What happened: `a seat opened, 3 of 120 free`.
    public var news: Styled
    /// Why the reader is notified: `you watch it`.
    public var reason: String
    /// The whole sentence, if it has the event's name in its midst.
    private var whole: Styled?

    public init(_ notification: InboxNotification, _ context: NotificationContext = NotificationContext()) {
        course = notification.course.map(\.name) ?? ""
        subject = notification.section?.code ?? (context.event?.number ?? notification.number).map { "#\($0)" } ?? ""
        (news, reason) = Self.words(notification, context)
        whole = subject.hasPrefix("#") ? Self.sentence(notification, around: Styled(course + subject, .strong)) : nil
    }

    /// News of a text that is gone: `CMPT225#42 is taken back: wrong room`, `staff removed your CMPT225#42: off topic`. Nil
    /// for other news.
    private static func sentence(_ notification: InboxNotification, around name: Styled) -> Styled? {
        let said = Styled(notification.text.map { ": \($0)" } ?? "")
        return switch notification.kind {
        case .noticeRetracted: name + Styled(" is taken back", .notice) + said
        case .removed where notification.reply == nil: Styled("staff removed your ", .bad) + name + said
        case .removed: Styled("staff removed your reply to ", .bad) + name + said
        default: nil
        }
    }

    private static func words(_ notification: InboxNotification, _ context: NotificationContext) -> (Styled, reason: String) {
        let free = Styled(notification.section.map(\.freeWords).map { ", \($0)" } ?? "")
        let title = Styled(context.event.map { ": \($0.title)" } ?? "")
        let said = Styled(notification.text.map { ": \($0)" } ?? "")
        return switch notification.kind {
        case .seatOpened: (Styled("a seat opened", .good) + free, "you watch it")
        case .fewSeatsLeft: (Styled("few seats left", .warning) + free, "you watch it")
        case .sectionFull: (Styled("full", .bad) + free, "you watch it")
        case .sectionCancelled: (Styled("no longer offered", .bad), "you watched it")
        case .posted:
            (
                Styled("new \(context.event?.kind.rawValue ?? "post")", context.event?.kind.tone ?? .plain) + title,
                "you follow " + (notification.course?.name ?? "the course")
            )
        case .mention: (Styled("you are mentioned", .mine) + title, mention(context))
        case .reply: (Styled("new replies") + title, context.interest)
        case .answer: (Styled("an answer", .good) + title, context.interest)
        case .notice:
            (
                Styled("notice", .notice) + title,
                context.event?.mustRead ?? false ? "staff ask you to read it" : "staff sent it"
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
                notification.minutes.map { "\(LeadPhrase.words($0)) before" } ?? "a reminder"
            )
        case .notPublished: (Styled("your post was not published", .bad) + title + said, "it stays private")
        case .ownReminder: (Styled("your reminder", .reminder) + title, "you set it")
        case .removed:
            (Styled("staff removed your \(notification.reply == nil ? "post" : "reply")", .bad) + title + said, "you wrote it")
        case .restored where notification.reply == nil:
            (Styled("staff restored your post", .good) + title, "you wrote it")
        case .restored: (Styled("staff restored your reply", .good) + title, "you wrote it")
        case .reported: (Styled("reported", .warning) + title + said, "you are staff")
        case .studyStarts: (Self.start(notification.minutes) + said, "it is in your study plan")
        case .studyEnds: (Self.end(notification.minutes) + said, "it is in your study plan")
        case .planReply: (comment(context), context.plan?.owner.id == context.reader ? "it is your plan" : "you follow it")
        case .planApproved: (approval(notification, context), "it is your plan")
        case .planApprovalLost:
            (
                Styled(
                    "an edit of " + (context.planName.map { "plan \($0)" } ?? "a degree plan") + " took your approval away",
                    .warning),
                "you approved it"
            )
        case .staffGranted: (Styled("you are staff now", .good), "somebody made you staff")
        case .joinRequested: (Styled("somebody asks to join", .warning), "you are staff")
        case .joinAdmitted: (Styled("the staff let you in", .good) + said, "you asked to join")
        case .joinRefused: (Styled("the staff did not let you in", .bad) + said, "you asked to join")
        case .removedFromCourse: (Styled("the staff removed you from the course", .bad) + said, "you were in it")
        case .webhookDisabled: (Styled("a webhook was disabled", .bad) + said, "you added it")
        case .emailTaken:
            (Styled("your email is somebody else's, so your account has none", .bad) + said, "set your own in the settings")
        default: (Styled(notification.kind.rawValue), "a newer noteit can say more")
        }
    }

    /// Who mentioned the reader, as in `Ben mentioned you`.
    private static func mention(_ context: NotificationContext) -> String {
        (context.author.map { NameBook([$0]).name(of: $0) } ?? "someone") + " mentioned you"
    }

    /// `Grace commented on 'My way': Take STAT 270`. A short beginning of the comment is enough to recognize it.
    private static func comment(_ context: NotificationContext) -> Styled {
        let plan = " on " + (context.planName ?? "a degree plan")
        guard let comment = context.comment else { return Styled("new comments" + plan) }
        let words = comment.body.split(whereSeparator: \.isWhitespace).joined(separator: " ").visible
        return Styled(NameBook([comment.author]).name(of: comment.author), .strong)
            + Styled(" commented\(plan): \(words.truncated(to: 60))")
    }

    /// `Grace approved your plan 'My way'`. Without a name if the plan has no approval of that time any more.
    private static func approval(_ notification: InboxNotification, _ context: NotificationContext) -> Styled {
        let plan = "your " + (context.planName.map { "plan \($0)" } ?? "degree plan")
        let approvals = [context.plan?.approved, context.plan?.approvalLost].compactMap(\.self)
        guard let person = approvals.first(where: { $0.at == notification.createdAt })?.by else {
            return Styled(plan + " was approved", .good)
        }
        return Styled(NameBook([person]).name(of: person), .strong) + Styled(" approved " + plan, .good)
    }

    private static func start(_ lead: Int?) -> Styled {
        Styled("study " + (lead.map { $0 > 0 ? "in \(LeadPhrase.words($0))" : "now" } ?? "now"), .mine)
    }

    private static func end(_ lead: Int?) -> Styled {
        Styled(lead.map { $0 > 0 ? "\(LeadPhrase.words($0)) left" : "time is up" } ?? "time is up", .warning)
    }

    /// `CMPT225 D100: a seat opened, 3 of 120 free`, `CMPT225#42: you are mentioned: Lab 4`
    public var sentence: Styled {
        if let whole { return whole }
        let place = course + (subject.isEmpty || subject.hasPrefix("#") || course.isEmpty ? "" : " ") + subject
        return (place.isEmpty ? Styled() : Styled(place, .strong) + Styled(": ")) + news
    }
}

extension SectionSeats {
    /// `3 of 120 free`; `seats unknown` without a count.
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
