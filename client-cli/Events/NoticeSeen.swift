import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit notice seen`.
struct NoticeSeen: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "seen",
        abstract: "Count the people who have seen a notice as it is now.",
        discussion: """
            For its sender and the course's staff. Needs the server. --plain writes how many people have seen it and how \
            many can.

            Examples:
              noteit notice seen CMPT225#42
            """)

    @Argument(help: "Notice, such as CMPT225#42.", completion: Completions.events) var notice: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let notice = try await context.notice(notice)
        let receipts = try await context.client.receipts(of: notice.id)
        try await context.report(receipts, plain: [["\(receipts.seen)", "\(receipts.people)"]]) {
            context.out(
                Styled("\(receipts.seen) of \(counted(receipts.people, "person", "people"))", .strong)
                    + Styled(" have seen \(notice.reference), \(notice.title)"))
        }
    }
}
