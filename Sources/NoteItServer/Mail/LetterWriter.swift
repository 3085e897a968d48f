import Foundation
import NoteItCore
import SMTPTransport

/// Writes what one person gets by mail: subject, fields and text, in their time zone and language of dates.
struct LetterWriter {
    let mail: MailConfiguration
    let secrets: MailSecrets
    let letter: Letter<String>

    /// The first line of a mail that can be answered. What is below it in an answer is quoted.
    static let marker = "##- Write your answer above this line -##"

    private var account: Account.ID { letter.delivery.account }
    private var base: String { mail.base.text }

    /// - Parameter now: the time that the mail shows.
    func message(at now: Date) -> SMTPMessage {
        let (subject, parts) = words()
        let footers = footer()
        let all = (canBeAnswered ? [.note(Self.marker)] : []) + parts + footers
        let writer = MIMEWriter(
            fields(subject, at: now), text: LetterPart.text(all), html: LetterPart.html(all, title: subject),
            boundary: letter.delivery.id.description.replacing("-", with: ""))
        return SMTPMessage(sender: mail.sender.address, recipient: letter.address, bytes: writer.bytes)
    }

    // MARK: Fields

    /// The fields of every mail.
    static func fields(
        _ subject: String, from mail: MailConfiguration, to address: String, id: String, at now: Date
    ) -> [(name: String, value: MIMEWriter.Value)] {
        [
            ("Date", .plain(date(now))),
            ("From", .mailbox(name: mail.sender.name ?? "NoteIt", address: mail.sender.address)),
            ("To", .mailbox(name: nil, address: address)), ("Subject", .text(subject)), ("Message-ID", .plain(id)),
            // No vacation notice answers it (RFC 3834).
            ("Auto-Submitted", .plain("auto-generated")), ("X-Auto-Response-Suppress", .plain("All")),
        ]
    }

    private func fields(_ subject: String, at now: Date) -> [(name: String, value: MIMEWriter.Value)] {
        var fields = Self.fields(subject, from: mail, to: letter.address, id: letter.delivery.messageID, at: now)
        if let thread = letter.delivery.event {
            let root = "<event.\(thread)@\(mail.domain)>"
            fields += [("In-Reply-To", .plain(root)), ("References", .plain(root))]
        }
        if let pattern = mail.replies, canBeAnswered {
            let address = pattern.address(secrets.reply(to: letter.delivery.id))
            fields.append(("Reply-To", .mailbox(name: mail.sender.name ?? "NoteIt", address: address)))
        }
        if let url = unsubscription {
            fields.append(("List-Unsubscribe", .plain("<\(url)>")))
            // RFC 8058 wants HTTPS.
            if url.hasPrefix("https://") {
                fields.append(("List-Unsubscribe-Post", .plain("List-Unsubscribe=One-Click")))
            }
        }
        return fields
    }

