import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

import struct NoteItCore.Notification

/// `noteit inbox list`.
struct InboxList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List your notifications, newest first.",
        discussion: """
            Works offline. What is new is marked with a star; a number stays a notification's own while newer ones come. \
            --plain writes number, id, kind, time in UTC, new or read, course, section or event, what happened and the reason.

            Examples:
              noteit inbox
              noteit inbox --unread --json
            """)

    @Flag(help: "Only what you have not read.") var unread = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let items = try await work.inbox().reversed().filter { !unread || $0.notification.readAt == nil }
        switch work.console.form {
        case .json: try work.writeJSON(items.map(\.notification))
        case .plain: for item in items { work.console.row(item.fields) }
        case .pretty: try await show(items, work)
        }
    }

    private func show(_ items: [InboxItem], _ work: Workplace) async throws {
        guard !items.isEmpty else { return work.console.say(unread ? "Nothing new." : "Your inbox is empty.") }
        let clock = try await work.clock()
        var table = Table([
            .init("", right: true), .init(""), .init("when"), .init("what", least: 20), .init("why", least: 8, dropRank: 1),
        ])
        for item in items {
            let isNew = item.notification.readAt == nil
            table.add([
                Styled("\(item.number)", .faint), Styled(isNew ? "*" : "", .mine),
                Styled(clock.distance(item.notification.createdAt), .faint), item.words.sentence,
                Styled(item.words.reason, .faint),
            ])
        }
        work.console.out(table.lines(width: work.console.width))
        if items.contains(where: { $0.notification.readAt == nil }), Console.outputIsTerminal {
            work.console.say(
                Styled("* new   Read: noteit inbox open NUMBER   Mark as read: noteit inbox read NUMBER, or --all", .faint))
        }
    }
}

/// A notification with its number in the inbox, which counts from the oldest.
struct InboxItem {
    let number: Int
    let notification: Notification
    let context: NotificationContext

    var words: NotificationText { NotificationText(notification, context) }

    var fields: [String] {
        [
            "\(number)", notification.id.description, notification.kind.rawValue, RFC3339.string(notification.createdAt),
            notification.readAt == nil ? "new" : "read", words.course, words.subject, words.news.text, words.reason,
        ]
    }
}

extension Workplace {
    /// Oldest first.
    func inbox() async throws -> [InboxItem] {
        let notifications = try await copy.notifications()
        let contexts = try await contexts(of: notifications)
        return zip(notifications, contexts).enumerated().map { index, each in
            InboxItem(number: index + 1, notification: each.0, context: each.1)
        }
    }

    /// What the local copy knows of what they are about, in their order.
    func contexts(of notifications: [Notification]) async throws -> [NotificationContext] {
        let (reader, clock) = (try account().id, try await clock())
        let events = try await copy.events(Set(notifications.compactMap(\.event)))
        let marks = try await copy.marks()
        let replied = try await copy.threads(of: [reader] + marks.values.compactMap(\.alias))
        return notifications.map { notification in
            let event = notification.event.flatMap { events[$0] }
            return NotificationContext(
                event: event, mark: event.flatMap { marks[$0.id] }, reader: reader,
                hasReplied: event.map { replied.contains($0.id) } ?? false, clock: clock)
        }
    }

    /// Throws a usage complaint if the inbox has none of that number or id.
    func inboxItem(_ name: String) async throws -> InboxItem { try item(name, in: try await inbox()) }

    func item(_ name: String, in inbox: [InboxItem]) throws -> InboxItem {
        let found = inbox.first { "\($0.number)" == name || $0.notification.id.description == name.lowercased() }
        guard let found else {
            throw Complaint.usage(
                "The inbox has no '\(name)'.",
                inbox.isEmpty ? "It is empty." : "It has \(inbox.count), numbered from 1: noteit inbox")
        }
        return found
    }

    /// On all devices; those that are read already are passed over.
    func markRead(_ items: [InboxItem]) async throws {
        let unread = items.filter { $0.notification.readAt == nil }
        guard !unread.isEmpty else { return }
        try await client.markRead(unread.map(\.notification.id))
        _ = try await space.sync.refresh()
    }
}
