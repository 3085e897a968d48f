import NoteItCore

/// What staff removed and bring back, and what is reported to them.
extension APIClient {
    /// Newest first. Throws `.problem` with 403 for who is not of the course's staff.
    public func removals(of course: Course.ID) async throws -> [Removal] {
        try await all(Call(.GET, "v1", "courses", course, "removals"))
    }

    /// Brings an event back with its thread; one that is there already stays as it is.
    public func restore(_ event: Event.ID) async throws -> Event {
        try await send(Call(.POST, "v1", "events", event.description, "restore").repeated())
    }

    public func restoreReply(_ reply: Reply.ID) async throws -> Reply {
        try await send(Call(.POST, "v1", "replies", reply.description, "restore").repeated())
    }

    /// Reports an event or one of its replies to the course's staff, once however often it is sent.
    public func report(_ new: NewReport, on event: Event.ID) async throws -> Report {
        try await send(Call(.POST, "v1", "events", event.description, "reports").with(body: new, repeatable: true))
    }

    /// Newest first. Throws `.problem` with 403 for who is not of the course's staff.
    /// - Parameter open: only those that are not resolved, or only those that are.
    public func reports(of course: Course.ID, open: Bool? = nil) async throws -> [Report] {
        try await all(Call(.GET, "v1", "courses", course, "reports").with(["open": open?.description]))
    }

    /// Resolves a report, or opens it again.
    public func resolve(_ report: Report.ID, _ resolved: Bool = true) async throws -> Report {
        try await send(
            Call(.PATCH, "v1", "reports", report.description)
                .with(body: ReportPatch(resolved: resolved), repeatable: true))
    }
}

extension Call {
    /// The same call, which may be sent again without harm.
    fileprivate func repeated() -> Call {
        var call = self
        call.repeatable = true
        return call
    }
}
