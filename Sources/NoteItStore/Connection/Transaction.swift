import Foundation

/// A write transaction: its connection, its time and its log.
struct Transaction {
    let db: SQLConnection
    /// In whole seconds, the precision of all stored times.
    let now: Date

    var log: Log { Log(db: db, now: now) }
}
