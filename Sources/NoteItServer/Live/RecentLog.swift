import NoteItCore

/// The newest rows of the log, encoded as they were published: listeners that come back soon catch up from memory.
///
/// A row goes out as the log itself would give it. What changes the view of older rows (an audience, a name) is a row
/// of its own, so the older ones are put right when it comes.
struct RecentLog: Sendable {
    /// Bounds of what is kept: rows, and bytes of their frames.
    static let rows = 2_048
    private static let bytes = 8 << 20

    /// Each is what one read of the log brought; whoever reads one shares it.
    private var batches: [[Frame]] = []
    private var count = 0
    private var size = 0
    /// Rows up to this one are not kept.
    private var start: Cursor
    private(set) var end: Cursor

    init(at cursor: Cursor) {
        start = cursor
        end = cursor
    }

    /// Whether it holds all that the log has behind `cursor`, up to `end`.
    func covers(_ cursor: Cursor) -> Bool {
        cursor.epoch == end.epoch && (start.offset...end.offset).contains(cursor.offset)
    }

    /// - Parameter end: where the log was read to.
    mutating func append(_ frames: [Frame], end: Cursor) {
        if let last = frames.last(where: \.entry.rewritesOthers) {
            batches = []
            (count, size) = (0, 0)
            start = Cursor(epoch: end.epoch, offset: last.entry.offset)
        }
        for frame in frames where frame.entry.movesAudience { put(right: frame.entry) }
        let kept = frames.filter { $0.entry.offset > start.offset }
        if !kept.isEmpty { batches.append(kept) }
        count += kept.count
        size += kept.reduce(0) { $0 + $1.size }
        self.end = end
        while count > Self.rows || size > Self.bytes, let oldest = batches.first, let last = oldest.last {
            count -= oldest.count
            size -= oldest.reduce(0) { $0 + $1.size }
            start = Cursor(epoch: end.epoch, offset: last.entry.offset)
            batches.removeFirst()
        }
    }

    /// Older rows of the same subject are for who may see it now.
    private mutating func put(right entry: LogEntry) {
        for batch in batches.indices {
            for index in batches[batch].indices where batches[batch][index].entry.subject == entry.subject {
                batches[batch][index].entry.audienceNow = entry.audienceNow
            }
        }
    }

    /// At most `limit` changes behind `offset`, which must be covered.
    /// - Parameter interest: read at `end`.
    func page(after offset: Int64, limit: Int, for interest: Interest) -> CatchUp {
        var frames: [(Encoded, Int64)] = []
        for frame in batches.lazy.joined() where frame.entry.offset > offset {
            guard let encoded = frame.encoded(for: interest) else { continue }
            if frames.count == limit {
                return CatchUp(frames: frames, end: frames[limit - 1].1, more: true, interest: interest)
            }
            frames.append((encoded, frame.entry.offset))
        }
        return CatchUp(frames: frames, end: end.offset, more: false, interest: interest)
    }
}

/// What a listener missed, page by page.
struct CatchUp: Sendable {
    /// Each with its offset in the log, ascending.
    let frames: [(encoded: Encoded, offset: Int64)]
    /// Where the page ends, also when nothing on it is for the listener.
    let end: Int64
    let more: Bool
    /// What they may see, as of the reading.
    let interest: Interest
}

extension CatchUp {
    /// A page from the log itself.
    init(_ page: LogPage) {
        frames = page.changes.map { change in
            let text = ChangeText.of(change.entry, change.view, toStaff: change.toStaff)
            let cursor = Cursor(epoch: page.cursor.epoch, offset: change.entry.offset)
            return (.change(text, at: cursor), change.entry.offset)
        }
        (end, more, interest) = (page.cursor.offset, page.more, page.interest)
    }
}

extension LogEntry {
    /// Whether bodies of older rows may be others now: a name changed, or a person left.
    fileprivate var rewritesOthers: Bool { isReference && !after.allSatisfy(\.isPersonal) }

    /// A removal for one person alone, who lost a scope, says nothing about others: it has nothing before it.
    fileprivate var movesAudience: Bool { isGuarded && !before.isEmpty }
}
