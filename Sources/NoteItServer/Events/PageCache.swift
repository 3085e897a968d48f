import HTTPTypes
import Hummingbird
import NIOCore
import NoteItCore
import Synchronization

/// A cache of encoded pages of events. A page is valid until something changes in its courses.
///
/// A commit of this process counts before it is acknowledged, so that everyone sees their own writes. A commit of another process
/// counts once the log's tailer has read it.
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
        var changes: [Course.ID: Int] = [:]
        var moves = 0
        var restarts = 0
        var pages: [Key: (bytes: ByteBuffer, stamp: Stamp)] = [:]
        var size = 0

        func stamp(of courses: some Sequence<Course.ID>, withMoves: Bool) -> Stamp {
            let changes = Dictionary(courses.map { ($0, self.changes[$0, default: 0]) }) { first, _ in first }
            return Stamp(changes: changes, moves: withMoves ? moves : nil, restarts: restarts)
        }

        func isCurrent(_ stamp: Stamp) -> Bool {
            stamp.restarts == restarts && stamp.moves ?? moves == moves
                && stamp.changes.allSatisfy { course, count in changes[course, default: 0] == count }
        }
    }

    /// The most bytes of the cache, with the keys. A full cache is emptied.
    private static let room = 32 << 20
    /// The most bytes of a target. No list needs more, and longer targets would fill the cache.
    private static let longestTarget = 512
    /// The approximate size of an entry without its bytes and its target.
    private static let overhead = 256

    private let state = Mutex(State())

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

    /// Empties the cache for a new epoch of the log.
    func restart() {
        state.withLock { state in
            (state.head, state.pages, state.size) = (0, [:], 0)
            state.restarts += 1
        }
    }

    /// The kept page of a course, or the page that `read` returns, which is then kept.
    func page(
        _ request: Request, for account: Account.ID, of course: Course.ID, read: () async throws -> DuePage
    ) async throws -> Response {
        let key = Key(account: account, target: request.uri.string)
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
        if let kept = find(key) { return kept }
        // If the reader joins a course between the two reads, the count of moves changes, and the page is not kept.
        let moves = state.withLock { $0.stamp(of: [], withMoves: true) }
        let courses = try await readCourses()
        var stamp = state.withLock { $0.stamp(of: courses, withMoves: true) }
        stamp.moves = moves.moves
        return try keep(try await read(), stamp, as: key)
    }

    private func find(_ key: Key) -> Response? {
        state.withLock { state in
            state.pages[key].flatMap { state.isCurrent($0.stamp) ? $0.bytes : nil }
        }.map { JSONBody.response(bytes: $0) }
    }

    private func keep(_ page: DuePage, _ stamp: Stamp, as key: Key) throws -> Response {
        let bytes = ByteBuffer(bytes: try JSONCoding.bytes(page))
        let size = bytes.readableBytes + key.target.utf8.count + Self.overhead
        state.withLock { state in
            guard key.target.utf8.count <= Self.longestTarget, state.isCurrent(stamp) else { return }
            if state.size + size > Self.room { (state.pages, state.size) = ([:], 0) }
            // A replaced page stays counted, so the cache is emptied a little early.
            state.pages[key] = (bytes, stamp)
            state.size += size
        }
        return JSONBody.response(bytes: bytes)
    }
}
