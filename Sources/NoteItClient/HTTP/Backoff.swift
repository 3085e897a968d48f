/// How long to wait before the next try: doubling, up to a bound, and spread so that many clients of a server that
/// comes back do not all come back in the same moment.
public struct Backoff: Sendable {
    public var first: Duration
    public var most: Duration
    /// A number in 0..<1, evenly spread.
    public var random: @Sendable () -> Double

    public init(
        first: Duration = .milliseconds(500), most: Duration = .seconds(30),
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) {
        self.first = first
        self.most = most
        self.random = random
    }

    /// Between a half and the whole of `first` doubled `attempt - 1` times.
    /// - Parameter attempt: 1 for the first try after a failure.
    public func pause(before attempt: Int) -> Duration {
        let whole = min(first * (1 << min(max(attempt - 1, 0), 20)), most)
        return whole * (0.5 + random() / 2)
    }
}
