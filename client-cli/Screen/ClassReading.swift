import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

extension CommandContext {
    /// Everything that the class at a glance is made of, from the local copy.
    func classBook() async throws -> ClassBook {
        try learnNames()
        let clock = try await clock()
        let zone = try await copy.studySettings()?.zone
        var book = ClassBook(
            account: try account(), clock: clock, dayClock: DueText(now: clock.now, timeZone: zone ?? clock.timeZone),
            unicode: console.unicode)
        book.now = Date()
        let status = try await copy.status()
        book.isKnown = status != nil
        if let account = status?.account { book.account = account }
        book.courses = try await copy.courses().map(\.id)
        book.staffed = Set(try await copy.enrollments().filter { $0.role == .staff }.map(\.course))
        let events = try await copy.agenda().flatMap(\.events)
        book.events = events.keyed(by: \.id)
        book.marks = try await copy.marks()
        book.news = try await copy.news()
        book.tasks = try await copy.tasks().keyed(by: \.id)
        book.plan = try await copy.studyPlan()
        book.day = try await copy.timed(on: book.dayClock.today, in: book.dayClock.timeZone, at: book.now)
        book.names = NameBook(try await copy.authors())
        return try await addingInbox(book)
    }

    private func addingInbox(_ book: ClassBook) async throws -> ClassBook {
        var book = book
        let notifications = try await copy.notifications()
        book.notifications = notifications.keyed(by: \.id)
        book.replied = try await copy.threads(of: [book.account.id] + book.marks.values.compactMap(\.alias))
        book.degreePlans = try await copy.degreePlans().keyed(by: \.id)
        book.comments = try await copy.planReplies(Set(notifications.filter { $0.plan != nil }.compactMap(\.reply)))
        book.replyAuthors = try await copy.replyAuthors(Set(notifications.filter { $0.kind == .mention }.compactMap(\.reply)))
        return book
    }

    /// For a person without an account.
    func sayHowToBegin() {
        out([
            Styled("NoteIt keeps a class in step: questions, deadlines, notices, study time.", .strong), "",
            "Begin with:", "  noteit auth register     make an account",
            "  noteit auth login        sign in to the one you have",
            "  noteit --help            all commands",
        ])
    }
}
