import GRDB
import NoteItCore

/// The one place where SQLite's errors become the domain's.
enum DatabaseFault {
    static func domainError(_ error: any Error) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        return switch error.resultCode {
        case .SQLITE_FULL: DomainError.unavailable("The disk is full; nothing was stored. Reading still works.")
        case .SQLITE_READONLY: DomainError.unavailable("The database is read-only; nothing was stored. Reading still works.")
        case .SQLITE_BUSY, .SQLITE_LOCKED: DomainError.unavailable("The database is busy; nothing was stored. Try again.")
        case .SQLITE_INTERRUPT:
            DomainError.unavailable("The question took too long. Ask for less: fewer or longer words, a shorter time.")
        case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_NOMEM, .SQLITE_NOTADB, .SQLITE_CORRUPT:
            DomainError.unavailable("The database cannot be reached; nothing was stored.")
        default: error
        }
    }
}
