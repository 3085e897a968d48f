import NoteItCore

/// A search on the screen: of the events in memory, then of the server.
struct SearchView: Sendable {
    let text: String
    private(set) var rows: [(event: Event.ID, line: [Styled])] = []
    private(set) var isFromServer = false
    /// How many events in memory match and are left out.
    private var left = 0
    private let book: ClassBook
    var index = 0
    /// The most results that are shown.
    static let most = 50
    /// What the server said of others; nil before it answered.
    private var end: SearchResults.End?

    init(_ text: String, in book: ClassBook) {
        (self.text, self.book) = (text, book)
        guard let search = LocalSearch(text) else { return }
        let found = book.events.values.filter(search.matches)
        left = max(0, found.count - Self.most)
        let newest = found.sorted { ($0.createdAt, $0.number) > ($1.createdAt, $1.number) }.prefix(Self.most)
        rows = newest.map { event in
            (
                event.id,
                [
                    Styled(event.reference, .strong) + "  " + Styled(event.kind.label(unicode: book.unicode), event.kind.tone)
                        + "  " + Styled(event.title)
                ]
            )
        }
    }

    /// Takes the results of the server; those in memory that it did not find come after them.
    mutating func found(_ results: SearchResults) {
        let hits = results.hits
        (isFromServer, end) = (true, results.end)
        let known = Set(hits.map(\.event.id))
        rows =
            hits.map { hit in (hit.event.id, SearchPage([hit], reader: book.reader).lines(width: nil)) }
            + rows.filter { !known.contains($0.event) }
        index = min(index, max(0, rows.count - 1))
    }

    var chosen: Event.ID? { rows.indices.contains(index) ? rows[index].event : nil }

    mutating func press(_ key: Key, room: Int) {
        let last = max(0, rows.count - 1)
        switch key {
        case .down, .letter("j"): index = min(last, index + 1)
        case .up, .letter("k"): index = max(0, index - 1)
        case .pageDown, .letter(" "): index = min(last, index + max(1, room / 2))
        case .pageUp, .letter("b"): index = max(0, index - max(1, room / 2))
        case .home, .letter("g"): index = 0
        case .letter("G"): index = last
        default: break
        }
    }

    /// What the list does not have.
    private var rest: String {
        switch end {
        case nil: left > 0 ? ", and \(left) older ones" : ""
        case .complete?: ""
        case .more?: ", the first ones: noteit search has more"
        case .tooMany?: ", stopped early: too many posts have these words, add some or filters"
        case .unanswered?: ", the first ones: the server stopped answering"
        }
    }

    /// The rows around the chosen one, each of up to three lines.
    func lines(size: ScreenSize, room: Int) -> [Styled] {
        let rest = self.rest
        let title = Styled(isFromServer ? "Found" : "Found here", .strong) + Styled("  \(rows.count)\(rest)", .faint)
        guard !rows.isEmpty else { return [title, Styled("  Nothing found. Try fewer or other words.", .faint)] }
        var (lines, first, last) = ([title], 1, 1)
        for (place, row) in rows.enumerated() {
            if place == index { (first, last) = (lines.count, lines.count + row.line.count) }
            for (number, line) in row.line.enumerated() {
                let isChosen = place == index && number == 0
                let text = line.text.truncated(to: max(0, size.width - 2)).padded(to: max(0, size.width - 2))
                lines.append(
                    isChosen ? Styled((book.unicode ? "▸ " : "> ") + text, .today) : Styled("  ") + line)
            }
        }
        let top = min(max(0, last - room), first)
        return Array(lines.dropFirst(index == 0 ? 0 : top).prefix(room))
    }
}
