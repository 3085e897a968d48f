/// Why a database is not moved, in a sentence that says what to do.
public enum MoveError: Error, CustomStringConvertible, Equatable {
    case sameEngine
    case empty(String)
    case notEmpty(String)
    case otherMove(String, from: String)
    case otherVersion(String)
    case changed(String, table: String)
    case different(String, table: String)
    case unfit(String)
    case otherTables(String)
    case missingRows(String)

    public var description: String {
        switch self {
        case .sameEngine:
            "One of --from and --to must be a file, and the other an address. To copy a file, use noteit-backup; to copy a "
                + "PostgreSQL database, pg_dump."
        case .empty(let place): "The database \(place) has no class to move. Name another with --from."
        case .notEmpty(let place): "The database \(place) is not empty. Name an empty one with --to."
        case .otherMove(let place, let from):
            "The database \(place) has an unfinished move from \(from). Finish that one, or name an empty database with --to."
        case .otherVersion(let place):
            "The move into \(place) was begun by another version of noteitd. Empty that database, and begin again."
        case .changed(let place, let table):
            "The table \(table) has changed since the move began. Empty the database \(place), and begin again."
        case .different(let place, let table):
            "The table \(table) of \(place) is not the same as in the source. Empty that database, and begin again."
        case .unfit(let what): "\(what) PostgreSQL does not take it. Nothing was moved."
        case .otherTables(let table):
            "The table \(table) is not the same in both databases. Install the noteitd that last served the source."
        case .missingRows(let table): "A row of \(table) refers to a missing one. See noteitd check. The source stays in use."
        }
    }
}
