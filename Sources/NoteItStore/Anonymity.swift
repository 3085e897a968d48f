import Foundation
import GRDB
import NoteItCore

/// Throws `.forbidden` for staff: who answers for a course does it by name.
func requireMayHide(toStaff isStaff: Bool) throws {
    if isStaff { throw DomainError.forbidden("Staff of the course write under their names. Send it without `anonymous`.") }
}

extension Log {
    /// The alias under which a person writes in a thread, made when they first need it, and told to them alone.
    func alias(of account: Account.ID, in event: Event.ID) throws -> Account.ID {
        let stored = try stored(try EventRow.find(event, db))
        return try NoteItStore.stored(mark(stored, of: account) { $0.alias = $0.alias ?? Account.ID(UUID()) }.alias)
    }
}

extension StoredEvent {
    /// Who may see the name behind the event, or behind a reply to it: everyone in its audience, or the staff among them. A row
    /// for all staff reaches those alone who may see the event.
    func readersOfName(_ isAnonymous: Bool) -> [Topic] { isAnonymous ? [.staff(event.course)] : audience }
}
