import Foundation
import Synchronization

/// The time of writes, in whole seconds, the precision of all stored times.
///
/// The log tells by times what existed when a row was written, so they must not go back. If the system's clock is set back by at
/// most ten minutes, the time stands still until the clock has caught up. A longer way back corrects a clock that was wrong, and
/// is followed.
final class WriteClock: Sendable {
    private static let patience: TimeInterval = 600

    private let clock: @Sendable () -> Date
    private let newest: Mutex<Date>

    /// - Parameter newest: the time of the newest write; nil if there is none.
    init(_ clock: @escaping @Sendable () -> Date, newest: Date?) {
        self.clock = clock
        self.newest = Mutex(newest ?? .distantPast)
    }

    /// Another process may have written at this time.
    func follow(_ time: Date) { newest.withLock { $0 = max($0, time) } }

    /// The time of the next write.
    func next() -> Date {
        newest.withLock { newest in
            let now = clock().wholeSeconds
            if now > newest || newest.timeIntervalSince(now) > Self.patience { newest = now }
            return newest
        }
    }
}
