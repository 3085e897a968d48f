import ArgumentParser
import NoteItClient
import NoteItCore

/// `noteit notice`.
struct NoticeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notice",
        abstract: "Send notices to sections and courses, as staff.",
        discussion: """
            Everyone who can see a notice is notified. 'amend' edits a notice and 'retract' takes it back: both notify \
            everyone who saw it. 'seen' counts the people who have seen it; of a notice that must be read, 'unseen' lists the \
            others.
            """,
        subcommands: [
            NoticeSend.self, NoticeAmend.self, NoticeRetract.self, NoticeSeen.self, NoticeUnseen.self, NoticeList.self,
        ])
}

extension CommandContext {
    /// A notice from the local copy. Throws a complaint for another kind of event.
    func notice(_ words: [String]) async throws -> Event {
        let event = try await thread(EventWords(words).event()).event
        guard event.kind == .notice else {
            throw Complaint(
                "\(event.reference) is not a notice but \(event.kind.withArticle).",
                advice: ["List the notices with: noteit notice list"])
        }
        return event
    }
}
