import NoteItCore

/// The programmes of the server.
extension APIClient {
    /// All programmes, by name.
    public func programmes() async throws -> [ProgrammeSummary] { try await all(Call(.GET, "v1", "programmes")) }

    /// Throws `.problem` with 404.
    public func programme(_ id: Programme.ID) async throws -> Programme {
        try await send(Call(.GET, "v1", "programmes", id.text))
    }
}
