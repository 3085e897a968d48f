import Foundation
import NoteItCore

/// What a phone shows of a letter: by Web Push, and by ntfy.
struct ShortWords {
    /// The most characters of a title and of a text: about what a phone shows.
    private static let (titleLength, textLength) = (100, 180)

    let title: String
    /// Nil if there is none, or it is not to be shown.
    let text: String?
    /// Where a tap leads, below the address of the server.
    let path: String

    /// - Parameters: `showsText`: whether titles and texts are shown; `place`: names the receiver in a test.
    init<Address>(_ letter: Letter<Address>, showsText: Bool, place: String) {
        guard case .notification(let news, let event, let reply) = letter.content else {
            (title, text, path) = ("NoteIt reaches \(place)", nil, "/settings")
            return
        }
        let course = news.course.map(letter.names.name) ?? "NoteIt"
        path = event.map { "/c/\($0.course)/\($0.number)" } ?? "/inbox"
        guard showsText, let event else {
            (title, text) = (Self.plain(news.kind, in: course, event), nil)
            return
        }
        title = Self.short("\(course): \(event.title)", Self.titleLength)
        text = Self.text(news.kind, event, reply, letter.language, letter.zone).map { Self.short($0, Self.textLength) }
    }

    /// Says nothing of the text.
    private static func plain(_ kind: InboxNotification.Kind, in course: String, _ event: Event?) -> String {
        switch kind {
        case .mention: "You are mentioned in \(course)"
        case .reply: "A new reply in \(course)"
        case .answer: "An answer in \(course)"
        case .dueSoon: "Something is due soon in \(course)"
        case .ownReminder: "A reminder in \(course)"
        case .noticeAmended: "A notice has changed in \(course)"
        case .noticeRetracted: "A notice is taken back in \(course)"
        default: event?.mustRead == true ? "A notice to read in \(course)" : "A new notice in \(course)"
        }
    }

    private static func text(
        _ kind: InboxNotification.Kind, _ event: Event, _ reply: Reply?, _ language: String, _ zone: TimeZone
    ) -> String? {
        if DeliveryTopic(kind) == .reminders { return event.due.map { "Due: \(time($0, language, zone))" } }
        let author = (reply?.author ?? event.author).displayName
        let body = (reply?.body ?? event.body).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return body.isEmpty ? author : "\(author): \(body)"
    }

    private static func time(_ date: Date, _ language: String, _ zone: TimeZone) -> String {
        date.formatted(
            Date.FormatStyle(locale: Locale(identifier: language), timeZone: zone)
                .weekday(.abbreviated).day().month(.abbreviated).hour().minute())
    }

    private static func short(_ text: String, _ most: Int) -> String {
        text.unicodeScalars.count <= most ? text : text.prefix(codePoints: most - 1) + "…"
    }
}

extension LetterContent {
    /// Whether a phone that saves power shows it at once.
    var isUrgent: Bool {
        guard case .notification(let news, let event, _) = self else { return true }
        return event?.mustRead == true || DeliveryTopic(news.kind) == .reminders
    }
}
