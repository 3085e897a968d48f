import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit search`.
struct Search: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search everything that you may see, replies too.",
        discussion: """
            All words must stand in an event or a reply, in any order and form ("exams" finds "exam"). A match in the title \
            counts most. The newest are ranked first, then those before them. Needs the server.

              "binary heap"              the words one behind the other
              -sorting                   not with this word; - works before filters too
              kind:exam tag:midterm      of that kind, with that tag
              in:CMPT225 by:@ada.example in that course, by that person
              is:open is:mine is:unread  questions without an accepted answer, yours, not seen
              has:attachment             with a file
              before:fri after:"oct 1"   due, or without a due date posted, before or after that day
              due:today due:mon..fri     due on that day, from that day to that day; also none and any

            --plain writes what it is called (CMPT225#42, or CMPT225#42#3 for a reply), kind or reply, time in UTC, author, \
            title and excerpt.

            Examples:
              noteit search heap
              noteit search "kind:exam before:fri midterm"
              noteit search '"binary heap" -sorting in:CMPT225'
            """)

    @Argument(help: "Words and filters; in quotes if one begins with a -.") var words: [String]
    @Option(help: ArgumentHelp("At most so many.", valueName: "count")) var limit = 20
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        guard (1...1_000).contains(limit) else { throw ValidationError("--limit must be 1 to 1000.") }
    }

    func run() async throws {
        let work = try Workplace(session)
        _ = try work.account()
        let clock = try await work.clock()
        let text = try SearchPiece.writingDays(in: words.joined(separator: " ")) { try EventFilter.day($0, clock) }
        let found = try await found(text, work)
        let hits = found.items
        let isCut = hits.count < limit && found.next != nil
        let list = SearchList(
            hits, reader: try work.account().id, marks: try await work.copy.marks(), clock: clock,
            names: NameBook(hits.flatMap(\.authors) + (try await work.copy.authors())), unicode: work.console.unicode)
        switch work.console.form {
        case .json: try work.writeJSON(found)
        case .plain: for line in list.plainLines { work.console.raw(line + "\n") }
        case .pretty:
            if hits.isEmpty && !isCut { work.console.say("Nothing found. Try fewer words, or other forms of them.") }
            work.console.out(list.lines(width: work.console.width))
            if hits.count == limit { work.console.say(Styled("the first \(limit): --limit for more", .faint)) }
        }
        guard isCut else { return }
        work.console.say(
            Styled("Stopped before the end: too much has these words. Narrow it: more words, in:CMPT225, kind:exam.", .warning))
    }

    /// Goes on to the next page where one is short, a bounded number of times. A page may even be empty: the server looks at so
    /// many texts for it and no more.
    private func found(_ text: String, _ work: Workplace) async throws -> Page<SearchHit> {
        var (hits, request) = ([SearchHit](), PageRequest())
        for _ in 0..<100 where hits.count < limit {
            request.limit = min(limit - hits.count, PageRequest.limits.upperBound)
            let page = try await page(text, request, work)
            hits += page.items
            request.after = page.next
            if page.next == nil { break }
        }
        return Page(items: hits, next: request.after)
    }

    /// Throws a usage complaint for words and filters that the server does not take.
    private func page(_ text: String, _ request: PageRequest, _ work: Workplace) async throws -> Page<SearchHit> {
        do {
            return try await work.client.search(text, page: request)
        } catch ClientError.problem(let problem) {
            guard let fault = problem.errors?.first(where: { $0.field == "q" }) else { throw ClientError.problem(problem) }
            throw Complaint.usage("This search cannot be made: \(fault.detail).", "See what it takes: noteit search --help")
        }
    }
}
