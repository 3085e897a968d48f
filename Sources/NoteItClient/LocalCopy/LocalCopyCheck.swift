import NoteItCore

extension LocalCopy {
    /// Reads every course, event, reply, notification and mark. If one cannot be read, forgets the copy, as every read does, and
    /// throws `.unexpected`.
    public func check() async throws {
        let _: [Course] = try await all(.course)
        let _: [Event] = try await read("SELECT json FROM event")
        let _: [Reply] = try await read("SELECT json FROM reply")
        _ = (try await notifications(), try await marks())
    }
}
