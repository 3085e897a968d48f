import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit notice seen`.
struct NoticeSeen: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seen",
        abstract: "Say how many have seen a notice as it stands.",
        discussion: """
            For its sender and the course's staff. Needs the server. --plain writes how many have seen it and how many can.

            Examples:
              noteit notice seen CMPT225#42
            """)

    @Argument(help: "Notice, such as CMPT225#42.", completion: Completions.events) var notice: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let notice = try await work.notice(notice)
        let receipts = try await work.client.receipts(of: notice.id)
        switch work.console.form {
        case .json: try work.writeJSON(receipts)
        case .plain: work.console.row(["\(receipts.seen)", "\(receipts.people)"])
        case .pretty:
            work.console.out(
                Styled("\(receipts.seen) of \(NoticeTarget.people(receipts.people))", .strong)
                    + Styled(" have seen \(notice.reference), \(notice.title)"))
        }
    }
}
