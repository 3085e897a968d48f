import NoteItCore

/// The newest changes of the log, encoded as they were published: listeners that come back soon catch up from memory.
///
/// A newer frame of a subject replaces the older, but for those who lost sight of it between the two. So what is kept is what the
/// log itself would give, to everyone who neither joined nor left a course meanwhile.
struct RecentLog: Sendable {
    /// Bounds of what is kept: frames, and bytes of them.
    static let rows = 2_048
    private static let bytes = 8 << 20

    /// Ascending. The first ones may be forgotten: see `first`.
    private var frames: [Frame] = []
    private var first = 0
    private var size = 0
    /// Where the newest frame of a subject stands, counted over all that were ever kept.
    private var newest: [LogEntry.Key: Int] = [:]
    private var forgotten = 0
    /// Since when people's places are as they are: the last row by which somebody joined or left.
    private var moved: [Account.ID: Int64] = [:]
    /// Rows up to this one are not kept.
    private var start: Cursor
    private(set) var end: Cursor

    init(at cursor: Cursor) {
        start = cursor
        end = cursor
    }

    /// Whether it holds all that the log has after `cursor`, up to `end`, for somebody who has not moved since.
    func covers(_ cursor: Cursor, for account: Account.ID) -> Bool {
        cursor.epoch == end.epoch && (start.position...end.position).contains(cursor.position)
            && moved[account, default: 0] <= cursor.offset
    }

    mutating func append(_ batch: FrameBatch) {
        for frame in batch.frames {
            if frame.entry.change.moves {
                for account in frame.entry.heard.compactMap(\.account) { moved[account] = frame.position.offset }
            }
            var key = frame.entry.key
            supersede(key, by: frame)
            newest[key] = forgotten + frames.count
            if !key.isForInsiders {
                key.isForInsiders = true
                supersede(key, by: frame)
            }
            frames.append(frame)
            size += frame.size
        }
        end = batch.end
        makeRoom()
    }

    private mutating func supersede(_ key: LogEntry.Key, by newer: Frame) {
        guard let place = newest.removeValue(forKey: key).map({ $0 - forgotten }), place >= first else { return }
        size -= frames[place].size
        frames[place] = frames[place].superseded(by: newer)
        size += frames[place].size
    }

    private mutating func makeRoom() {
        while frames.count - first > Self.rows || size > Self.bytes, first < frames.count {
            let oldest = frames[first]
            size -= oldest.size
            if newest[oldest.entry.key] == forgotten + first { newest[oldest.entry.key] = nil }
            start = Cursor(epoch: end.epoch, oldest.position)
            first += 1
        }
        guard first > Self.rows else { return }
        moved = moved.filter { $0.value > start.offset }
        frames.removeFirst(first)
        (forgotten, first) = (forgotten + first, 0)
    }

    /// At most `limit` changes after `position`, which must be covered.
    /// - Parameter interest: read at `end`.
    func page(after position: LogPosition, limit: Int, for interest: Interest) -> CatchUp {
        var (found, budget): ([(Encoded, LogPosition)], Int) = ([], 1 << 20)
        for frame in frames[first(after: position)...] {
            guard let encoded = frame.encoded(for: interest) else { continue }
            budget -= frame.size
            if let last = found.last, found.count == limit || budget < 0 {
                return CatchUp(frames: found, end: last.1, more: true, interest: interest)
            }
            found.append((encoded, frame.position))
        }
        return CatchUp(frames: found, end: end.position, more: false, interest: interest)
    }

    /// The place of the first frame after `position`: a binary search.
    private func first(after position: LogPosition) -> Int {
        var (low, high) = (first, frames.count)
        while low < high {
            let middle = (low + high) / 2
            if frames[middle].position <= position { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// What a listener missed, page by page.
struct CatchUp: Sendable {
    /// Ascending.
    let frames: [(encoded: Encoded, position: LogPosition)]
    /// Where the page ends, also when nothing on it is for the listener.
    let end: LogPosition
    let more: Bool
    /// What they may see, as of the reading.
    let interest: Interest
}

extension CatchUp {
    /// A page from the log itself.
    init(_ page: LogPage) {
        frames = page.changes.map { position, delivery in
            (.change(delivery.text, at: Cursor(epoch: page.cursor.epoch, position)), position)
        }
        (end, more, interest) = (page.cursor.position, page.more, page.interest)
    }
}
