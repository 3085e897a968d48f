import Foundation
import HTTPTransport

/// Exponential backoff with jitter, so that clients do not reconnect all at once to a server that restarts.
public struct Backoff: Sendable {
    public var first: Duration
    public var most: Duration
    /// A uniformly distributed number in 0..<1.
    public var random: @Sendable () -> Double

    public init(
        first: Duration = .milliseconds(500), most: Duration = .seconds(30),
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) {
        (self.first, self.most, self.random) = (first, most, random)
    }

    /// Between half and all of `first`, doubled `attempt - 1` times.
    /// - Parameter attempt: 1 for the first try after a failure.
    public func pause(before attempt: Int) -> Duration {
        let whole = min(first * (1 << min(max(attempt - 1, 0), 20)), most)
        return whole * (0.5 + random() / 2)
    }
}

/// Runs `body`, and cancels it when `bound` has passed: then throws `.unreachable`.
func within<Result: Sendable>(_ bound: Duration, _ body: @escaping @Sendable () async throws -> Result) async throws -> Result {
    try await within(bound, body) {
        throw ClientError.unreachable(
            "it took longer than \(bound.formatted(.units(allowed: [.minutes, .seconds, .milliseconds])))")
    }
}
