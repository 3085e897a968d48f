import Foundation
import NoteItCore

/// Everything that the class at a glance is made of, in memory: changes of the log keep it up to date.
public struct ClassBook: Sendable {
    public var account: Account
    /// Whether there is a local copy.
    public var isKnown = false
    public var courses: [Course.ID] = []
    /// The courses of which the reader is staff.
    public var staffed: Set<Course.ID> = []
    public var events: [Event.ID: Event] = [:]
    public var marks: [Event.ID: EventMark] = [:]
    /// The events that are new to the reader, without muted ones, as the local copy tells.
    public var news: Set<Event.ID> = []
    public var notifications: [InboxNotification.ID: InboxNotification] = [:]
    public var tasks: [StudyTask.ID: StudyTask] = [:]
    public var plan: StudyPlan?
    /// The classes, tasks, personal events and study blocks of today.
    public var day: [CalendarItem] = []
    /// The events in whose threads the reader replied.
    public var replied: Set<Event.ID> = []
    public var degreePlans: [DegreePlan.ID: DegreePlan] = [:]
    /// The comments of which notifications tell.
    public var comments: [PlanReply.ID: PlanReply] = [:]
    /// The authors of the replies that mention the reader, and of those that came since.
    public var replyAuthors: [Reply.ID: Author] = [:]
    /// The people among whom names must be unique.
    public var names = NameBook([Author]())
    /// In the zone of the term.
    public var clock: DueText
    /// In the zone of the study settings, if there are any.
    public var dayClock: DueText
    public var unicode: Bool
    /// The zone of this machine.
    public var here = TimeZone.current

    public init(account: Account, clock: DueText, dayClock: DueText, unicode: Bool) {
        (self.account, self.clock, self.dayClock, self.unicode) = (account, clock, dayClock, unicode)
    }

    /// For a heading above times of the study settings' zone: which it is, if dates of the courses have another.
    var zoneSuffix: String { suffix(dayClock.timeZone, besides: clock.timeZone) }

    /// For the time of the term: which zone it is, if this machine has another.
    var termSuffix: String { suffix(clock.timeZone, besides: here) }

    private func suffix(_ zone: TimeZone, besides other: TimeZone) -> String {
        zone.secondsFromGMT(for: now) == other.secondsFromGMT(for: now) ? "" : ", in \(zone.identifier)"
    }

    public var now: Date {
        get { clock.now }
        set { (clock.now, dayClock.now) = (newValue, newValue) }
    }

    var reader: PageReader {
        PageReader(account.id, marks: marks, names: names, clock: clock, unicode: unicode)
    }

    /// Whether a reply to the event is anonymous: the reader has an alias in its thread, which one reply under their name would
    /// give away. Staff cannot post anonymously.
    func repliesAnonymously(to event: Event) -> Bool { marks[event.id]?.alias != nil && !staffed.contains(event.course) }

    /// What else must be read again after a change.
    public enum Stale: Int, Sendable, Comparable {
        case nothing, day, everything

        public static func < (left: Stale, right: Stale) -> Bool { left.rawValue < right.rawValue }
    }

    /// - Returns: what this alone does not bring up to date.
    public mutating func apply(_ change: Change) -> Stale {
        switch change {
        case .upsert(let body, _): return apply(body)
        case .remove(let type, let id): return remove(type, id)
        case .scopeGranted, .scopeRevoked: return .everything
        case .unknown: return .nothing
        }
    }

    private mutating func apply(_ body: Change.Body) -> Stale {
        switch body {
        case .event(let event): events[event.id] = event
        case .mark(let mark): marks[mark.event] = mark
        case .notification(let notification): notifications[notification.id] = notification
        case .reply(let reply):
            replyAuthors[reply.id] = reply.author
            if reply.isOwn(of: account.id, marks[reply.event]) { replied.insert(reply.event) }
        case .planReply(let comment): comments[comment.id] = comment
        case .degreePlan(let plan): degreePlans[plan.id] = plan
        case .task(let task):
            tasks[task.id] = task
            return .day
        case .studyPlan(let plan, _):
            self.plan = plan
            return .day
        case .personalEvent: return .day
        case .enrollment, .course, .account, .preferences, .studySettings: return .everything
        case .seatWatch, .removal, .record, .calendarImport: break
        }
        return .nothing
    }

    private mutating func remove(_ type: ChangeType, _ id: String) -> Stale {
        switch type {
        case .event: Event.ID(id).map { events[$0] = nil }
        case .mark: Event.ID(id).map { marks[$0] = nil }
        case .notification: InboxNotification.ID(id).map { notifications[$0] = nil }
        case .task:
            StudyTask.ID(id).map { tasks[$0] = nil }
            return .day
        case .studyPlan:
            plan = nil
            return .day
        case .personalEvent: return .day
        case .enrollment, .course, .studySettings: return .everything
        default: break
        }
        return .nothing
    }

    /// The reader sees an event as it is now.
    public mutating func see(_ id: Event.ID) { news.remove(id) }
}

/// What stands in the sections, in their order.
extension ClassBook {
    /// How many days the due events go ahead.
    static let daysAhead = 7

    /// Soonest first, without those ticked off: those of today and the days after; if there are none, the next one.
    public var due: [Event] {
        let start = clock.today.start(in: clock.timeZone)
        let end = clock.today.adding(days: Self.daysAhead).start(in: clock.timeZone)
        let coming = events.values.filter { event in
            event.due.map { $0 >= start } ?? false && marks[event.id]?.done != true
        }
        let near = coming.filter { $0.due.map { $0 < end } ?? false }
        let place = { (event: Event) in (event.due ?? .distantFuture, event.course, event.number) }
        return near.isEmpty
            ? coming.min { place($0) < place($1) }.map { [$0] } ?? [] : near.sorted { place($0) < place($1) }
    }

    /// Unread events: notices first, then the newest.
    public var unread: [Event] {
        news.compactMap { events[$0] }.sorted { left, right in
            let isNotice = (left.kind == .notice, right.kind == .notice)
            if isNotice.0 != isNotice.1 { return isNotice.0 }
            return (left.createdAt, left.number) > (right.createdAt, right.number)
        }
    }

    /// Unread notifications, newest first.
    public var inbox: [InboxNotification] {
        notifications.values.filter { $0.readAt == nil }.sorted {
            ($0.createdAt, $0.id.description) > ($1.createdAt, $1.id.description)
        }
    }

    /// Open flexible tasks, soonest deadline first.
    public var openTasks: [StudyTask] {
        tasks.values.filter { !$0.done && $0.kind == .flexible }.sorted {
            ($0.deadline ?? .distantFuture, $0.createdAt, $0.title) < ($1.deadline ?? .distantFuture, $1.createdAt, $1.title)
        }
    }

    public func words(_ notification: InboxNotification) -> NotificationText {
        let event = notification.event.flatMap { events[$0] }
        return NotificationText(
            notification,
            NotificationContext(
                event: event, mark: event.flatMap { marks[$0.id] }, reader: account.id,
                hasReplied: event.map { replied.contains($0.id) } ?? false, plan: notification.plan.flatMap { degreePlans[$0] },
                comment: notification.reply.flatMap { comments[$0] },
                author: notification.reply.map { replyAuthors[$0] } ?? event?.author, clock: clock))
    }
}
