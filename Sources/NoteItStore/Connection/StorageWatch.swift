import NoteItCore
import Synchronization

/// Knows whether the disk takes writes, and tells when that changes.
final class StorageWatch: Sendable {
    private struct State {
        var fault: String?
        var lastFault = ContinuousClock.now
        var listeners: [@Sendable (String?) -> Void] = []
    }

    /// A disk that is nearly full takes one write and refuses the next: it counts as full until no write was refused for so
    /// long.
    private static let calm = Duration.seconds(2)

    private let isFailing = Atomic(false)
    private let state = Mutex(State())

    /// Why the disk refuses writes; nil if it takes them.
    var fault: String? { isFailing.load(ordering: .relaxed) ? state.withLock(\.fault) : nil }

    func onChange(_ tell: @escaping @Sendable (String?) -> Void) { state.withLock { $0.listeners.append(tell) } }

    func refused(_ why: String) {
        let listeners = state.withLock { state in
            state.lastFault = .now
            guard state.fault == nil else { return [@Sendable (String?) -> Void]() }
            state.fault = why
            isFailing.store(true, ordering: .relaxed)
            return state.listeners
        }
        for tell in listeners { tell(why) }
    }

    func stored() {
        guard isFailing.load(ordering: .relaxed) else { return }
        let listeners = state.withLock { state in
            guard state.fault != nil, ContinuousClock.now - state.lastFault > Self.calm else {
                return [@Sendable (String?) -> Void]()
            }
            state.fault = nil
            isFailing.store(false, ordering: .relaxed)
            return state.listeners
        }
        for tell in listeners { tell(nil) }
    }
}

extension SQLStore {
    /// In bytes: with less, the next writes fail.
    private static let leastRoom = 64 << 10

    public func requireReady() async throws {
        _ = try await head()
        if let free = engine.freeBytes, free < Self.leastRoom {
            throw DomainError.unavailable("The disk of the database is full.")
        }
        guard storage.fault != nil else { return }
        // Changes nothing, but needs the disk.
        try await commit { try $0.db.send("UPDATE log_head SET head = head") }
        if let why = storage.fault { throw DomainError.unavailable(why) }
    }

    public func onStorageChange(_ tell: @escaping @Sendable (String?) -> Void) { storage.onChange(tell) }

    /// File work of an upload.
    func onDisk<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        do {
            return try await FileWork.run(work)
        } catch DomainError.unavailable(let why) {
            storage.refused(why)
            throw DomainError.unavailable(why)
        }
    }
}
