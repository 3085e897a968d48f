import Foundation

/// How long a test waits for something that must happen. It is the last resort against a hang: a machine may be slow, and busy.
public let patience = Duration.seconds(240)

/// What was waited for did not happen.
public struct NeverHappened: Error {}

/// Waits until `value` is not nil. Throws `NeverHappened` after `patience`.
@discardableResult
public func eventually<Value>(_ value: () async throws -> Value?) async throws -> Value {
    let end = ContinuousClock.now + patience
    while true {
        if let value = try await value() { return value }
        guard ContinuousClock.now < end else { throw NeverHappened() }
        try await Task.sleep(for: .milliseconds(5))
    }
}

/// Waits until `condition` holds. Throws `NeverHappened` after `patience`.
public func until(_ condition: () async throws -> Bool) async throws {
    try await eventually { try await condition() ? true : nil }
}

/// The processor time of `work` on this thread, in seconds: the least of three measures, since other tests and other programs disturb
/// them. Compare it with the time of other work, not with a number: machines differ.
public func processorTime(of work: () throws -> Void) rethrows -> Double {
    let times = try (0..<3).map { _ in
        let start = threadTime()
        try work()
        return threadTime() - start
    }
    return times.min() ?? 0
}

private func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
