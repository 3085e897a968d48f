import NoteItCore

extension SQLStore {
    public func pin(_ id: Event.ID, _ pinned: Bool, by account: Account.ID) async throws -> Event {
        try await commit { tx in
            let (found, isInsider) = try EventRow.require(id, seenBy: account, tx.db)
            guard isInsider else { throw DomainError.onlyStaffInChargePinEvent }
            guard found.event.isPinned != pinned else { return found.seen(byInsider: true) }
            if pinned {
                try tx.db.requireRoom(
                    under: Event.mostPinned, in: "event WHERE course_id = ? AND pinned = 1 AND deleted_at IS NULL",
                    found.course,
                    else: "\(found.course.code) has \(Event.mostPinned) pinned events. Unpin one first.")
            }
            try tx.db.send("UPDATE event SET pinned = ? WHERE id = ?", pinned, id)
            return try EventRow.published(id, tx).seen(byInsider: true)
        }
    }
}
