/// Finding by words what one may see, and nothing else.
public protocol SearchStore: Sendable {
    /// The best of the newest that fit first, then the best of those before them. A page may be short, or empty, before the
    /// last: then too little fitted among what it looked at. The work does not grow with what is stored.
    func search(_ query: SearchQuery, page: PageRequest, by account: Account.ID) async throws -> Page<SearchHit>
    /// Questions of the course that a title resembles, the nearest first, at most `limit`. Throws `.notFound`, `.forbidden` if not
    /// enrolled.
    func questions(like title: String, in course: Course.ID, limit: Int, by account: Account.ID) async throws -> [SearchHit]
    /// How many changes are not in the index of all texts yet.
    func textsToIndex() async throws -> Int
    /// Brings the index in step with the log, in small transactions; every search does it too.
    func indexTexts() async throws
    /// Does a little of the work that makes searches fast, in one small transaction. Returns whether there may be more.
    func tidyTexts() async throws -> Bool
}
