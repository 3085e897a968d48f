import NoteItCore

/// The items of a page of the log, before they are turned into what readers get.
struct LogWindow {
    /// Ascending.
    private var items: [LogItem] = []
    /// Where the page ends; nil at the end of the log.
    private var end: LogPosition?
    private let start: LogPosition

    /// - Parameters:
    ///   - offsets: the offsets of the rows after `start`, ascending, including a row that was begun. If they are more than
    ///     `limit`, the log goes on after them.
    ///   - limit: the most items.
    ///   - reader: nil for everyone.
    init(
        _ offsets: [Int64], after start: LogPosition, limit: Int, for reader: Interest?, _ db: SQLConnection,
        load: (Int64) throws -> LogRow
    ) throws {
        self.start = start
        for offset in offsets {
            guard items.count < limit else {
                end = items.last?.position
                return
            }
            let row = try load(offset)
            if let reader, row.change.moves, !reader.hears(of: .none, in: row.course) { continue }
            // A client may purge its copy when it hears of a loss, so a page with earlier items ends before a loss.
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

    /// The index of each subject's last item.
    private var newest: [LogEntry.Key: Int] {
        Dictionary(items.enumerated().map { ($1.key, $0) }) { _, last in last }
    }

    /// The page for one reader: each subject once, in its present state.
    func page(of interest: Interest, _ head: LogHead, _ db: SQLConnection) throws -> LogPage {
        let newest = newest
        var (changes, budget, end): ([(LogPosition, Delivery)], PageBudget, LogPosition?) = ([], PageBudget(), end)
        var subjects = LogSubjects(of: items)
        for (index, item) in items.enumerated() where newest[item.key] == index {
            guard let delivery = try item.delivery(to: interest, { try subjects.find(index, db) }) else { continue }
            guard budget.takes(delivery.size) else {
                end = changes.last?.0
                break
            }
            changes.append((item.position, delivery))
        }
        return LogPage(
            changes: changes, cursor: LogCursor(epoch: head.epoch, end ?? head.position), more: end != nil, interest: interest)
    }

    /// The batch for everyone: each item with the present state of its subject.
    func batch(_ head: LogHead, upTo last: LogPosition, _ db: SQLConnection) throws -> LogBatch {
        var (entries, budget, found): ([LogEntry], PageBudget, [LogEntry.Key: LogSubject?]) = ([], PageBudget(), [:])
        var subjects = LogSubjects(of: items)
        for (index, item) in items.enumerated() {
            let subject = try found[item.key] ?? subjects.find(index, db)
            found[item.key] = subject
            let entry = try item.entry(subject)
            guard budget.takes(entry.plain.size) else {
                return LogBatch(entries: entries, head: head, end: entries.last?.position ?? start)
            }
            entries.append(entry)
        }
        return LogBatch(entries: entries, head: head, end: end ?? last)
    }
}

extension Delivery {
    /// In bytes, roughly.
    fileprivate var size: Int { (body?.utf8.count ?? 0) + 128 }
}

extension LogItem {
    /// The row by which a person joined or left a course, or a session ended.
    private var scope: LogRow? { type == .none ? row : nil }

    private func delivery(of subject: LogSubject? = nil, body: String? = nil) -> Delivery {
        Delivery(
            change: scope?.change ?? .changed, type: type, subject: self.subject, rev: subject?.rev, course: scope?.course,
            section: scope?.section, body: body)
    }

    /// What a reader whom the row concerned gets; nil for nothing.
    fileprivate func delivery(to interest: Interest, _ find: () throws -> LogSubject?) throws -> Delivery? {
        if let scope { return scope.change.moves ? delivery() : nil }
        let found = try find()
        guard interest.hears(of: type, in: place(of: found)) else { return nil }
        guard let found, interest.sees(found.audience) else {
            return isRefresh ? nil : delivery()
        }
        if interest.isInsider(of: found.audience), let insider = found.insider {
            return try delivery(of: found, body: insider())
        }
        return try delivery(of: found, body: found.plain())
    }

    /// The course to which the subject belongs. A new name concerns several.
    private func place(of found: LogSubject?) -> Course.ID? { row.course ?? found?.audience.place }

    fileprivate func entry(_ found: LogSubject?) throws -> LogEntry {
        let (audience, topics) = (found?.audience, row.heard)
        let present = (isForInsiders ? audience?.insiders : audience?.topics) ?? []
        return LogEntry(
            position: position, heard: isRefresh ? present : owner.map { [.account($0)] } ?? topics, rowTopics: topics,
            audience: audience, isRefresh: isRefresh, place: place(of: found),
            plain: delivery(of: found, body: try found?.plain()),
            insider: try found?.insider.map { delivery(of: found, body: try $0()) })
    }
}
