import GRDB
import NoteItCore

/// What a page of the log holds, before it is known what its reader gets of it.
struct LogWindow {
    /// Ascending.
    private var items: [LogItem] = []
    /// Where the page ends; nil at the end of the log.
    private var end: LogPosition?
    private let start: LogPosition

    /// - Parameters:
    ///   - offsets: of the rows after `start`, ascending; that of a row that was begun too. More than `limit` say that the log
    ///     goes on after them.
    ///   - limit: of items.
    ///   - reader: nil for everyone.
    init(
        _ offsets: [Int64], after start: LogPosition, limit: Int, for reader: Interest?, _ db: Database,
        load: (Int64) throws -> LogRow
    ) throws {
        self.start = start
        for offset in offsets {
            guard items.count < limit else {
                end = items.last?.position
                return
            }
            let row = try load(offset)
            // A client may purge what it holds when it hears of a loss. So no subject moves past one to a newer row.
            if reader != nil, row.change == .scopeRevoked, !items.isEmpty {
                end = LogPosition(offset - 1)
                return
            }
            let key = offset - 1 == start.offset ? start.key : nil
            let expansion = try LogExpansion(of: row, for: reader, after: key, room: limit - items.count, db)
            items += expansion.items
            guard expansion.isComplete else {
                end = items.last?.position
                return
            }
        }
        if offsets.count > limit { end = offsets.last.map { LogPosition($0) } }
    }

    /// The places at which each subject stands for the last time.
    private var newest: [LogItem.Key: Int] {
        Dictionary(items.enumerated().map { ($1.key, $0) }) { _, last in last }
    }

    /// What one reader gets: each subject once, as it is now.
    func page(of interest: Interest, _ head: LogHead, _ db: Database) throws -> LogPage {
        let newest = newest
        var (changes, budget, end): ([(LogPosition, Delivery)], PageBudget, LogPosition?) = ([], PageBudget(), end)
        var last = start
        for (index, item) in items.enumerated() where newest[item.key] == index {
            if let delivery = try item.delivery(to: interest, db) {
                guard budget.takes(delivery.size) else {
                    end = last
                    break
                }
                changes.append((item.position, delivery))
            }
            last = item.position
        }
        return LogPage(
            changes: changes, cursor: Cursor(epoch: head.epoch, end ?? head.position), more: end != nil, interest: interest)
    }

    /// What everyone gets: each subject as it is now at its newest place, and at older ones for those who lost sight of it.
    func batch(_ head: LogHead, upTo last: LogPosition, _ db: Database) throws -> LogBatch {
        var (entries, budget, found): ([LogEntry?], PageBudget, [LogItem.Key: LogSubject?]) = ([], PageBudget(), [:])
        var (places, lastPosition): ([LogItem.Key: Int], LogPosition) = ([:], start)
        for (index, item) in items.enumerated() {
            let subject = try found[item.key] ?? LogSubject.find(item, db)
            found[item.key] = subject
            let entry = try item.entry(subject)
            guard budget.takes(entry.plain.size) else {
                return LogBatch(entries: entries.compactMap(\.self), head: head, end: lastPosition)
            }
            if let older = places[item.key] { entries[older] = entries[older]?.superseded(by: entry) }
            places[item.key] = index
            if let owner = item.owner, let shared = places[item.shared] { entries[shared] = entries[shared]?.without(owner) }
            entries.append(entry)
            lastPosition = item.position
        }
        return LogBatch(entries: entries.compactMap(\.self), head: head, end: end ?? last)
    }
}

extension Delivery {
    /// In bytes, roughly.
    fileprivate var size: Int { (body?.utf8.count ?? 0) + 128 }
}

extension LogItem {
    private func delivery(of subject: LogSubject? = nil, body: String? = nil) -> Delivery {
        Delivery(
            change: scope?.change ?? .changed, type: type, subject: self.subject, rev: subject?.rev, course: scope?.course,
            section: scope?.section, body: body)
    }

    /// What one reader, whom the row concerned, gets of it; nil: nothing.
    fileprivate func delivery(to interest: Interest, _ db: Database) throws -> Delivery? {
        if let scope { return scope.change.moves ? delivery() : nil }
        guard let found = try LogSubject.find(self, db), interest.sees(found.audience) else {
            return isRefresh ? nil : delivery()
        }
        if interest.isInsider(of: found.audience), let insider = found.insider {
            return try delivery(of: found, body: insider())
        }
        return try delivery(of: found, body: found.plain())
    }

    fileprivate func entry(_ found: LogSubject?) throws -> LogEntry {
        let audience = found?.audience
        let heard = isRefresh ? (isForInsiders ? audience?.insiders : audience?.topics) ?? [] : heard
        return LogEntry(
            position: position, heard: heard, rowTopics: rowTopics, audience: audience, isRefresh: isRefresh,
            isForInsiders: isForInsiders,
            plain: delivery(of: found, body: try found?.plain()),
            insider: try found?.insider.map { delivery(of: found, body: try $0()) })
    }
}
