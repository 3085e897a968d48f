import Foundation
import Synchronization

/// How much each of many may take: a bucket each, of which a taking takes tokens and which time fills (token bucket). In memory,
/// bounded: what was full for a while is as good as none.
final class TokenBuckets<Key: Hashable & Sendable>: Sendable {
    /// What a bucket holds, and how fast it fills.
    struct Size: Sendable {
        var tokens: Double
        /// Tokens a second.
        var rate: Double

        init(tokens: Double, rate: Double) { (self.tokens, self.rate) = (tokens, rate) }

        /// So many at once, and again in each minute.
        init(perMinute count: Int) { (tokens, rate) = (Double(count), Double(count) / 60) }
    }

    private struct Bucket {
        var tokens: Double
        var at: Date
        var size: Size
    }

    private let capacity: Int
    private let now: @Sendable () -> Date
    private let buckets = Mutex<[Key: Bucket]>([:])

    init(capacity: Int = 50_000, now: @escaping @Sendable () -> Date) { (self.capacity, self.now) = (capacity, now) }

    /// Takes from all of the buckets, or, if one of them has too little, from none.
    /// - Parameter cost: in tokens; a bucket that is full suffices for more than it holds.
    /// - Returns: nil, or after how many seconds there is enough, rounded up.
    func take(_ cost: Double = 1, from sizes: [(key: Key, size: Size)]) -> Int? {
        let now = now()
        return buckets.withLock { buckets in
            makeRoom(in: &buckets, at: now)
            let filled = sizes.map { ($0.key, Self.filled(buckets[$0.key], $0.size, at: now)) }
            let waits = filled.compactMap { _, bucket in
                let missing = min(cost, bucket.size.tokens) - bucket.tokens
                return missing > 0 ? missing / bucket.size.rate : nil
            }
            if let longest = waits.max() { return max(1, Int(longest.rounded(.up))) }
            for (key, bucket) in filled { buckets[key] = Bucket(tokens: bucket.tokens - cost, at: now, size: bucket.size) }
            return nil
        }
    }

    /// Whether a bucket holds as much.
    func holds(_ tokens: Double, _ key: Key, _ size: Size) -> Bool {
        let now = now()
        return buckets.withLock { Self.filled($0[key], size, at: now).tokens >= tokens }
    }

    /// Takes without asking: what happened counts, whether there was room for it or not. A debt is at most a whole bucket.
    func charge(_ cost: Double, _ key: Key, _ size: Size) {
        let now = now()
        buckets.withLock { buckets in
            makeRoom(in: &buckets, at: now)
            let tokens = Self.filled(buckets[key], size, at: now).tokens - cost
            buckets[key] = Bucket(tokens: max(tokens, -size.tokens), at: now, size: size)
        }
    }

    func refill(_ key: Key) { buckets.withLock { $0[key] = nil } }

    private static func filled(_ bucket: Bucket?, _ size: Size, at now: Date) -> Bucket {
        guard let bucket else { return Bucket(tokens: size.tokens, at: now, size: size) }
        let passed = max(0, now.timeIntervalSince(bucket.at))
        return Bucket(tokens: min(size.tokens, bucket.tokens + passed * size.rate), at: now, size: size)
    }

    /// The fullest go first, so that nobody gets rid of a debt by making others.
    private func makeRoom(in buckets: inout [Key: Bucket], at now: Date) {
        guard buckets.count >= capacity else { return }
        buckets = buckets.filter { Self.filled($0.value, $0.value.size, at: now).tokens < $0.value.size.tokens }
        guard buckets.count >= capacity else { return }
        let levels = buckets.mapValues { Self.filled($0, $0.size, at: now).tokens / $0.size.tokens }
        let kept = levels.sorted { $0.value < $1.value }.prefix(capacity / 2).map(\.key)
        buckets = buckets.filter { [kept = Set(kept)] in kept.contains($0.key) }
    }
}
