import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit notice unseen`.
struct NoticeUnseen: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "unseen",
        abstract: "List the people who have not seen a notice that must be read.",
        discussion: """
            For the course's staff (of a section, for the people in it), and only for notices that were sent with --must-read: their readers are told so. Someone who \
            saw it before an amendment has not seen it as it is now. Needs the server. --plain writes name, handle and email.

            Examples:
              noteit notice unseen CMPT225#42
              noteit notice unseen CMPT225#42 --plain | cut -f3
            """)

    @Argument(help: "Notice, such as CMPT225#42.", completion: Completions.events) var notice: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let notice = try await context.notice(notice)
        let (receipts, people) = (
            try await context.client.receipts(of: notice.id), try await context.client.unseen(of: notice.id)
        )
        let rows = people.map { [$0.displayName, $0.handle.map { "@\($0)" } ?? "", $0.email ?? ""] }
        try await context.report(people, plain: rows) {
            var table = Table([.init("who", least: 12), .init("handle", dropRank: 2), .init("email", dropRank: 1)])
            for (person, row) in zip(people, rows) {
                table.addRow([Styled(person.displayName, .strong) + person.badge, Styled(row[1], .faint), Styled(row[2])])
            }
            if !people.isEmpty { context.out(table.lines(width: context.width)) }
            let have = "\(receipts.seen) of \(receipts.people) have seen"
            context.say(
                Styled(
                    "\(counted(people.count, "person", "people")) listed; \(have) \(notice.reference), \(notice.title)", .faint)
            )
        }
    }
}