    /// RFC 5322, section 3.3.
    private static func date(_ date: Date) -> String {
        let format = Date.VerbatimFormatStyle(
            format: """
                \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \
                \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) +0000
                """,
            locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian))
        return date.formatted(format)
    }

    private var canBeAnswered: Bool {
        guard mail.replies != nil, case .notification(let notification, let event, _) = letter.content else { return false }
        return event != nil && notification.kind != .noticeRetracted
    }

    private var list: MailList? {
        switch letter.content {
        case .verification, .reset, .test: nil
        case .digest: .digest
        case .notification(let notification, let event, _):
            switch DeliveryTopic(notification.kind) {
            // A notice that is taken back may have been one that must be read.
            case .notices: event?.mustRead == false ? .notices : .mustRead
            case .mentions: .mentions
            case .replies, nil: .replies
            case .reminders: .reminders
            }
        }
    }

    private var unsubscription: String? {
        list.map { "\(base)/mail/unsubscribe/\(secrets.unsubscription(of: account, from: $0))" }
    }

    // MARK: Words

    private func words() -> (subject: String, parts: [LetterPart]) {
        switch letter.content {
        case .verification: verification()
        case .reset: reset()
        case .notification(let notification, let event, let reply): news(notification, event, reply)
        case .digest(let digest): self.digest(digest)
        case .test: TestLetter.words(mail)
        }
    }

    private func verification() -> (String, [LetterPart]) {
        let token = secrets.verification(of: account, email: letter.address, since: letter.delivery.createdAt)
        return (
            "Confirm your address for NoteIt",
            [
                .paragraph("Somebody, probably you, uses this address on the NoteIt server \(mail.base.place)."),
                .link("If it was you, confirm the address here, within three days", url: "\(base)/mail/verify/\(token)"),
                .paragraph("If it was not you, do nothing: no other mail will come."),
            ]
        )
    }

    private func reset() -> (String, [LetterPart]) {
        (
            "Set a new password for NoteIt",
            [
                .paragraph("Somebody, probably you, asked for a new password on the NoteIt server \(mail.base.place)."),
                .link(
                    "Set it here, once, within an hour",
                    url: "\(base)/mail/reset/\(secrets.resetLink(of: account, letter.delivery.id))"),
                .paragraph("In a terminal: noteit auth reset, with the code \(secrets.resetCode(letter.delivery.id))"),
                .paragraph("All your devices are then signed out. If it was not you, do nothing: your password stays."),
            ]
        )
    }

    private func news(_ notification: InboxNotification, _ event: Event?, _ reply: Reply?) -> (String, [LetterPart]) {
        let course = notification.course.map(letter.names.name) ?? "NoteIt"
        guard let event else {
            let name = notification.number.map { "#\($0)" } ?? "a notice"
            let why = notification.text.map { ": \($0)" } ?? "."
            return (
                "[\(course)] Taken back: \(name)",
                [.paragraph("The notice \(course)\(name), which you saw, is taken back\(why)")]
            )
        }
        let name = "\(course)#\(event.number)"
        let title = "[\(course)] \(event.title)"
        var parts: [LetterPart]
        var subject = title
        switch notification.kind {
        case .mention:
            parts = [.paragraph("\(author(event, reply)) mentioned you in \(name), \(event.title):")]
            if reply != nil { subject = "Re: \(title)" }
        case .reply, .answer:
            let what = notification.kind == .reply ? "replied to" : "answered"
            parts = [.paragraph("\(author(event, reply)) \(what) \(name), \(event.title):")]
            subject = "Re: \(title)"
        case .dueSoon, .ownReminder:
            parts = [.paragraph("A reminder of \(name):"), .heading(event.title)]
            subject = "[\(course)] Reminder: \(event.title)"
        case .noticeAmended:
            parts = [.paragraph("\(author(event, nil)) changed the notice \(name), which you saw:"), .heading(event.title)]
            subject = "[\(course)] Changed: \(event.title)"
        default:
            let ask = event.mustRead ? ", and asks you to read it" : ""
            parts = [.paragraph("\(author(event, nil)) sent the notice \(name)\(ask):"), .heading(event.title)]
        }
        let body = (reply?.body ?? event.body).trimmed
        if !body.isEmpty { parts.append(.written(body)) }
        if reply == nil, let due = event.due { parts.append(.paragraph("Due: \(time(due))")) }
        let files = (reply?.attachments ?? event.attachments).map(\.name)
        if !files.isEmpty { parts.append(.paragraph("With files: \(files.joined(separator: ", "))")) }
        parts.append(.link("Open \(name)", url: url(of: event)))
        return (subject, parts)
    }

    private func digest(_ digest: MailDigest) -> (String, [LetterPart]) {
        var parts: [LetterPart] = []
        if !digest.new.isEmpty {
            parts.append(.heading("New"))
            parts += digest.new.map { event in
                row(event, about: "\(event.kind.rawValue) by \(event.author.displayName), \(time(event.createdAt))")
            }
            if digest.moreNew { parts.append(.paragraph("There is more that is new.")) }
        }
        if !digest.due.isEmpty {
            parts.append(.heading("Due soon"))
            parts += digest.due.map { row($0, about: "due \($0.due.map(time) ?? "")") }
            if digest.moreDue { parts.append(.paragraph("There is more that is due.")) }
        }
        parts.append(.link("Open NoteIt", url: base + "/"))
        let counts = [(digest.new.count, digest.moreNew, "new"), (digest.due.count, digest.moreDue, "due soon")]
        let words = counts.filter { $0.0 > 0 }.map { "\($0.1 ? "over " : "")\($0.1 ? MailDigest.most : $0.0) \($0.2)" }
        return ("NoteIt \(digest.isWeekly ? "this week" : "today"): \(words.joined(separator: ", "))", parts)
    }

    private func row(_ event: Event, about: String) -> LetterPart {
        .row("\(letter.names.name(of: event.course))#\(event.number) \(event.title)", url: url(of: event), about: about)
    }

    private func author(_ event: Event, _ reply: Reply?) -> String { (reply?.author ?? event.author).displayName }

    private func url(of event: Event) -> String { "\(base)/c/\(event.course)/\(event.number)" }

    /// `Monday, November 30, 2026 at 5:00 PM PST`
    private func time(_ date: Date) -> String {
        date.formatted(
            Date.FormatStyle(locale: Locale(identifier: letter.language), timeZone: letter.zone)
                .weekday(.wide).day().month(.wide).year().hour().minute().timeZone(.specificName(.short)))
    }

    private func footer() -> [LetterPart] {
        guard let url = unsubscription else { return [] }
        let answer: [LetterPart] = canBeAnswered ? [.footer("Your answer to this mail becomes a reply in the thread.")] : []
        return answer + [.footer("Settings", url: "\(base)/settings#mail"), .footer("Stop these mails", url: url)]
    }
}
