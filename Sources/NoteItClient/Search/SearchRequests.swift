import NoteItCore

/// Finding what was said.
extension APIClient {
    /// The best of the newest first. A page may be short before the last.
    /// - Parameter text: words, `"phrases"` and filters, as `SearchQuery` reads them. Throws `.problem` with 422 for others.
    public func search(_ text: String, page: PageRequest = PageRequest()) async throws -> Page<SearchHit> {
        try await send(Call(.GET, "v1", "search").with(page).with(["q": text]))
    }

    /// Questions of a course that a title resembles, the nearest first.
    public func questions(like title: String, in course: Course.ID) async throws -> [SearchHit] {
        let found: Page<SearchHit> = try await send(Call(.GET, "v1", "courses", course, "similar").with(["title": title]))
        return found.items
    }
}
