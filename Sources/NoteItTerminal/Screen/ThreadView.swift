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
    mutating func apply(_ changes: [Change], width: Int) -> Bool {
        let isMine = changes.map { apply($0) }.contains(true)
        if isMine { lay(width: width) }
        return isMine
    }

    private mutating func apply(_ change: Change) -> Bool {
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
