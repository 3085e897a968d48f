import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit notice`.
struct NoticeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notice",
        abstract: "Tell sections and courses something, as staff, and see who has seen it.",
        discussion: """
            Who can see a notice is notified. A correction reaches who saw the first: 'amend' changes what it says, 'retract' takes \
            it back.
            """,
        subcommands: [NoticeSend.self, NoticeAmend.self, NoticeRetract.self, NoticeSeen.self, NoticeList.self])
}

extension Workplace {
    /// A notice from the local copy. Throws a complaint for another kind of event.
    func notice(_ words: [String]) async throws -> Event {
        let event = try await thread(EventWords(words).event()).event
        guard event.kind == .notice else {
            throw Complaint(
                "\(event.reference) is no notice, but \(event.kind.withArticle).", advice: ["See: noteit notice list"])
        }
        return event
    }
}
