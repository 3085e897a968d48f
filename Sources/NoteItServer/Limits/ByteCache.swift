import Synchronization

/// A cache with a bound in bytes. A full cache is emptied.
final class ByteCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State {
        var entries: [Key: (value: Value, size: Int)] = [:]
        var size = 0
    }

    /// The approximate size of an entry without its bytes.
    private static var overhead: Int { 256 }

    private let room: Int
    private let state = Mutex(State())

    /// - Parameter room: in bytes. An entry may take a quarter of it.
    init(room: Int = 32 << 20) { self.room = room }

    subscript(key: Key) -> Value? { state.withLock { $0.entries[key]?.value } }

    /// - Parameter bytes: the size of the value, and of the key if it is long.
    func keep(_ value: Value, at key: Key, bytes: Int) {
        let size = bytes + Self.overhead
        guard size <= room / 4 else { return }
        state.withLock { state in
            if state.size + size > room { state = State() }
            if let old = state.entries.updateValue((value, size), forKey: key) { state.size -= old.size }
            state.size += size
        }
    }
}
