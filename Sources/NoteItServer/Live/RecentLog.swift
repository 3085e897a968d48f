import NoteItCore

/// The newest changes of the log, encoded as they were published. Listeners that reconnect soon catch up from memory.
struct RecentLog: Sendable {
    /// The bounds of memory, in frames and in bytes.
    static let rows = 2_048
    private static let bytes = 8 << 20

    /// Ascending.
    private var frames: [LogFrame] = []
    private var size = 0
    /// The last row by which an account joined or left a course.
    private var moved: [Account.ID: Int64] = [:]
    /// The cursor after which all rows are kept.
    private var start: LogCursor
    private(set) var end: LogCursor

    init(at cursor: LogCursor) {
        start = cursor
        end = cursor
    }

    /// Whether memory holds every row after `cursor` up to `end`, and the account has not moved since.
    func covers(_ cursor: LogCursor, for account: Account.ID) -> Bool {
        cursor.epoch == end.epoch && (start.position...end.position).contains(cursor.position)
            && moved[account, default: 0] <= cursor.offset
    }

    mutating func append(_ batch: FrameBatch) {
        for account in batch.moved { moved[account] = batch.end.offset }
        frames += batch.frames
        size += batch.frames.reduce(0) { $0 + $1.size }
        end = batch.end
        makeRoom()
    }

    private mutating func makeRoom() {
        var excess = 0
        while frames.count - excess > Self.rows || size > Self.bytes, excess < frames.count {
            size -= frames[excess].size
            excess += 1
        }
        guard excess > 0 else { return }
        start = LogCursor(epoch: end.epoch, frames[excess - 1].position)
        frames.removeFirst(excess)
        if moved.count > Self.rows { moved = moved.filter { $0.value > start.offset } }
    }

    /// Each subject once, at the newest row that gives the reader something, as a page of the log has it. It is looked for up to
    /// the end of the log, so that no page gives a state that is not the present one.
    /// - Parameters: `position`: covered; `limit`: of changes; `interest`: read at `end`.
    func page(after position: LogPosition, limit: Int, for interest: Interest) -> CatchUp {
        var (newest, told): ([(frame: LogFrame, encoded: EncodedMessage)], Set<LogEntry.Key>) = ([], [])
        for frame in frames.reversed() {
            guard frame.position > position else { break }
            guard let encoded = frame.encoded(for: interest), told.insert(frame.entry.key).inserted else { continue }
            newest.append((frame, encoded))
        }
        var (page, budget): ([(encoded: EncodedMessage, position: LogPosition)], Int) = ([], 1 << 20)
        for (frame, encoded) in newest.reversed() {
            budget -= frame.size
            if let last = page.last, page.count >= limit || budget < 0 {
                return CatchUp(frames: page, end: last.position, more: true, interest: interest)
            }
            page.append((encoded, frame.position))
        }
        return CatchUp(frames: page, end: end.position, more: false, interest: interest)
    }
}

/// A page of the changes that a listener missed.
struct CatchUp: Sendable {
    /// Ascending.
    let frames: [(encoded: EncodedMessage, position: LogPosition)]
    /// The end of the page, even if no change on it is for the listener.
    let end: LogPosition
    let more: Bool
    /// Read with the page.
    let interest: Interest
}

extension CatchUp {
    init(_ page: LogPage) {
        frames = page.changes.map { position, delivery in
            (.change(delivery.text, at: LogCursor(epoch: page.cursor.epoch, position)), position)
        }
        (end, more, interest) = (page.cursor.position, page.more, page.interest)
    }
}
