import Foundation
import NoteItCore

/// The tasks that imports made. A task follows its source until the person edits it.
enum ImportTask {
    /// A task is the person's own from now on.
    static func keep(_ task: StudyTask.ID, _ db: SQLConnection) throws {
        try db.send("UPDATE import_task SET follows = 0 WHERE task_id = ? AND follows = 1", task)
    }

    private struct Link {
        var uid: String
        /// Nil if the person deleted it.
        var task: StudyTask.ID?
        var follows, isStudied: Bool
    }

    private static func links(of id: CalendarImport.ID, _ db: SQLConnection) throws -> [Link] {
        try db.decoded(
            """
            SELECT i.uid, i.task_id, i.follows, EXISTS (SELECT 1 FROM study_record r WHERE r.task_id = i.task_id)
            FROM import_task i WHERE i.import_id = ? ORDER BY i.uid
            """, [id]
        ) { Link(uid: $0[0], task: $0[1], follows: $0[2], isStudied: $0[3]) }
    }

    /// Makes the tasks of an import those of its source. Returns whether any task changed, and for how many the person has no room.
    static func replace(
        with tasks: [ImportedTask], of id: CalendarImport.ID, by account: Account.ID, _ tx: Transaction
    ) throws -> (isChanged: Bool, leftOut: Int) {
        var links = try links(of: id, tx.db).keyed(by: \.uid)
        var (seen, isChanged, leftOut): (Set<String>, Bool, Int) = ([], false, 0)
        var room = (
            tasks: try TaskLimit.left(of: account, tx.db),
            exceptions: try TaskLimit.mostExceptions - TaskLimit.exceptions(of: account, tx.db)
        )
        for source in tasks where seen.insert(source.uid).inserted {
            let exceptions = source.task.recurrence?.exceptions.count ?? 0
            if let link = links.removeValue(forKey: source.uid) {
                guard link.follows, let task = link.task, exceptions <= max(room.exceptions, 0) else { continue }
                if try follow(source.task, task, by: account, tx) { isChanged = true }
            } else if room.tasks > 0, exceptions <= room.exceptions {
                room = (room.tasks - 1, room.exceptions - exceptions)
                try add(source, of: id, by: account, tx)
                isChanged = true
            } else {
                leftOut += 1
            }
        }
        for link in links.values.sorted(by: { $0.uid < $1.uid }) {
            try remove(link, of: id, by: account, tx)
            isChanged = true
        }
        if isChanged { try StudyState.touch(account, tx.db) }
        return (isChanged, leftOut)
    }

    private static func add(
        _ source: ImportedTask, of id: CalendarImport.ID, by account: Account.ID, _ tx: Transaction
    ) throws {
        let task = source.task.imported.task(try TaskRow.newID(tx), at: tx.now)
        try TaskRow.insert(task, of: account, tx)
        try tx.db.send(
            "INSERT INTO import_task (import_id, uid, account_id, task_id, follows) VALUES (?, ?, ?, ?, 1)", id, source.uid,
            account, task.id)
    }

    /// Returns whether the source changed the task.
    private static func follow(
        _ source: NewStudyTask, _ id: StudyTask.ID, by account: Account.ID, _ tx: Transaction
    ) throws -> Bool {
        let old = try TaskRow.require(id, of: account, tx.db)
        var wanted = source.imported.task(id, at: old.createdAt)
        (wanted.done, wanted.minutesDone, wanted.editedAt, wanted.rev) = (old.done, old.minutesDone, old.editedAt, old.rev)
        // What other tasks are waited for is the person's.
        if wanted.kind == .flexible { wanted.after = old.after }
        guard try !identical(wanted, old) else { return false }
        try TaskRow.follow(wanted, over: old, of: account, tx)
        return true
    }

    /// The source has it no more. What the person did with it stays.
    private static func remove(
        _ link: Link, of id: CalendarImport.ID, by account: Account.ID, _ tx: Transaction
    ) throws {
        try tx.db.send("DELETE FROM import_task WHERE import_id = ? AND uid = ?", id, link.uid)
        if let task = link.task, link.follows, !link.isStudied { try TaskRow.delete(task, of: account, tx) }
    }
}

extension NewStudyTask {
    /// Without what another server cannot know.
    fileprivate var imported: NewStudyTask {
        var new = self
        (new.id, new.after, new.course, new.event) = (nil, nil, nil, nil)
        return new
    }
}
