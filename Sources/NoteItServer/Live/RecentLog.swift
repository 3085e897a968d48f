import NoteItCore

/// The newest changes of the log, encoded as they were published: listeners that come back soon catch up from memory.
///
/// A newer frame of a subject replaces the older, but for those who hear of the older alone and may not see it any more. So what is
/// kept is what the log itself would give, to everyone who neither joined nor left a course meanwhile.
struct RecentLog: Sendable {
    /// Bounds of what is kept: frames, and bytes of them.
    static let rows = 2_048
    private static let bytes = 8 << 20

    /// Ascending; nil where a newer one stands for it.
    private var frames: [Frame?] = []
    /// Those before it are forgotten.
    private var first = 0
    private var size = 0
    /// Where the frames of a subject stand, counted over all that were ever kept.
    private var places: [LogEntry.Key: [Int]] = [:]
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
        for account in batch.moved { moved[account] = batch.end.offset }
        for frame in batch.frames {
            var key = frame.entry.key
            supersede(key, by: frame)
            places[key, default: []].append(forgotten + frames.count)
            key.isForInsiders.toggle()
            supersede(key, by: frame)
            if let owner = key.owner, key.type == .notification { part(owner, from: key.subject) }
            frames.append(frame)
            size += frame.size
        }
        end = batch.end
        makeRoom()
    }

    /// Replaces the older frames under `key`.
    private mutating func supersede(_ key: LogEntry.Key, by newer: Frame) {
        guard let older = places[key] else { return }
        let left = older.filter { number in
            let place = number - forgotten
            guard place >= first, let frame = frames[place] else { return false }
            frames[place] = frame.superseded(by: newer)
            size += (frames[place]?.size ?? 0) - frame.size
            return frames[place] != nil
        }
        places[key] = left.isEmpty ? nil : left
    }

    /// One of those who were told something together has read it.
    private mutating func part(_ owner: Account.ID, from subject: String) {
        let shared = LogEntry.Key(type: .notification, subject: subject, owner: nil, isForInsiders: false)
        for place in (places[shared] ?? []).map({ $0 - forgotten }) where place >= first {
            frames[place] = frames[place].map { Frame($0.entry.without(owner), epoch: end.epoch) }
        }
    }

    private mutating func makeRoom() {
        while frames.count - first > Self.rows || size > Self.bytes, first < frames.count {
            if let oldest = frames[first] {
                size -= oldest.size
                places[oldest.entry.key]?.removeAll { $0 <= forgotten + first }
                if places[oldest.entry.key]?.isEmpty == true { places[oldest.entry.key] = nil }
                start = Cursor(epoch: end.epoch, oldest.position)
            }
            frames[first] = nil
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
        var (found, told, budget): ([(Encoded, LogPosition)], Set<LogEntry.Key>, Int) = ([], [], 1 << 20)
        for frame in frames[first...] {
            guard let frame, frame.position > position, let encoded = frame.encoded(for: interest) else { continue }
            var key = frame.entry.key
            key.isForInsiders = false
            // Each says the same of its subject.
            if frame.entry.change == .changed, !told.insert(key).inserted { continue }
            budget -= frame.size
            if let last = found.last, found.count == limit || budget < 0 {
                return CatchUp(frames: found, end: last.1, more: true, interest: interest)
            }
            found.append((encoded, frame.position))
        }
        return CatchUp(frames: found, end: end.position, more: false, interest: interest)
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
