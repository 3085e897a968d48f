import Foundation
import Synchronization

/// Records when things are used: to the minute, at most once a minute each, and never in the way of the request.
final class LastUseRecorder<ID: Hashable & Sendable>: Sendable {
    private static var pause: TimeInterval { 60 }
    private static var capacity: Int { 10_000 }

    private let noted = Mutex<[ID: Date]>([:])
    private let now: @Sendable () -> Date
    private let write: @Sendable (ID) async throws -> Void

    init(now: @escaping @Sendable () -> Date, write: @escaping @Sendable (ID) async throws -> Void) {
        (self.now, self.write) = (now, write)
    }

    func record(_ id: ID) {
        let now = now()
        let isDue = noted.withLock { noted in
            if let last = noted[id], now < last + Self.pause { return false }
            if noted.count >= Self.capacity { noted = [:] }
            noted[id] = now
            return true
        }
        guard isDue else { return }
        Task { [write] in try? await write(id) }
    }
}
