import NoteItClient
import NoteItCore
import NoteItTerminal

/// What is new to the reader.
extension CommandContext {
    /// Marks events as seen: here at once, on all devices when the server is reached.
    func see(_ events: [Event]) async throws {
        let unread = try await copy.unread(among: events)
        guard !unread.isEmpty else { return }
        do {
            try await copy.see(events.filter { unread.contains($0.id) })
            try await sync.tellSeen()
        } catch ClientError.unwritable(let why) {
            say(Styled("Not marked as seen. \(why)", .warning))
        }
    }

    /// The most unread notices that are shown.
    private static let mostNotices = 20

    /// The newest unread notices, oldest first, with a heading; empty if there are none.
    func noticeLines() async throws -> [Styled] {
        let unread = try await copy.unreadNotices(limit: Self.mostNotices)
        let notices = unread.newest.reversed()
        guard console.form == .pretty, !notices.isEmpty else { return [] }
        let clock = try await clock()
        var table = Table([
            .init("event"), .init("must"), .init("title", least: 20, comesFirst: true), .init("who", least: 8, dropRank: 1),
            .init("when"),
        ])
        table.indent = 2
        for notice in notices {
            table.addRow([
                Styled(notice.reference, .strong), Styled(notice.mustRead ? "must read" : "", .warning),
                Styled(notice.title, .notice), Styled(notice.author.displayName, .faint),
                Styled(clock.distance(notice.createdAt), .faint),
            ])
        }
        let others = unread.count - notices.count
        let rest = others == 0 ? [] : [Styled("  \(others) more: noteit notice list", .faint)]
        return [Styled("New notices", .strong)] + table.lines(width: console.width) + rest + [Styled()]
    }

    /// Counts what is new: `3 new in CMPT225, 1 in MATH150; 2 in your inbox`.
    /// - Parameter courses: only what is new in these; none means in all.
    func sayUnread(in courses: [Course.ID] = []) async throws {
        guard console.form == .pretty else { return }
        let counts = try await copy.unreadCounts().filter { courses.isEmpty || courses.contains($0.key) }
            .map { (name: $0.key.name, count: $0.value) }.sorted { $0.name < $1.name }
        let inbox = try await copy.unreadNotificationCount()
        let news = counts.enumerated().map { "\($1.count)\($0 == 0 ? " new" : "") in \($1.name)" }.joined(separator: ", ")
        let parts = [news, inbox == 0 ? "" : "\(inbox) in your inbox"].filter { !$0.isEmpty }
        guard !parts.isEmpty else { return }
        console.say(Styled(parts.joined(separator: "; "), .faint))
    }
}
