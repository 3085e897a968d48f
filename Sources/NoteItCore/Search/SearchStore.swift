/// Searches the events and replies that a person may see.
public protocol SearchStore: Sendable {
    /// Ranks the newest matches first, then older ones, block by block. A page before the last may be short or empty, because
    /// each page looks at a bounded number of candidates. So the work of a page does not grow with the database.
    func search(_ query: SearchQuery, page: PageRequest, by account: Account.ID) async throws -> Page<SearchHit>
    /// At most `limit` questions of the course with a title like this one, the nearest first. Throws `.notFound`, `.forbidden` if
    /// not enrolled.
    func questions(like title: String, in course: Course.ID, limit: Int, by account: Account.ID) async throws -> [SearchHit]
    /// The number of changes that the index does not have yet.
    func textsToIndex() async throws -> Int
    /// Updates the index from the log, in small transactions. Every search does it too.
    func indexTexts() async throws
    /// Does some maintenance of the index, in one small transaction. Returns whether there may be more to do.
    func tidyTexts() async throws -> Bool
}
