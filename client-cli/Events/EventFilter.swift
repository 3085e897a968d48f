import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// The filters of event lists.
struct EventFilter: ParsableArguments {
    @Option(help: "Only this kind.") var kind: Event.Kind?
    @Option(help: "Only events with this tag.") var tag: String?
    @Flag(help: "Only your own.") var mine = false
    @Option(help: "Only by this person: a name or the beginning of one, or the email.", completion: Completions.authors)
    var author: String?
    @Option(help: ArgumentHelp("Due on this day or later.", valueName: "day")) var from: String?
    @Option(help: ArgumentHelp("Due on this day or earlier.", valueName: "day")) var to: String?
    @Option(
        name: [.customShort("q"), .customLong("query")],
        help: ArgumentHelp("Only events with this in the title or text.", valueName: "text"))
    var text: String?
    @Flag(help: "Only questions without a reply.") var unanswered = false
    @Flag(help: "Only questions without an accepted or endorsed answer.") var open = false
    @Flag(help: "Only events with something new to you.") var unread = false
    @Flag(help: "Only events that staff pinned, past ones too.") var pinned = false
    @Flag(help: "Only your posts that are published later.") var scheduled = false
    @Flag(help: "Also events that were due before today.") var past = false

    /// Whether any filter is set.
    var isAny: Bool {
        kind != nil || tag != nil || mine || author != nil || from != nil || to != nil || text != nil || unanswered || open
            || unread || pinned || scheduled
    }

    /// The matching events of some courses, none for all mine.
    /// - Parameter limit: the most events; nil means all.
    func listing(
        _ courses: [Course], _ clock: DueText, limit: Int?, _ context: CommandContext
    ) async throws -> EventListing {
        var wanted = try await selection(clock, context)
        wanted.courses = courses.map(\.id)
        var listing = EventListing(nothing: "", courses: courses)
        if !past, !pinned, !scheduled, from == nil {
            var earlier = wanted
            let yesterday = clock.today.adding(days: -1)
            earlier.to = earlier.to.map { min($0, yesterday) } ?? yesterday
            earlier.includesUndated = false
            listing.hidden = try await context.copy.count(earlier)
            wanted.from = clock.today
        }
        let found = try await context.copy.list(wanted, limit: limit)
        (listing.sections, listing.more) = (found.sections, found.more)
        let zones = try await context.zones()
        listing.unsent = try await context.unsentPosts().filter { post in
            guard courses.isEmpty || courses.contains(where: { $0.id == post.event.course }), !unread, !pinned,
                !scheduled || post.event.publication != nil
            else {
                return false
            }
            return wanted.fits?(post.event) ?? true && (kind == nil || post.event.kind == kind)
        }.filter { post in
            wanted.has(day: post.event.due.map { Day($0, in: zones[post.event.course.term] ?? clock.timeZone) })
        }
        return listing
    }

    private func selection(_ clock: DueText, _ context: CommandContext) async throws -> EventSelection {
        let days = (try from.map { try Self.day($0, clock) }, try to.map { try Self.day($0, clock) })
        var wanted = EventSelection(from: days.0, to: days.1)
        wanted.kind = kind ?? (open || unanswered ? .question : nil)
        wanted.isUnread = unread
        (wanted.isPinned, wanted.isScheduled) = (pinned, scheduled)
        guard tag != nil || mine || open || unanswered || text != nil || author != nil else { return wanted }
        let (reader, marks) = (try context.account().id, try await context.copy.marksOfWriter())
        wanted.writer = mine ? reader : nil
        wanted.fits = { self.fits($0, reader: reader, marks[$0.id]) }
        return wanted
    }

    /// What `EventSelection` does not ask of the database.
    private func fits(_ event: Event, reader: Account.ID, _ mark: EventMark?) -> Bool {
        if let tag = tag?.asTag, !event.tags.contains(where: { $0.lowercased() == tag.lowercased() }) { return false }
        if mine, !event.isOwn(of: reader, mark) { return false }
        if open, !(event.kind == .question && event.isOpen) { return false }
        if unanswered, !event.isUnanswered { return false }
        if let text, ![event.title, event.body].contains(where: { $0.range(of: text, options: .caseInsensitive) != nil }) {
            return false
        }
        return author.map { event.author.isNamed($0) } ?? true
    }

    /// Throws a usage complaint with examples if the phrase is not a day.
    /// - Parameter other: the day from which it is meant; nil means today.
    static func day(_ text: String, _ clock: DueText, from other: Day? = nil) throws -> Day {
        try DuePhrase(now: other?.start(in: clock.timeZone) ?? clock.now, timeZone: clock.timeZone).day(text)
            .understood(text, as: "a day", "Try one of: today, fri, in 3 days, dec 1, 2026-12-01")
    }
}

extension Author {
    /// Whether a name of this person begins with `text`, or the email address is `text`.
    fileprivate func isNamed(_ text: String) -> Bool {
        let (name, text) = (displayName.lowercased(), text.lowercased())
        return name.hasPrefix(text) || name.split(separator: " ").contains { $0.hasPrefix(text) } || email?.lowercased() == text
    }
}

extension EventSelection {
    /// Whether events of this day, nil for undated ones, are in it.
    func has(day: Day?) -> Bool {
        guard let day else { return includesUndated }
        return (from.map { $0 <= day } ?? true) && (to.map { day <= $0 } ?? true)
    }
}
