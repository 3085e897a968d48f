import NoteItCore

/// Removals and reports.
extension APIClient {
    /// All removals, newest first. Throws `.problem` with 403 unless I am staff of the course.
    public func removals(of course: Course.ID) async throws -> [Removal] {
        try await all(Call(.GET, "v1", "courses", course.text, "removals"))
    }

    /// Restores an event with its thread; an event that was not removed stays as it is.
    public func restore(_ event: Event.ID) async throws -> Event {
        try await send(Call(.POST, "v1", "events", event.description, "restore").with(\.repeatable, true))
    }

    public func restoreReply(_ reply: Reply.ID) async throws -> Reply {
        try await send(Call(.POST, "v1", "replies", reply.description, "restore").with(\.repeatable, true))
    }

    /// Reports an event or one of its replies to the course's staff. Sending it again stores nothing twice.
    public func report(_ new: NewReport, on event: Event.ID) async throws -> Report {
        try await send(Call(.POST, "v1", "events", event.description, "reports").with(body: new, repeatable: true))
    }

    /// All reports, newest first. Throws `.problem` with 403 unless I am staff of the course.
    /// - Parameter open: true for unresolved reports only, false for resolved ones only.
    public func reports(of course: Course.ID, open: Bool? = nil) async throws -> [Report] {
        try await all(Call(.GET, "v1", "courses", course.text, "reports").with(["open": open?.description]))
    }

    /// Resolves a report, or opens it again.
    public func resolve(_ report: Report.ID, _ resolved: Bool = true) async throws -> Report {
        try await send(
            Call(.PATCH, "v1", "reports", report.description)
                .with(body: ReportPatch(resolved: resolved), repeatable: true))
    }
}
