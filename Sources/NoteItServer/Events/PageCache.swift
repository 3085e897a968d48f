import Hummingbird
import NIOCore
import NoteItCore
import Synchronization

/// A cache of encoded pages of events. A page is valid until something changes in its courses.
///
/// A commit of this process counts before it is acknowledged, so that everyone sees their own writes. A commit of another process
/// counts once the log's tailer has read it; where other nodes commit, each look at the cache first reads the head of the log.
final class PageCache: Sendable {
    /// A page serves one reader only, since each may see other events.
    private struct Key: Hashable {
        var account: Account.ID
        /// Path and query.
        var target: String
    }

    /// The state that a page was read from.
    private struct Stamp {
        /// The number of changes in each of its courses.
        var changes: [Course.ID: Int]
        /// The number of times that anyone joined or left a course; nil for a page of one course.
        var moves: Int?
        /// The number of new epochs of the log.
        var restarts: Int
    }

    private struct State {
        /// Changes are counted up to this offset of the log.
        var head: Int64 = 0
        /// The log's, where other nodes commit.
        var epoch: String?
        var changes: [Course.ID: Int] = [:]
        var moves = 0
        var restarts = 0

        func stamp(of courses: some Sequence<Course.ID>, withMoves: Bool) -> Stamp {
            let changes = Dictionary(courses.map { ($0, self.changes[$0, default: 0]) }) { first, _ in first }
            return Stamp(changes: changes, moves: withMoves ? moves : nil, restarts: restarts)
        }

        func isCurrent(_ stamp: Stamp) -> Bool {
            stamp.restarts == restarts && stamp.moves ?? moves == moves
                && stamp.changes.allSatisfy { course, count in changes[course, default: 0] == count }
        }
    }

    /// The most bytes of a target. No list needs more, and longer targets would fill the cache.
    private static let longestTarget = 512

    /// What tells of commits of several nodes; nil if this process hears of each commit by itself.
    private let store: (any Store)?
    private let news = CoalescedRead<Void>()
    private let state = Mutex(State())
    private let pages = ByteCache<Key, (bytes: ByteBuffer, stamp: Stamp)>()

    init(store: any Store) { self.store = store.isShared ? store : nil }

    /// Counts the commits of other nodes until now.
    private func confirm() async throws {
        guard let store else { return }
        try await news.value { try await self.readNews(store) }
    }

    private func readNews(_ store: any Store) async throws {
        let (known, epoch) = state.withLock { ($0.head, $0.epoch) }
        guard known > 0, let epoch else { return begin(at: try await store.head()) }
        let news = try await store.news(after: known)
        let head = news.head
        guard head.epoch == epoch, head.pruned <= known, known <= head.offset else { return begin(at: head) }
        changed(news.courses, moved: news.moved, upTo: head.offset)
    }

    private func begin(at head: LogHead) {
        state.withLock { state in
            (state.head, state.epoch) = (head.offset, head.epoch)
            state.restarts += 1
        }
    }

    /// Call it for each commit and for each batch of the log. The second call for the same rows does nothing.
    /// - Parameters:
    ///   - courses: the courses of the rows.
    ///   - moved: whether anyone joined or left a course.
    ///   - head: offset of the last row; all rows up to it were passed here.
    func changed(_ courses: Set<Course.ID>, moved: Bool, upTo head: Int64) {
        state.withLock { state in
            guard head > state.head else { return }
            state.head = head
            for course in courses { state.changes[course, default: 0] += 1 }
            if moved { state.moves += 1 }
        }
    }

    /// Makes all pages stale, for a new epoch of the log.
    func restart() {
        state.withLock { state in
            state.head = 0
            state.restarts += 1
        }
    }

    /// The kept page of a course, or the page that `read` returns, which is then kept.
    func page(
        _ request: Request, for account: Account.ID, of course: Course.ID, read: () async throws -> DuePage
    ) async throws -> Response {
        let key = Key(account: account, target: request.uri.string)
        try await confirm()
        if let kept = find(key) { return kept }
        let stamp = state.withLock { $0.stamp(of: [course], withMoves: false) }
        return try keep(try await read(), stamp, as: key)
    }

    /// The kept page of all courses of its reader, or the page that `read` returns, which is then kept.
    func page(
        _ request: Request, for account: Account.ID, courses readCourses: () async throws -> [Course.ID],
        read: () async throws -> DuePage
    ) async throws -> Response {
        let key = Key(account: account, target: request.uri.string)
        try await confirm()
        if let kept = find(key) { return kept }
        // If the reader joins a course between the two reads, the count of moves changes, and the page is not kept.
        let moves = state.withLock { $0.stamp(of: [], withMoves: true) }
        let courses = try await readCourses()
        var stamp = state.withLock { $0.stamp(of: courses, withMoves: true) }
        stamp.moves = moves.moves
        return try keep(try await read(), stamp, as: key)
    }

    private func find(_ key: Key) -> Response? {
        guard let page = pages[key], state.withLock({ $0.isCurrent(page.stamp) }) else { return nil }
        return JSONBody.response(bytes: page.bytes)
    }

    private func keep(_ page: DuePage, _ stamp: Stamp, as key: Key) throws -> Response {
        let bytes = ByteBuffer(bytes: try JSONCoding.bytes(page))
        if key.target.utf8.count <= Self.longestTarget, state.withLock({ $0.isCurrent(stamp) }) {
            pages.keep((bytes, stamp), at: key, bytes: bytes.readableBytes + key.target.utf8.count)
        }
        return JSONBody.response(bytes: bytes)
    }
}
