import NoteItCore

/// Why a database cannot be used. Nothing was written to it.
public enum StoreError: Error, CustomStringConvertible, Equatable {
    case cannotOpen(path: String, why: String, mend: String)
    case notOurs
    case unreleased
    case newer(found: Int, known: Int)
    case inUse(String)
    case moved(to: String)
    case unfinishedMove(from: String)
    // Faults of PostgreSQL alone.
    case beingMoved
    case noLibrary(String)
    case wrongAddress(String)
    case passwordInAddress
    case oldPostgreSQL(Int)
    case standby
    case readOnlyDatabase
    case otherCollation(String)
    case foreignDatabase
    case emptyDatabase
    case noRights
    /// - Parameter names: of the nodes.
    case olderNodes(version: Int, [String])

    public var description: String {
        switch self {
        case .cannotOpen(let path, let why, let mend):
            "The database \(path) cannot be opened: \(why.trimmingSuffix(".")). \(mend)"
        case .notOurs:
            "The file is an SQLite database, but not NoteIt's. Name another file with --database."
        case .unreleased:
            "The database was made by a noteitd from before version 0.3.0, whose databases are not read any more. Move it away, "
                + "or name another file with --database; a new one is made."
        case .newer(let found, let known):
            "The database has schema version \(found), this noteitd knows \(known). Install the newer noteitd that last opened it."
        case .inUse(let path):
            "The database \(path) is in use. Stop every noteitd that serves it first: systemctl stop noteitd"
        case .moved(let place):
            "The database was moved to \(place). Name that one with --database, or move it back with noteitd move."
        case .unfinishedMove(let place):
            "The move from \(place) into this database is not finished. Begin the same noteitd move again."
        case .beingMoved:
            "The database is being moved. Wait until noteitd move has ended."
        case .noLibrary(let why):
            "PostgreSQL's library is missing (\(why)). Install it: apt install libpq5"
        case .wrongAddress(let why):
            "The address of the database cannot be read: \(why.trimmingSuffix(".")). Write postgresql://USER@HOST/DATABASE."
        case .passwordInAddress:
            "The address of the database has a password, which others could read. Take it out, and set PGPASSWORD, or write it to "
                + "~/.pgpass."
        case .oldPostgreSQL(let version):
            "The database runs on PostgreSQL \(version). NoteIt needs PostgreSQL 15 or newer."
        case .standby:
            "The database is a standby, which takes no writes. Name the primary, or promote this one first."
        case .readOnlyDatabase:
            "The database is read-only. Set default_transaction_read_only to off for it and its user."
        case .otherCollation(let name):
            "The database \(name) does not order texts by their bytes. Make it anew: CREATE DATABASE \(name) TEMPLATE template0 "
                + "ENCODING 'UTF8' LOCALE 'C'"
        case .foreignDatabase:
            "The database has tables, but not NoteIt's. Name an empty one with --database."
        case .emptyDatabase:
            "The database is empty. Name another with --database, or make NoteIt's tables in this one: noteitd serve"
        case .olderNodes(let version, let names):
            "The database is in use by an older noteitd\(names.isEmpty ? "" : ": " + names.joined(separator: ", ")). It cannot go on "
                + "with schema version \(version). Upgrade or stop it first."
        case .noRights:
            "The user has no rights to the tables of the database. Make it the owner: ALTER DATABASE ... OWNER TO ..."
        }
    }
}
