import NoteItCore

/// A thread on the screen.
struct ThreadView: Sendable {
    private(set) var page: EventPage
    private(set) var lines: [Styled]
    var scroll = 0
    /// Whether the event was deleted.
    private(set) var isGone = false

    init(_ page: EventPage, width: Int) {
        self.page = page
        lines = page.lines(width: width)
    }

    mutating func lay(width: Int) { lines = page.lines(width: width) }

    /// - Returns: whether a change concerns this thread.
    mutating func take(_ changes: [Change], width: Int) -> Bool {
        let isMine = changes.map { take($0) }.contains(true)
        if isMine { lay(width: width) }
        return isMine
    }

    private mutating func take(_ change: Change) -> Bool {
        switch change {
        case .upsert(.event(let event), _) where event.id == page.event.id: page.event = event
        case .upsert(.mark(let mark), _) where mark.event == page.event.id: page.mark = mark
        case .upsert(.reply(let reply), _) where reply.event == page.event.id:
            page.replies.removeAll { $0.id == reply.id }
            let place = page.replies.lastIndex { $0.number < reply.number }.map { $0 + 1 } ?? 0
            page.replies.insert(reply, at: place)
        case .remove(.event, page.event.id.description): isGone = true
        case .remove(.reply, let id):
            guard let index = page.replies.firstIndex(where: { $0.id.description == id }) else { return false }
            page.replies.remove(at: index)
        default: return false
        }
        return true
    }
}

/// A search on the screen: of the events in memory, then of the server.
struct SearchView: Sendable {
    let text: String
    private(set) var rows: [(event: Event.ID, line: [Styled])] = []
    private(set) var isFromServer = false
    private let book: ClassBook
    var index = 0
    /// The most results.
    private static let most = 50

    init(_ text: String, in book: ClassBook) {
        (self.text, self.book) = (text, book)
        let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        guard !words.isEmpty else { return }
        let found = book.events.values.filter { event in words.allSatisfy(event.searchedText.contains) }
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
    mutating func found(_ hits: [SearchHit]) {
        isFromServer = true
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

    /// The rows around the chosen one, each of up to three lines.
    func lines(size: ScreenSize, room: Int) -> [Styled] {
        let title = Styled(isFromServer ? "Found" : "Found here", .strong) + Styled("  \(rows.count)", .faint)
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

extension Event {
    /// What a search in the local copy looks into, in lower case.
    public var searchedText: String { "\(reference) \(title) \(author.displayName) \(body)".lowercased() }
}
