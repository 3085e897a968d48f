import CPostgreSQL
import NoteItCore

/// An error of PostgreSQL.
struct PostgreSQLFault: Error, CustomStringConvertible {
    /// SQLSTATE: https://www.postgresql.org/docs/15/errcodes-appendix.html. Empty if the connection failed.
    var code: String
    var message: String
    /// Whether the connection is lost.
    var isLost = false

    var description: String { code.isEmpty ? message : "\(message) (\(code))" }

    /// What an operator does about it; empty if nobody knows.
    var mend: String {
        switch code {
        case "53100": Self.room
        case "42501": "Make its user the owner of the database and of its tables: ALTER DATABASE ... OWNER TO ..."
        case "" where isLost: "Check that PostgreSQL runs, and the standby that synchronous_standby_names waits for."
        default: ""
        }
    }

    static let room = "Make room on the disk of the database."

    /// The fault, with what an operator does about it.
    var advice: String { mend.isEmpty ? description : "\(message.trimmingSuffix(".")). \(mend)" }

    /// The database has a schema that this program cannot serve.
    static func otherSchema(_ state: PostgreSQLSchema.State?, known: Int) -> PostgreSQLFault {
        guard let state, state.reached > known else {
            return PostgreSQLFault(code: "", message: "The database has another schema now. Start noteitd again.")
        }
        let newer = StoreError.newer(found: max(state.reached, state.oldest), known: known)
        return PostgreSQLFault(code: "", message: newer.description)
    }

    /// A call that was broken off, or may not begin.
    static let cut = PostgreSQLFault(code: "", message: "The database does not answer.", isLost: true)

    /// The database takes no writes any more, and may lag behind.
    static let standby = PostgreSQLFault(code: "", message: StoreError.standby.description)

    /// Another was promoted since.
    static let formerPrimary = PostgreSQLFault(
        code: "", message: "The database is on a former primary. Stop that one, or make it a standby of the new one.")

    /// The database was moved, or is being moved.
    static let moved = PostgreSQLFault(code: "", message: "The database was moved. Start noteitd again.")

    /// The store was closed.
    static let closed = PostgreSQLFault(code: "", message: "The database is closed.")

    /// A commit was sent, and nobody could be asked whether it is stored.
    static let unknownOutcome = DomainError.unavailable(
        "The database does not answer. It is not known whether this was stored. Send it again with the same id.")
}

extension PostgreSQLEngine {
    func domainError(_ error: any Error) -> any Error {
        switch error {
        case EngineFault.corrupt: DomainError.unavailable("The database cannot be read; nothing was stored.")
        // Of a connection that was lost, or that cannot be opened again.
        case EngineFault.transactionEnded, EngineFault.tableChanged, is StoreError: Self.lost
        case let fault as PostgreSQLFault: fault.domainError ?? fault
        default: searchFile?.domainError(error) ?? error
        }
    }

    func storageFault(_ error: any Error) -> String? {
        switch error {
        case EngineFault.corrupt: "The database is damaged."
        case let fault as PostgreSQLFault: fault.storageFault
        default: nil
        }
    }

    static let lost = DomainError.unavailable("The database cannot be reached; nothing was stored. Try again.")
}

extension PostgreSQLFault {
    fileprivate var domainError: DomainError? {
        if isLost { return PostgreSQLEngine.lost }
        return switch code {
        case "53100": .unavailable("The disk is full; nothing was stored. Reading still works.")
        case "25006": .unavailable("The database is read-only; nothing was stored. Reading still works.")
        case "40001", "40P01", "55P03": .unavailable("The database is busy; nothing was stored. Try again.")
        case "57014": .unavailable("The query took too long. Ask for less: fewer or longer words, or a shorter time span.")
        case "22021": .invalid("text", "must not contain the character U+0000")
        case "": .unavailable(message)
        default: ["08", "53", "57", "58", "XX"].contains(code.prefix(2)) ? PostgreSQLEngine.lost : nil
        }
    }

    fileprivate var storageFault: String? {
        switch code {
        case "53100": "The disk of the database is full."
        case "25006": "The database is read-only."
        case "58030": "The disk of the database fails: \(message)."
        case "XX001", "XX002": "The database is damaged."
        default: nil
        }
    }
}
