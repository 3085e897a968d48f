import HTTPTypes
import Hummingbird
import NIOCore
import NoteItCore
import Synchronization

/// Pages of events as bytes, ready for who asks again. Each is good until something changes in the courses that it shows.
///
/// A commit of this process counts before it is acknowledged, so that nobody misses what they just wrote; one of another
/// process counts once the log's tailer has read it.
final class KeptPages: Sendable {
    /// Who asks for what. Who may see what is decided for each reader, so no page serves two.
    private struct Key: Hashable {
        var account: Account.ID
        /// Path and query.
        var target: String
    }

    /// What a page was read from.
    private struct Stamp: Equatable {
        /// How often each of its courses had changed.
        var changes: [Course.ID: Int]
        /// How often anybody had joined or left a course, where it shows all of its reader's.
        var moves: Int?
        /// How often the log was another one.
        var restarts: Int
    }

    private struct State {
        /// Offset of the log up to which changes are counted.
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
            self.stamp(of: stamp.changes.keys, withMoves: stamp.moves != nil) == stamp
        }
    }

    /// In bytes, with the keys; when they are full, all is forgotten and begins anew.
    private static let room = 32 << 20
    /// Of a key, in bytes. Nobody's list needs more, and nobody is to fill the room with names.
    private static let longestTarget = 512
    /// What a page takes beside its bytes and its key, roughly.
    private static let overhead = 256

    private let state = Mutex(State())

    /// To be called for each commit and for all rows of the log; the second of the two does nothing.
    /// - Parameters:
    ///   - courses: those that the rows are about.
    ///   - moved: whether somebody joined or left a course.
    ///   - head: offset up to which there are no other rows that were not told before.
    func changed(_ courses: Set<Course.ID>, moved: Bool, upTo head: Int64) {
        state.withLock { state in
            guard head > state.head else { return }
            state.head = head
            for course in courses { state.changes[course, default: 0] += 1 }
            if moved { state.moves += 1 }
        }
    }

    /// The log is another one.
    func restart() {
        state.withLock { state in
            (state.head, state.pages, state.size) = (0, [:], 0)
            state.restarts += 1
        }
    }

    /// The page of a course that is kept, or what `read` answers, which is then kept.
    func page(
        _ request: Request, for account: Account.ID, of course: Course.ID, read: () async throws -> DuePage
    ) async throws -> Response {
        let key = Key(account: account, target: request.uri.string)
        if let kept = find(key) { return kept }
        let stamp = state.withLock { $0.stamp(of: [course], withMoves: false) }
        return try keep(try await read(), stamp, as: key)
    }

    /// The same of a page over all courses of its reader.
    func page(
        _ request: Request, for account: Account.ID, courses: () async throws -> [Course.ID], read: () async throws -> DuePage
    ) async throws -> Response {
        let key = Key(account: account, target: request.uri.string)
        if let kept = find(key) { return kept }
        // Who joins a course between the two reads moves, and the page is not kept.
        let moves = state.withLock { $0.stamp(of: [], withMoves: true) }
        let courses = try await courses()
        var stamp = state.withLock { $0.stamp(of: courses, withMoves: true) }
        stamp.moves = moves.moves
        return try keep(try await read(), stamp, as: key)
    }

    private func find(_ key: Key) -> Response? {
        state.withLock { state in
            state.pages[key].flatMap { state.isCurrent($0.stamp) ? $0.bytes : nil }
        }.map(JSONBody.response(bytes:))
    }

    private func keep(_ page: DuePage, _ stamp: Stamp, as key: Key) throws -> Response {
        let bytes = ByteBuffer(bytes: try JSONCoding.bytes(page))
        let size = bytes.readableBytes + key.target.utf8.count + Self.overhead
        state.withLock { state in
            guard key.target.utf8.count <= Self.longestTarget, state.isCurrent(stamp) else { return }
            if state.size + size > Self.room { (state.pages, state.size) = ([:], 0) }
            // What a page replaces stays counted: the room is forgotten a little early.
            state.pages[key] = (bytes, stamp)
            state.size += size
        }
        return JSONBody.response(bytes: bytes)
    }
}
