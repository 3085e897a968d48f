import Foundation
import NoteItCore

/// A change on one line: when, where, what happened, who, what.
public struct ChangeLine: Sendable, Equatable {
    public var time: String
    public var place: String
    public var verb: Styled
    public var who: Styled
    public var text: Styled

    /// Nil for what is no news to a person: an event that is as it was, such as one whose reply count alone moved, a
    /// notification that was read, a change of one's own account or watches, and types that this version does not know.
    /// - Parameters:
    ///   - event: the change's event, or the event of its reply; nil if it is not known.
    ///   - before, replyBefore: the event and the reply as they were known before; nil if they were not.
    ///   - sectionCode: of the section of a scope that is granted or revoked.
    ///   - reader: whose own changes are told apart.
    ///   - alias: under which the reader writes anonymously in that thread.
    ///   - clock: its `now` is the time on the line.
    public init?(
        _ change: Change, event: Event? = nil, before: Event? = nil, replyBefore: Reply? = nil, sectionCode: String? = nil,
        reader: Account.ID?, alias: Account.ID? = nil,
        clock: DueText, unicode: Bool
    ) {
        time = clock.clockWithSeconds(clock.now)
        (place, verb, who, text) = ("", "", "", "")
        let name = { (author: Author, anonymous: Bool) in
            author.id == reader || author.id == alias
                ? Styled("you", .mine) : Styled(NameBook([author]).name(of: author, anonymous: anonymous), .strong)
        }
        switch change {
        case .upsert(.event(let new), _):
            guard let news = Self.news(new, before: before, clock, arrow: unicode ? "→" : "->") else { return nil }
            (place, verb, who) = (new.reference, Styled(news.verb, new.kind.tone), name(new.author, new.anonymous))
            text = Styled(new.title) + Styled(news.detail, .faint)
        case .upsert(.reply(let new), _):
            if let replyBefore, replyBefore.rev >= new.rev { return nil }
            place = event?.reference(new) ?? ""
            (verb, who, text) = (
                Styled(new.rev > 1 ? "reply edited" : "reply"), name(new.author, new.anonymous), Styled(new.body)
            )
        case .remove(.event, _):
            (place, verb) = (event?.reference ?? "", Styled("gone", .bad))
            text = Styled(event?.title ?? "an event", .faint)
        case .remove(.reply, _):
            place = event.map { event in replyBefore.map(event.reference) ?? event.reference } ?? ""
            verb = Styled("reply gone", .bad)
            who = replyBefore.map { name($0.author, $0.anonymous) } ?? ""
            text = Styled(replyBefore?.body ?? "", .faint)
        case .scopeGranted(let course, _):
            (place, verb, text) = (code(ofCourse: course), Styled("joined", .good), Styled(sectionCode ?? ""))
        case .scopeRevoked(let course, _):
            (place, verb, text) = (code(ofCourse: course), Styled("left", .warning), Styled(sectionCode ?? ""))
        case .upsert(.course(let course), _):
            (place, verb, text) = (course.code, "catalog", Styled("the timetable changed", .faint))
        case .upsert(.notification(let notification), _):
            if notification.readAt != nil { return nil }
            let words = NotificationText(notification, NotificationContext(event: event, reader: reader, clock: clock))
            (place, verb, who, text) = (words.course, "for you", Styled(words.subject, .strong), words.news)
            if notification.section != nil { verb = Styled("seats", .notice) }
            if event != nil { (place, who) = (event?.reference ?? place, "") }
        case .upsert(.removal(let removal), _):
            (place, verb) = (removal.reference, Styled("removed", .bad))
            text = Styled("by staff" + (removal.reason.map { ": \($0)" } ?? ""), .faint)
        case .upsert(.enrollment, _), .upsert(.account, _), .upsert(.seatWatch, _), .upsert(.mark, _), .upsert(.preferences, _),
            .remove, .unknown:
            return nil
        }
    }

    private static func news(
        _ event: Event, before: Event?, _ clock: DueText, arrow: String
    ) -> (verb: String, detail: String)? {
        let due = event.due.map { clock.short($0) }
        guard let before else { return (event.rev > 1 ? "edited" : event.kind.rawValue, due.map { "  due \($0)" } ?? "") }
        if event.rev <= before.rev { return nil }
        if event.due != before.due {
            return ("due moved", "  \(before.due.map { clock.short($0) } ?? "no date") \(arrow) \(due ?? "no date")")
        }
        return ("edited", "")
    }

    /// Values with tabs between them, once written: time, place, what happened, who, text.
    public var fields: [String] { [time, place, verb.text, who.text, text.text] }

    /// On a line of at most `width` cells; nil: as wide as it needs.
    public func styled(width: Int?) -> Styled {
        let head = Styled(time, .faint) + "  " + Styled(place, .strong).padded(to: 11) + "  " + verb.padded(to: 9) + "  "
        let line = head + (who.isEmpty ? text : who + Styled(": ") + text)
        return width.map(line.truncated) ?? line
    }
}
