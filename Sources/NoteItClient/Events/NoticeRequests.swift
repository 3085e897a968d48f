import Foundation
import NoteItCore

/// What staff tell sections and whole courses.
extension APIClient {
    /// Sends a notice, once however often it is sent: it gets an id here if it has none. Returns one event for each course.
    public func send(_ new: NewNotice) async throws -> [Event] {
        var new = new
        new.id = new.id ?? .make(at: Date())
        let page: Page<Event> = try await send(Call(.POST, "v1", "notices").with(body: new, repeatable: true))
        return page.items
    }

    /// How many people it would reach.
    public func reach(of new: NewNotice) async throws -> NoticeReach {
        try await send(Call(.POST, "v1", "notices").with(["dryRun": "true"]).with(body: new, repeatable: true))
    }

    /// Throws `.problem` with 403 but for its sender and the course's staff.
    public func receipts(of notice: Event.ID) async throws -> NoticeReceipts {
        try await send(Call(.GET, "v1", "events", notice.description, "receipts"))
    }
}
