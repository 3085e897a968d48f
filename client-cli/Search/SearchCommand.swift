import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit search`.
struct SearchCommand: SignedInCommand, ChoosesFields {
    static let jsonFields = JSONFields.event.filter { $0 != "unread" } + ["event", "excerpt", "files", "reply"]
    static let searchesWords = true
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search all events and replies that you may see.",
        discussion: """
            Finds events and replies that have all words, in any order and form ("exams" finds "exam"), in their texts, tags and \
            names of files. A match in the title counts most. The newest results are ranked first, then older ones. Without the \
            server, words are looked for in the local copy and in what waits in the outbox; filters need the server.

              "binary heap"              these words next to each other
              -sorting                   without this word; - works before filters too
              kind:exam tag:midterm      of this kind, with this tag
              in:CMPT225 by:@ada.example in this course, by this person
              is:open is:mine is:unread  questions without an accepted answer, yours, not seen
              has:attachment             with a file
              before:fri after:"oct 1"   due before or after this day; without a due date, posted then
              due:today due:mon..fri     due on this day, or between two days; also due:none and due:any

            --plain writes the name (CMPT225#42, or CMPT225#42#3 for a reply), kind or reply, time in UTC, author, title, \
            excerpt, and the names of files if they have the words.

            Examples:
              noteit search heap
              noteit search "kind:exam before:fri midterm"
              noteit search '"binary heap" -sorting in:CMPT225'
            """)

    @Argument(help: "Words and filters; quote a word that begins with -.") var words: [String]
    @Option(help: ArgumentHelp("The most results to show.", valueName: "count")) var limit = 20
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        guard (1...1_000).contains(limit) else { throw ValidationError("--limit must be 1 to 1000.") }
    }

    func run(_ context: CommandContext) async throws {
        let clock = try await context.clock()
        let text = try SearchPiece.writingDays(in: words.joined(separator: " ")) { try EventFilter.day($0, clock, from: $1) }
        let (found, waiting) = try await foundAnywhere(text, context)
        let hits = found.hits
        let list = SearchPage(hits, reader: try await context.reader(clock, with: hits.flatMap(\.authors)))
        switch context.form {
        case .json: try context.writeJSON(hits.map(ListedHit.init))
        case .plain: for line in list.plainLines { context.raw(line + "\n") }
        case .pretty:
            if hits.isEmpty && waiting.isEmpty && found.end != .tooMany {
                context.say("Nothing found. Try fewer or other words.")
                let handles = try await context.copy.authors().compactMap(\.handle)
                let unknown = UnknownFilters(text, courses: try await context.copy.courses(), handles: handles)
                for line in unknown.lines { context.say(Styled(line, .warning)) }
            }
            context.out(list.lines(width: context.width))
            context.out(try await context.unsentLines(waiting))
            if found.end == .more { context.say(Styled("the first \(limit): --limit for more", .faint)) }
        }
        if context.form != .pretty, !waiting.isEmpty {
            let words = "\(counted(waiting.count, "entry", "entries")) of the outbox \(waiting.count == 1 ? "has" : "have")"
            context.say(Styled("\(words) these words too: noteit outbox list", .warning))
        }
        switch found.end {
        case .complete, .more: return
        case .unanswered: context.say(Styled("The server stopped answering: these are its first results.", .warning))
        case .tooMany:
            context.say(
                Styled(
                    "Stopped early: too many posts have these words. Add words or filters, such as in:CMPT225 or kind:exam.",
                    .warning))
        }
    }

    /// The results of the server; if it is not reached, what matches in the local copy and in the outbox. Throws
    /// a usage complaint for words and filters that the server rejects.
    private func foundAnywhere(
        _ text: String, _ context: CommandContext
    ) async throws -> (found: SearchResults, waiting: [OutboxEntry]) {
        do {
            return (try await context.client.brisk().search(text, most: limit), [])
        } catch ClientError.problem(let problem) {
            guard let fault = problem.errors?.first(where: { $0.field == "q" }) else { throw ClientError.problem(problem) }
            throw Complaint.usage(
                "The server rejects this search: \(fault.detail).", "See the filters with: noteit search --help")
        } catch ClientError.unreachable(let why) {
            let search = LocalSearch(text)
            guard let search, let found = try await context.found(search, limit: limit) else {
                var complaint = Complaint(ClientError.unreachable(why))
                if search == nil { complaint.advice.insert("Filters need the server; words do not.", at: 0) }
                throw complaint
            }
            context.say(Styled("The server does not answer: only the posts that are here were searched.", .warning))
            let waiting = try await context.outbox.entries().filter { $0.text.map(search.matches) ?? false }
            return (found, waiting)
        }
    }
}

/// A search result as `--json` writes it: with its name, `CMPT225#42` or `CMPT225#42#3`.
private struct ListedHit: Encodable {
    let hit: SearchHit

    private enum Extra: CodingKey { case reference }

    func encode(to encoder: any Encoder) throws {
        try hit.encode(to: encoder)
        var container = encoder.container(keyedBy: Extra.self)
        try container.encode(hit.reply.map(hit.event.reference) ?? hit.event.reference, forKey: .reference)
    }
}

extension OutboxEntry {
    /// What a search looks into: the text of a post or of a reply; nil of other entries.
    fileprivate var text: String? {
        switch content {
        case .event(let new, let course): "\(course.name) \(new.title) \(new.body ?? "")"
        case .reply(let new, _), .replyAt(let new, _): new.body
        case .done, .thanks, .remind, .follow, .block, .task, .courses, .unreadable: nil
        }
    }
}

extension CommandContext {
    /// The newest events and replies of the local copy that match a search. Nil if there is no copy.
    fileprivate func found(_ search: LocalSearch, limit: Int) async throws -> SearchResults? {
        guard let status = try await copy.status(),
            try status.account.id == account().id, status.server == client.server
        else { return nil }
        let events = try await copy.agenda().flatMap(\.events)
        let hits = search.hits(among: events, try await copy.allReplies())
        return SearchResults(hits: Array(hits.prefix(limit)), end: hits.count > limit ? .more : .complete)
    }
}
