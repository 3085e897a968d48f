import Foundation
import NoteItCore

/// Notices of staff to sections and whole courses.
extension APIClient {
    /// Sends a notice. Sending it again stores nothing twice: it gets an id here if it has none. Returns one event for each
    /// course.
    public func send(_ new: NewNotice) async throws -> [Event] {
        var new = new
        new.id = new.id ?? .make(at: Date())
        let page: Page<Event> = try await send(Call(.POST, "v1", "notices").with(body: new, repeatable: true))
        return page.items
    }

    /// Counts the people whom the notice would reach; sends nothing.
    public func reach(of new: NewNotice) async throws -> NoticeReach {
        try await send(Call(.POST, "v1", "notices").with(["dryRun": "true"]).with(body: new, repeatable: true))
    }

    /// Throws `.problem` with 403 unless I sent the notice or am staff of its course.
    public func receipts(of notice: Event.ID) async throws -> NoticeReceipts {
        try await send(Call(.GET, "v1", "events", notice.description, "receipts"))
    }

    /// The people who have not seen a notice that must be read, by name. Throws `.problem` with 403 unless I am staff in charge,
    /// with 409 for another notice.
    public func unseen(of notice: Event.ID) async throws -> [Author] {
        try await all(Call(.GET, "v1", "events", notice.description, "unseen"))
    }
}
