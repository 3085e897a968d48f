import NoteItCore
import Synchronization

/// A cache of the objects of derived calendars, as bytes. An entry is valid while the object has its ETag.
final class CalendarObjectCache: Sendable {
    struct Key: Hashable, Sendable {
        var account: Account.ID
        var calendar: CalendarCollection.Derived
        var name: String
    }

    private struct State {
        var objects: [Key: (etag: String, bytes: [UInt8])] = [:]
        var size = 0
    }

    /// The approximate size of an entry without its bytes.
    private static let overhead = 256

    private let room: Int
    private let state = Mutex(State())

    /// - Parameter room: in bytes. A full cache is emptied.
    init(room: Int = 32 << 20) { self.room = room }

    func bytes(_ key: Key, etag: String) -> [UInt8]? {
        state.withLock { state in state.objects[key].flatMap { $0.etag == etag ? $0.bytes : nil } }
    }

    func keep(_ bytes: [UInt8], _ key: Key, etag: String) {
        let size = bytes.count + Self.overhead
        guard size <= room / 16 else { return }
        state.withLock { state in
            if state.size + size > room { state = State() }
            if let old = state.objects.updateValue((etag, bytes), forKey: key) { state.size -= old.bytes.count + Self.overhead }
            state.size += size
        }
    }
}
