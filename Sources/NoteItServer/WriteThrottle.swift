import Foundation
import NoteItCore
import Synchronization

/// How often one account may write, in a minute. The first minute's worth may come at once.
public struct WriteLimits: Sendable, Equatable {
    public var posts: Int
    public var replies: Int
    public var uploads: Int

    public init(posts: Int = 120, replies: Int = 240, uploads: Int = 60) {
        self.posts = posts
        self.replies = replies
        self.uploads = uploads
    }
}

/// Slows down who writes without end: an account, and, a hundred times as generous, an address, which a campus may share.
///
/// A bucket each, which a write takes a token of and time fills (token bucket). In memory, bounded.
final class WriteThrottle: Sendable {
    enum Kind: Hashable, Sendable { case post, reply, upload, export }

    private enum Source: Hashable { case account(Account.ID), address(String) }

    private struct Key: Hashable {
        var kind: Kind
        var source: Source
    }

    private struct Bucket {
        var tokens: Double
        var at: Date
    }

    private static let addressFactor = 100
    private static let exportsPerMinute = 4
    private static let capacity = 50_000

    private let limits: WriteLimits
    private let now: @Sendable () -> Date
    private let buckets = Mutex<[Key: Bucket]>([:])

    init(_ limits: WriteLimits, now: @escaping @Sendable () -> Date) {
        self.limits = limits
        self.now = now
    }

    /// Throws `.tooMany` if it has to wait; then it is not counted.
    /// - Parameter address: empty if it is not known.
    func take(_ kind: Kind, _ account: Account.ID, from address: String) throws {
        let now = now()
        let sources = [Source.account(account)] + (address.isEmpty ? [] : [.address(address)])
        let wait: Double? = buckets.withLock { buckets in
            makeRoom(in: &buckets, at: now)
            let filled = sources.map { source in
                let key = Key(kind: kind, source: source)
                return (key, self.filled(buckets[key], key, at: now))
            }
            let waits = filled.filter { $0.1.tokens < 1 }.map { (1 - $0.1.tokens) / rate($0.0) }
            if let longest = waits.max() { return longest }
            for (key, bucket) in filled { buckets[key] = Bucket(tokens: bucket.tokens - 1, at: now) }
            return nil
        }
        guard let wait else { return }
        let seconds = max(1, Int(wait.rounded(.up)))
        throw DomainError.tooMany("Too many \(kind.noun) at once. Go on in \(seconds) s.", retryAfter: seconds)
    }

    private func perMinute(_ kind: Kind) -> Int {
        switch kind {
        case .post: limits.posts
        case .reply: limits.replies
        case .upload: limits.uploads
        case .export: Self.exportsPerMinute
        }
    }

    private func size(_ key: Key) -> Double {
        let factor = if case .address = key.source { Self.addressFactor } else { 1 }
        return Double(perMinute(key.kind) * factor)
    }

    /// Tokens a second.
    private func rate(_ key: Key) -> Double { size(key) / 60 }

    private func filled(_ bucket: Bucket?, _ key: Key, at now: Date) -> Bucket {
        guard let bucket else { return Bucket(tokens: size(key), at: now) }
        let passed = max(0, now.timeIntervalSince(bucket.at))
        return Bucket(tokens: min(size(key), bucket.tokens + passed * rate(key)), at: now)
    }

    /// A bucket that was not touched for a minute is full, and as good as none.
    private func makeRoom(in buckets: inout [Key: Bucket], at now: Date) {
        guard buckets.count >= Self.capacity else { return }
        buckets = buckets.filter { now.timeIntervalSince($0.value.at) < 60 }
        if buckets.count >= Self.capacity { buckets.removeAll() }
    }
}

extension WriteThrottle.Kind {
    fileprivate var noun: String {
        switch self {
        case .post: "posts and other changes"
        case .reply: "replies and other reactions"
        case .upload: "files"
        case .export: "exports"
        }
    }
}
