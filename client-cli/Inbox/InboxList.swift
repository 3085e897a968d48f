import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit inbox list`.
struct InboxList: ReadingCommand, ChoosesFields {
    static let jsonFields = ListedNotification.fields
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List your notifications, newest first.",
        discussion: """
            Works offline. A star marks a new notification. A notification keeps its number on this machine. --plain \
            writes number, id, kind, time in UTC, new or read, course, section or event, what happened and the reason.

            Examples:
              noteit inbox
              noteit inbox --unread --json
              noteit inbox --json reference,title,from
            """)

    @Flag(help: "Only unread ones.") var unread = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let items = try await context.inbox().reversed().filter { !unread || $0.notification.readAt == nil }
        try await context.report(items.map(ListedNotification.init), plain: items.map(\.fields)) {
            try await show(items, context)
        }
    }

    private func show(_ items: [InboxItem], _ context: CommandContext) async throws {
        guard !items.isEmpty else { return context.say(unread ? "Nothing new." : "Your inbox is empty.") }
        let clock = try await context.clock()
        var table = Table([
            .init("", right: true), .init(""), .init("when"), .init("what", least: 28, comesFirst: true),
            .init("why", least: 20, dropRank: 1),
        ])
        for item in items {
            let isNew = item.notification.readAt == nil
            table.addRow([
                Styled("\(item.number)", .faint), Styled(isNew ? "*" : "", .mine),
                Styled(clock.distance(item.notification.createdAt), .faint), item.words.sentence,
                Styled(item.words.reason, .faint),
            ])
        }
        context.out(table.lines(width: context.width))
        if items.contains(where: { $0.notification.readAt == nil }), Console.outputIsTerminal {
            context.say(
                Styled("* new   Read: noteit inbox open NUMBER   Mark as read: noteit inbox read NUMBER, or --all", .faint))
        }
    }
}

/// A notification with its number on this machine, in the order of arrival.
struct InboxItem {
    let number: Int
    let notification: InboxNotification
    let context: NotificationContext
    /// The reply of the notification; nil if it has none, or it is unknown.
    var reply: Reply?

    var words: NotificationText { NotificationText(notification, context) }

    var fields: [String] {
        [
            "\(number)", notification.id.description, notification.kind.rawValue, RFC3339.string(notification.createdAt),
            notification.readAt == nil ? "new" : "read", words.course, words.subject, words.news.text, words.reason,
        ]
    }
}

extension CommandContext {
    /// Oldest first.
    func inbox() async throws -> [InboxItem] {
        let notifications = try await copy.notifications()
        let contexts = try await contexts(of: notifications)
        let replies = try await copy.replies(Set(notifications.compactMap(\.reply)))
        // Where nothing can be written, they are counted.
        let numbers = (try? await copy.notificationNumbers()) ?? [:]
        return zip(notifications, contexts).enumerated().map { index, each in
            InboxItem(
                number: numbers[each.0.id] ?? index + 1, notification: each.0, context: each.1,
                reply: each.0.reply.flatMap { replies[$0] })
        }
    }

    /// The event and mark, or the degree plan and comment, of each notification, as far as the local copy knows, in the same order.
    func contexts(of notifications: [InboxNotification]) async throws -> [NotificationContext] {
        let (reader, clock) = (try account().id, try await clock())
        let events = try await copy.events(Set(notifications.compactMap(\.event)))
        let marks = try await copy.marks()
        let replied = try await copy.threads(of: [reader] + marks.values.compactMap(\.alias))
        let plans = Dictionary(uniqueKeysWithValues: try await copy.degreePlans().map { ($0.id, $0) })
        let comments = try await copy.planReplies(Set(notifications.filter { $0.plan != nil }.compactMap(\.reply)))
        let mentions = try await copy.replyAuthors(Set(notifications.filter { $0.kind == .mention }.compactMap(\.reply)))
        return notifications.map { notification in
            let event = notification.event.flatMap { events[$0] }
            return NotificationContext(
                event: event, mark: event.flatMap { marks[$0.id] }, reader: reader,
                hasReplied: event.map { replied.contains($0.id) } ?? false,
                plan: notification.plan.flatMap { plans[$0] }, comment: notification.reply.flatMap { comments[$0] },
                author: notification.reply.map { mentions[$0] } ?? event?.author, clock: clock)
        }
    }

    /// Throws a usage complaint if the inbox has no notification with that number or id.
    func inboxItem(_ name: String) async throws -> InboxItem { try item(name, in: try await inbox()) }

    func item(_ name: String, in inbox: [InboxItem]) throws -> InboxItem {
        let found = inbox.first { "\($0.number)" == name || $0.notification.id.description == name.lowercased() }
        guard let found else {
            throw Complaint.usage(
                "The inbox has no notification '\(name)'.",
                inbox.isEmpty ? "It is empty." : "Their numbers: noteit inbox")
        }
        return found
    }

    /// Marks notifications as read on all devices. Read ones stay as they are.
    func markRead(_ items: [InboxItem]) async throws {
        let unread = items.filter { $0.notification.readAt == nil }
        guard !unread.isEmpty else { return }
        try await client.markRead(unread.map(\.notification.id))
        try await refresh()
    }
}
