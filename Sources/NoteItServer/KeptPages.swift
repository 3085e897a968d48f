import HTTPTypes
import Hummingbird
import NIOCore
import NoteItCore
import Synchronization

/// Pages of courses' events as bytes, ready for who asks again. Each is good until something in its course changes.
///
/// A commit of this process counts before it is acknowledged, so that nobody misses what they just wrote; one of another
/// process counts once the log's tailer has read it.
final class KeptPages: Sendable {
    /// Who asks for what. Who may see what is decided for each reader, so no page serves two.
    struct Key: Hashable {
        var account: Account.ID
        var course: Course.ID
        /// What stands behind the `?`.
        var query: String
    }

    private struct Page {
        var bytes: ByteBuffer
        /// How often the course had changed when the page began to be read.
        var change: Int
    }

    private struct State {
        /// Offset of the log up to which changes are counted.
        var head: Int64 = 0
        var changes: [Course.ID: Int] = [:]
        var pages: [Key: Page] = [:]
        var size = 0
    }

    /// In bytes; when they are full, all is forgotten and begins anew.
    private static let room = 32 << 20

    private let state = Mutex(State())

    /// To be called for each commit and for all rows of the log; the second of the two does nothing.
    /// - Parameter head: offset up to which the log has rows about no other courses that were not told before.
    func changed(_ courses: Set<Course.ID>, upTo head: Int64) {
        state.withLock { state in
            guard head > state.head else { return }
            state.head = head
            for course in courses { state.changes[course, default: 0] += 1 }
        }
    }

    /// The log is another one.
    func forget() { state.withLock { $0 = State() } }

    /// The page that is kept, or what `read` answers, which is then kept.
    func page(_ key: Key, read: () async throws -> DuePage) async throws -> Response {
        let (kept, change) = state.withLock { state in
            let change = state.changes[key.course, default: 0]
            return (state.pages[key].flatMap { $0.change == change ? $0.bytes : nil }, change)
        }
        if let kept { return JSONBody.response(bytes: kept) }
        let bytes = ByteBuffer(bytes: try JSONCoding.bytes(try await read()))
        keep(Page(bytes: bytes, change: change), as: key)
        return JSONBody.response(bytes: bytes)
    }

    private func keep(_ page: Page, as key: Key) {
        state.withLock { state in
            guard state.changes[key.course, default: 0] == page.change else { return }
            if state.size + page.bytes.readableBytes > Self.room { (state.pages, state.size) = ([:], 0) }
            let old = state.pages.updateValue(page, forKey: key)
            state.size += page.bytes.readableBytes - (old?.bytes.readableBytes ?? 0)
        }
    }
}
