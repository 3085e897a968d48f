import Foundation
import GRDB
import NoteItCore

/// Throws `.forbidden` for the staff in charge: they write under their names.
func requireMayHide(asInsider isInsider: Bool) throws {
    if isInsider { throw DomainError.forbidden("Staff of the course write under their names. Send it without `anonymous`.") }
}

extension Log {
    /// The alias under which a person writes in a thread, made when they first need it, and told to them alone.
    func alias(of account: Account.ID, in event: Event.ID) throws -> Account.ID {
        let stored = try stored(try EventRow.find(event, db))
        return try NoteItStore.stored(mark(stored, of: account) { $0.alias = $0.alias ?? Account.ID(UUID()) }.alias)
    }
}
