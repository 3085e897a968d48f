import NoteItCore
import NoteItTerminal

/// A notification as `--json` writes it: with its number in the inbox, what it is about, and the person who caused it.
struct ListedNotification: Encodable {
    let item: InboxItem

    static let fields = [
        "course", "createdAt", "event", "from", "id", "kind", "message", "minutes", "number", "plan", "readAt", "reason",
        "reference", "reply", "replyReference", "section", "task", "text", "title", "unread",
    ]

    private enum Extra: CodingKey { case from, message, number, reason, reference, replyReference, title, unread }

    func encode(to encoder: any Encoder) throws {
        try item.notification.encode(to: encoder)
        var container = encoder.container(keyedBy: Extra.self)
        let (context, words) = (item.context, item.words)
        try container.encode(item.number, forKey: .number)
        try container.encode(reference, forKey: .reference)
        let reply = item.reply.flatMap { reply in context.event.map { $0.reference(reply) } }
        try container.encode(reply, forKey: .replyReference)
        try container.encode(title, forKey: .title)
        try container.encode(from, forKey: .from)
        try container.encode(words.news.text, forKey: .message)
        try container.encode(words.reason, forKey: .reason)
        try container.encode(item.notification.readAt == nil, forKey: .unread)
    }

    /// `CMPT225#42`, of a deleted event too.
    private var reference: String? {
        let words = item.words
        return words.subject.hasPrefix("#") ? words.course + words.subject : nil
    }

    /// The title of the event, the name of the degree plan, or the title of the task.
    private var title: String? {
        item.context.event?.title ?? item.context.plan?.name ?? (item.notification.isStudyAlert ? item.notification.text : nil)
    }

    /// The author of the reply, the comment or the post. Nil for news that no person caused, such as a reminder, and for acts of
    /// staff, whose names are not shown.
    private var from: Author? {
        let context = item.context
        switch item.notification.kind {
        case .mention: return item.notification.reply == nil ? context.event?.author : item.reply?.author
        case .reply, .answer: return item.reply?.author
        case .notice, .noticeAmended, .posted: return context.event?.author
        case .dueMoved: return context.event?.dueHistory.last?.by
        case .planReply: return context.comment?.author
        case .planApproved: return context.plan?.approved?.by
        default: return nil
        }
    }
}
