import NoteItCore

extension APIClient {
    /// A page of results: the newest are ranked first. A page before the last may be short.
    /// - Parameter text: words, `"phrases"` and filters, as `SearchQuery` reads them. Throws `.problem` with 422 for others.
    public func search(_ text: String, page: PageRequest = PageRequest()) async throws -> Page<SearchHit> {
        try await send(Call(.GET, "v1", "search").with(page).with(["q": text]))
    }

    /// The first results of a search, from as many pages as needed, at most 100: the server reads a bounded number of texts for each
    /// page, so that one may be short or even empty. Throws as `search(_:page:)`.
    public func search(_ text: String, most: Int) async throws -> SearchResults {
        var (hits, request) = ([SearchHit](), PageRequest())
        for _ in 0..<100 where hits.count <= most {
            request.limit = min(most + 1 - hits.count, PageRequest.limits.upperBound)
            let page: Page<SearchHit>
            do {
                page = try await search(text, page: request)
            } catch ClientError.unreachable(let why) {
                guard !hits.isEmpty else { throw ClientError.unreachable(why) }
                return SearchResults(hits: hits, end: .unanswered)
            }
            hits += page.items
            request.after = page.next
            if page.next == nil { break }
        }
        return SearchResults(
            hits: Array(hits.prefix(most)), end: hits.count > most ? .more : request.after == nil ? .complete : .tooMany)
    }

    /// Questions of a course that resemble a title, most similar first.
    public func questions(like title: String, in course: Course.ID) async throws -> [SearchHit] {
        let found: Page<SearchHit> = try await send(Call(.GET, "v1", "courses", course.text, "similar").with(["title": title]))
        return found.items
    }
}
