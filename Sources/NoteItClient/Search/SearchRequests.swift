import NoteItCore

/// Search.
extension APIClient {
    /// A page of results: the newest are ranked first. A page before the last may be short.
    /// - Parameter text: words, `"phrases"` and filters, as `SearchQuery` reads them. Throws `.problem` with 422 for others.
    public func search(_ text: String, page: PageRequest = PageRequest()) async throws -> Page<SearchHit> {
        try await send(Call(.GET, "v1", "search").with(page).with(["q": text]))
    }

    /// Questions of a course that resemble a title, most similar first.
    public func questions(like title: String, in course: Course.ID) async throws -> [SearchHit] {
        let found: Page<SearchHit> = try await send(Call(.GET, "v1", "courses", course.text, "similar").with(["title": title]))
        return found.items
    }
}
