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
            --plain writes number, id, kind, time in UTC, new or read, course, section, what happened and the reason.

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
            work.console.say(Styled("* new   Mark as read: noteit inbox read NUMBER, or --all", .faint))
        }
    }
}

/// A notification with its number in the inbox, which counts from the oldest.
struct InboxItem {
    let number: Int
    let notification: Notification

    var words: NotificationText { NotificationText(notification) }

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
        try await copy.notifications().enumerated().map { InboxItem(number: $0 + 1, notification: $1) }
    }
}
