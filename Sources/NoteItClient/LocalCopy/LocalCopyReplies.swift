import GRDB
import NoteItCore

extension LocalCopy {
    /// The replies with these ids, as far as they are in the copy.
    public func replies(_ ids: Set<Reply.ID>) async throws -> [Reply.ID: Reply] {
        let list = try JSONCoding.string(ids.map(\.description))
        let found: [Reply] = try await read("SELECT json FROM reply WHERE id IN (SELECT value FROM json_each(?))", [list])
        return Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
    }
}
