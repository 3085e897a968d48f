import NoteItClient
import NoteItCore
import NoteItTerminal

/// What is new to the reader.
extension CommandContext {
    /// Marks events as seen: here at once, on all devices when the server is reached.
    func see(_ events: [Event]) async throws {
        let (reader, marks) = (try account().id, try await copy.marks())
        let unread = events.filter { $0.isUnread(by: reader, marks[$0.id]) }
        guard !unread.isEmpty else { return }
        try await copy.see(unread)
        try await sync.tellSeen()
    }

    /// Unread events, soonest due first. Leaves out muted ones, except notices that must be read.
    func unread() async throws -> [Event] {
        let (reader, marks) = (try account().id, try await copy.marks())
        let muted = Set(try await copy.preferences().mutedCourses)
        return try await copy.agenda().flatMap(\.events).filter { event in
            let isMuted = muted.contains(event.course) || marks[event.id]?.muted ?? false
            return event.isUnread(by: reader, marks[event.id]) && (event.mustRead || !isMuted)
        }
    }

    /// Shows new notices and counts other new events. Shows nothing if that fails.
    func greet() async {
        guard (try? await getInStep()) != nil, let unread = try? await unread() else { return }
        try? await showNotices(unread)
        try? await sayUnread(unread)
    }

    /// Writes the unread notices, oldest first.
    func showNotices(_ unread: [Event]) async throws {
        let notices = unread.notices
        guard console.form == .pretty, !notices.isEmpty else { return }
        let clock = try await clock()
        var table = Table([
            .init("event"), .init("must"), .init("title", least: 20), .init("who", least: 8, dropRank: 1), .init("when"),
        ])
        table.indent = 2
        for notice in notices {
            table.add([
                Styled(notice.reference, .strong), Styled(notice.mustRead ? "must read" : "", .warning),
                Styled(notice.title, .notice), Styled(notice.author.displayName, .faint),
                Styled(clock.distance(notice.createdAt), .faint),
            ])
        }
        console.out([Styled("New notices", .strong)] + table.lines(width: console.width) + [Styled()])
    }

    /// Counts what is new: `3 new in CMPT225, 1 in MATH150; 2 in your inbox`.
    func sayUnread(_ unread: [Event]) async throws {
        guard console.form == .pretty else { return }
        let counts = Dictionary(grouping: unread, by: { $0.course.code }).mapValues(\.count).sorted {
            $0.key < $1.key
        }
        let inbox = try await copy.notifications().count { $0.readAt == nil }
        let courses = counts.enumerated().map { "\($1.value)\($0 == 0 ? " new" : "") in \($1.key)" }.joined(separator: ", ")
        let parts = [courses, inbox == 0 ? "" : "\(inbox) in your inbox"].filter { !$0.isEmpty }
        guard !parts.isEmpty else { return }
        console.say(Styled(parts.joined(separator: "; "), .faint))
    }
}

extension [Event] {
    /// The notices, oldest first.
    var notices: [Event] { filter { $0.kind == .notice }.sorted { $0.createdAt < $1.createdAt } }
}
