/// The primary behind a connection.
///
/// A standby that is promoted begins a new timeline, and so does a restored backup. What a synchronous standby has not got was
/// acknowledged to nobody; of another one nobody knows what it lacks. So the timeline, and whether a standby was waited for, are
/// stored in the database.
/// - Source: https://www.postgresql.org/docs/15/continuous-archiving.html#BACKUP-TIMELINES
struct PostgreSQLPrimary {
    let timeline: Int64
    let isSynchronous: Bool
    /// As they were stored.
    private let former: Int64
    private let wasSynchronous: Bool
    /// The newest row of its log.
    let tail: PostgreSQLTail
    /// Whether the log lacks a row that this process saw.
    private let lacksRows: Bool
    /// Whether this process saw a row of this epoch.
    private let isVouchedFor: Bool

    /// SQL of the number of the timeline. The control file knows it only after a checkpoint.
    static let timeline = "('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint"
    /// SQL of whether commits wait for a standby.
    static let isSynchronous = "current_setting('synchronous_standby_names') <> ''"

    init(comparedWith seen: [PostgreSQLTail], _ db: SQLConnection) throws {
        let row = try stored(
            try db.first(
                """
                SELECT \(Self.timeline), \(Self.isSynchronous), s.timeline, s.is_synchronous, h.epoch, h.head, h.pruned,
                    \(PostgreSQLTail.digest(at: "h.head"))
                FROM noteit_schema s, log_head h WHERE s.id = 1 AND h.id = 1
                """))
        (timeline, isSynchronous, former, wasSynchronous) = (row[0], row[1], row[2], row[3])
        let (tail, pruned): (PostgreSQLTail, Int64) = (PostgreSQLTail(epoch: row[4], offset: row[5], digest: row[7]), row[6])
        let ours = seen.filter { $0.epoch == tail.epoch }
        lacksRows = try ours.contains { one in
            if one.offset > tail.offset { return true }
            guard one.offset > pruned, let digest = one.digest else { return false }
            let found: String? = try db.value("SELECT \(PostgreSQLTail.digest(at: "?"))", one.offset)
            return found != digest
        }
        isVouchedFor = !ours.isEmpty
        self.tail = tail
    }

    var isAsKnown: Bool { timeline == former && isSynchronous == wasSynchronous && !lacksRows }

    /// Whether another process may know that no row is lost, which this one does not.
    var needsWitness: Bool { timeline != former && wasSynchronous && !isVouchedFor }

    /// Whether rows may be lost that somebody has read.
    var mayLackRows: Bool { lacksRows || timeline != former && !(wasSynchronous && isVouchedFor) }
}
