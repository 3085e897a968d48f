import Foundation
import NoteItCore

extension SQLStore {
    public func leave(_ id: Account.ID, ifPassword password: String?) async throws {
        try await delete(id, ifPassword: password, by: id)
    }

    /// - Parameter actor: nil for the operator.
    func delete(_ id: Account.ID, ifPassword password: String?, by actor: Account.ID?) async throws {
        let unseen = try await commit { tx in
            try AccountRow.requirePresent(id, tx.db)
            try AccountRow.requirePassword(password, of: id, tx.db)
            let privates: [Event.ID] = try tx.db.column(
                "SELECT id FROM event WHERE author_id = ? AND visibility = 'private' AND deleted_at IS NULL", id)
            for event in privates { try EventRow.delete(event: event, by: id, reason: nil, tx) }
            try SearchIndex.forget(privates, tx.db)
            let unseen = try AttachmentRow.deleteUnseen(of: id, tx.db)
            try forgetDeletedWords(of: id, tx.db)
            try HandleRow.retire(of: id, tx.db)
            try RosterRow.forget(id, tx.db)
            try InvitationRow.forget(id, tx.db)
            try tx.db.send(
                """
                UPDATE account SET email = NULL, email_key = NULL, password = NULL, handle = NULL, display_name = ?, left_at = ?
                WHERE id = ?
                """, Self.formerMember, tx.now.seconds, id)
            try DegreePlanRow.forget(id, tx)
            try tx.log.renamed(id)
            for table in [
                "schedule", "seat_watch", "notification", "broadcast_receipt", "event_mark", "reply_thanks", "preference",
                "muted_course", "verified_email", "instructor_claim", "password_reset", "join_request", "removed_member",
                "follow", "mail_settings", "delivery", "device_sign_in", "push_device", "ntfy_topic", "lti_person",
            ] {
                try tx.db.send("DELETE FROM \(table) WHERE account_id = ?", id)
            }
            try CalendarFollowing.forget(id, tx.db)
            try StudyState.forget(id, tx.db)
            try tx.db.send("DELETE FROM enrollment WHERE account_id = ?", id)
            try tx.db.send("DELETE FROM former_enrollment WHERE account_id = ?", id)
            try SessionRow.signOut(everySessionOf: id, tx)
            _ = try ApiTokenRow.end(allOf: id, tx)
            _ = try WebhookRow.end(allOf: id, tx.db)
            try SecondFactorRow.forget(id, tx.db)
            try SignOnRow.forget(id, tx.db)
            try AuditRow.add(.left, by: actor, subject: id.description, tx)
            return unseen
        }
        await removeUnused(unseen)
    }
}

/// Erases the texts that a person deleted or kept private. The rows stay, because the log and event numbers refer to them.
private func forgetDeletedWords(of account: Account.ID, _ db: SQLConnection) throws {
    try db.send(
        "DELETE FROM due_change WHERE event_id IN (SELECT id FROM event WHERE author_id = ? AND deleted_by = author_id)",
        account)
    try db.send(
        """
        UPDATE event SET title = '-', body = '', tags = '[]', latest_reply = NULL, due = NULL, due_day = NULL, deleted_why = NULL
        WHERE author_id = ? AND deleted_by = author_id
        """, account)
    try db.send(
        "UPDATE reply SET body = '-', deleted_why = NULL WHERE author_id = ? AND deleted_by = author_id", account)
    try db.send(
        """
        UPDATE reply SET body = '-' WHERE author_id = ? AND event_id IN (SELECT id FROM event WHERE deleted_by = author_id)
        """, account)
}
