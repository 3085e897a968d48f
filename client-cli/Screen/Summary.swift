import Foundation
import NoteItCore
import NoteItTerminal

/// The class at a glance, for programs.
struct Summary: Encodable {
    var today: [CalendarItem]
    var due: [Event]
    var tasks: [StudyTask]
    var new: [Event]
    var inbox: [InboxNotification]

    init(_ book: ClassBook) {
        (today, due, tasks) = (book.day, book.due, book.openTasks)
        (new, inbox) = (book.unread, book.inbox)
    }

    /// Section, time in UTC, name, kind, title, place.
    func rows(_ book: ClassBook) -> [[String]] {
        let times = today.map { ["today", RFC3339.string($0.start), "", $0.kind.rawValue, $0.title, $0.location] }
        let due = due.map { ["due"] + $0.fields(at: $0.due) }
        let tasks = tasks.map { task in
            ["tasks", task.deadline.map(RFC3339.string) ?? "", "", task.priority.rawValue, task.title, task.course?.name ?? ""]
        }
        let new = new.map { ["new"] + $0.fields(at: $0.createdAt) }
        let inbox = inbox.map { notification in
            let words = book.words(notification)
            let name = words.course + (words.subject.hasPrefix("#") || words.course.isEmpty ? "" : " ") + words.subject
            return [
                "inbox", RFC3339.string(notification.createdAt), name.trimmingCharacters(in: .whitespaces),
                notification.kind.rawValue, words.news.text, words.reason,
            ]
        }
        return times + due + tasks + new + inbox
    }
}

extension Event {
    fileprivate func fields(at time: Date?) -> [String] {
        [time.map(RFC3339.string) ?? "", reference, kind.rawValue, title, author.displayName]
    }
}

extension CommandContext {
    /// Writes what the full-screen view shows.
    func writeSummary() async throws {
        try await getInStep(hurried: true)
        let book = try await classBook()
        let summary = Summary(book)
        try await report(summary, plain: summary.rows(book)) { out(Glance.lines(book, width: width)) }
    }
}
