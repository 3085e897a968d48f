import Foundation
import Synchronization

/// Token buckets, one for each key. In memory and bounded: a full bucket is dropped, since it is as good as a new one.
final class TokenBuckets<Key: Hashable & Sendable>: Sendable {
    /// The capacity of a bucket, and how fast it fills.
    struct Size: Sendable {
        var tokens: Double
        /// How fast the bucket fills, in tokens per second.
        var rate: Double

        init(tokens: Double, rate: Double) { (self.tokens, self.rate) = (tokens, rate) }

        /// A bucket that fills within a minute.
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

    /// Takes from all of the buckets, or from none if one of them has too little.
    /// - Parameter cost: in tokens; a full bucket suffices even for more than it holds.
    /// - Returns: nil if it took; otherwise the seconds until it can, rounded up.
    func spend(_ cost: Double = 1, from sizes: [(key: Key, size: Size)]) -> Int? {
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

    private static func filled(_ bucket: Bucket?, _ size: Size, at now: Date) -> Bucket {
        guard let bucket else { return Bucket(tokens: size.tokens, at: now, size: size) }
        let passed = max(0, now.timeIntervalSince(bucket.at))
        return Bucket(tokens: min(size.tokens, bucket.tokens + passed * size.rate), at: now, size: size)
    }

    /// Drops the fullest buckets first, so that nobody sheds a debt by filling the memory with other keys.
    private func makeRoom(in buckets: inout [Key: Bucket], at now: Date) {
        guard buckets.count >= capacity else { return }
        buckets = buckets.filter { Self.filled($0.value, $0.value.size, at: now).tokens < $0.value.size.tokens }
        guard buckets.count >= capacity else { return }
        let levels = buckets.mapValues { Self.filled($0, $0.size, at: now).tokens / $0.size.tokens }
        let kept = levels.sorted { $0.value < $1.value }.prefix(capacity / 2).map(\.key)
        buckets = buckets.filter { [kept = Set(kept)] in kept.contains($0.key) }
    }
}
