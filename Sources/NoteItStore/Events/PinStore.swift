import NoteItCore

extension SQLStore {
    public func pin(_ id: Event.ID, _ pinned: Bool, by account: Account.ID) async throws -> Event {
        try await commit { tx in
            let (found, isInsider) = try EventRow.require(id, seenBy: account, tx.db)
            guard isInsider else { throw DomainError.onlyStaffInChargePinEvent }
            guard found.event.isPinned != pinned else { return found.seen(byInsider: true) }
            if pinned { try requireRoom(in: found.course, tx.db) }
            try tx.db.send("UPDATE event SET pinned = ? WHERE id = ?", pinned, id)
            return try EventRow.published(id, tx).seen(byInsider: true)
        }
    }
}

private func requireRoom(in course: Course.ID, _ db: SQLConnection) throws {
    let count: Int? = try db.value(
        "SELECT COUNT(*) FROM event WHERE course_id = ? AND pinned = 1 AND deleted_at IS NULL", course)
    guard count ?? 0 < Event.mostPinned else {
        throw DomainError.conflict("\(course.code) has \(Event.mostPinned) pinned events. Unpin one first.")
    }
}
