import NoteItCore

/// The newest changes of the log, encoded as they were published. Listeners that reconnect soon catch up from memory.
///
/// A newer frame of a subject replaces the older one, except for readers that hear only of the older. So memory gives the same as
/// the log, to every reader that has neither joined nor left a course since.
struct RecentLog: Sendable {
    /// The bounds of memory, in frames and in bytes.
    static let rows = 2_048
    private static let bytes = 8 << 20

    private struct Slot {
        let position: LogPosition
        /// Nil once a newer frame replaces it.
        var frame: Frame?
    }

    /// Ascending.
    private var slots: [Slot] = []
    /// The index of the oldest frame that is kept.
    private var first = 0
    private var size = 0
    /// The numbers of a subject's frames. A frame's number is `forgotten` plus its index.
    private var numbers: [LogEntry.Key: [Int]] = [:]
    private var forgotten = 0
    /// The last row by which an account joined or left a course.
    private var moved: [Account.ID: Int64] = [:]
    /// Only rows after this one are kept.
    private var start: Cursor
    private(set) var end: Cursor

    init(at cursor: Cursor) {
        start = cursor
        end = cursor
    }

    /// Whether memory holds every row after `cursor` up to `end`, and the account has not moved since.
    func covers(_ cursor: Cursor, for account: Account.ID) -> Bool {
        cursor.epoch == end.epoch && (start.position...end.position).contains(cursor.position)
            && moved[account, default: 0] <= cursor.offset
    }

    mutating func append(_ batch: FrameBatch) {
        for account in batch.moved { moved[account] = batch.end.offset }
        for frame in batch.frames {
            var key = frame.entry.key
            supersede(key, by: frame)
            numbers[key, default: []].append(forgotten + slots.count)
            key.isForInsiders.toggle()
            supersede(key, by: frame)
            if let owner = key.owner, key.type == .notification { part(owner, from: key.subject) }
            slots.append(Slot(position: frame.position, frame: frame))
            size += frame.size
        }
        end = batch.end
        makeRoom()
    }

    /// Replaces the older frames of `key`.
    private mutating func supersede(_ key: LogEntry.Key, by newer: Frame) {
        guard let older = numbers[key] else { return }
        let left = older.filter { number in
            let index = number - forgotten
            guard index >= first, let frame = slots[index].frame else { return false }
            let rest = frame.superseded(by: newer)
            slots[index].frame = rest
            size += (rest?.size ?? 0) - frame.size
            return rest != nil
        }
        numbers[key] = left.isEmpty ? nil : left
    }

    /// One of the owners of a shared notification has read it.
    private mutating func part(_ owner: Account.ID, from subject: String) {
        let shared = LogEntry.Key(type: .notification, subject: subject, owner: nil)
        for index in (numbers[shared] ?? []).map({ $0 - forgotten }) where index >= first {
            slots[index].frame = slots[index].frame?.without(owner)
        }
    }

    private mutating func makeRoom() {
        while slots.count - first > Self.rows || size > Self.bytes, first < slots.count {
            if let oldest = slots[first].frame {
                size -= oldest.size
                numbers[oldest.entry.key]?.removeAll { $0 <= forgotten + first }
                if numbers[oldest.entry.key]?.isEmpty == true { numbers[oldest.entry.key] = nil }
                start = Cursor(epoch: end.epoch, oldest.position)
            }
            slots[first].frame = nil
            first += 1
        }
        guard first > Self.rows else { return }
        moved = moved.filter { $0.value > start.offset }
        slots.removeFirst(first)
        (forgotten, first) = (forgotten + first, 0)
    }

    /// The index of the first frame after `position`, by binary search, since most readers who return missed little and need not
    /// pass all frames.
    private func index(after position: LogPosition) -> Int {
        var range = first..<slots.count
        while !range.isEmpty {
            let middle = (range.lowerBound + range.upperBound) / 2
            range = slots[middle].position > position ? range.lowerBound..<middle : middle + 1..<range.upperBound
        }
        return range.lowerBound
    }

    /// Each subject once, at its newest row on the page, as a page of the log has it.
    /// - Parameters: `position`: covered; `limit`: of changes; `interest`: read at `end`.
    func page(after position: LogPosition, limit: Int, for interest: Interest) -> CatchUp {
        var (found, told, count, budget): ([(Encoded, LogPosition)?], [LogEntry.Key: Int], Int, Int) = ([], [:], 0, 1 << 20)
        var last = position
        for slot in slots[index(after: position)...] {
            guard let frame = slot.frame, let encoded = frame.encoded(for: interest) else { continue }
            var key = frame.entry.key
            key.isForInsiders = false
            if frame.entry.change == .changed, let older = told[key] {
                // A reader of the log would have the older row alone.
                guard frame.entry.isInLog(of: interest) else {
                    last = frame.position
                    continue
                }
                found[older] = nil
            } else {
                budget -= frame.size
                guard count == 0 || count < limit && budget >= 0 else {
                    return CatchUp(frames: found.compactMap(\.self), end: last, more: true, interest: interest)
                }
                count += 1
            }
            told[key] = found.count
            found.append((encoded, frame.position))
            last = frame.position
        }
        return CatchUp(frames: found.compactMap(\.self), end: end.position, more: false, interest: interest)
    }
}

/// A page of the changes that a listener missed.
struct CatchUp: Sendable {
    /// Ascending.
    let frames: [(encoded: Encoded, position: LogPosition)]
    /// The end of the page, even if no change on it is for the listener.
    let end: LogPosition
    let more: Bool
    /// Read with the page.
    let interest: Interest
}

extension CatchUp {
    /// A page of the log.
    init(_ page: LogPage) {
        frames = page.changes.map { position, delivery in
            (.change(delivery.text, at: Cursor(epoch: page.cursor.epoch, position)), position)
        }
        (end, more, interest) = (page.cursor.position, page.more, page.interest)
    }
}
