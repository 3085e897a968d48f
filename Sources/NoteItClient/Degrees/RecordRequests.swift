import NoteItCore

/// My academic record.
extension APIClient {
    /// The record; without items before it is first set.
    public func record() async throws -> AcademicRecord { try await send(Call(.GET, "v1", "me", "record")) }

    /// Replaces the record. Throws `.problem` with 412 if there is a newer revision than `rev`.
    /// - Parameter unknown: whether taken courses may be missing from the catalog.
    public func setRecord(_ items: [RecordItem], unknown: Bool = false, rev: Int? = nil) async throws -> AcademicRecord {
        try await send(
            Call(.PUT, "v1", "me", "record").with(["unknown": unknown ? "allow" : nil])
                .with(body: RecordReplacement(items: items), repeatable: rev == nil).with(rev: rev))
    }
}

private struct RecordReplacement: Encodable {
    var items: [RecordItem]
}
