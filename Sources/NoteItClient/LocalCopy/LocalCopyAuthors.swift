import Foundation
import NoteItCore

extension Author {
    /// Takes away what staff alone see, once the reader is no longer of them: the email, and the name behind an alias. The server
    /// sends what they see instead a moment later.
    /// - Parameter standIn: an identity for until then; not the author's.
    mutating func hide(anonymous: Bool, standIn: UUID) {
        email = nil
        // What is an alias already stays.
        if anonymous, self != .anonymous(id) { self = .anonymous(Account.ID(standIn)) }
    }
}
