import Foundation
import NoteItCore

/// How often one account may write, in a minute. The first minute's worth may come at once.
public struct WriteLimits: Sendable, Equatable {
    public var posts: Int
    public var replies: Int
    /// Marks, watches, timetables, preferences, and whatever else is one's own or is decided by staff.
    public var own: Int
    public var uploads: Int

    public init(posts: Int = 120, replies: Int = 240, own: Int = 600, uploads: Int = 60) {
        self.posts = posts
        self.replies = replies
        self.own = own
        self.uploads = uploads
    }
}

/// Slows down anyone who writes without end: an account, and, a hundred times as generous, an address, which a campus may share.
final class WriteThrottle: Sendable {
    enum Kind: Hashable, Sendable { case post, reply, own, upload, export, planning }

    private enum Source: Hashable { case account(Account.ID), address(AddressBlock) }

    private struct Key: Hashable {
        var kind: Kind
        var source: Source
    }

    private static let addressFactor = 100
    private static let (exports, plans) = (4, 1_200)

    private let limits: WriteLimits
    private let buckets: TokenBuckets<Key>

    init(_ limits: WriteLimits, now: @escaping @Sendable () -> Date) {
        self.limits = limits
        buckets = TokenBuckets(now: now)
    }

    /// Throws `.tooMany` if it has to wait; then it is not counted.
    /// - Parameters:
    ///   - address: empty if it is not known.
    ///   - cost: what it counts for: a notice to five courses is five posts.
    func take(_ kind: Kind, _ account: Account.ID, from address: String, cost: Int = 1) throws {
        let count = perMinute(kind)
        var sizes = [(Key(kind: kind, source: .account(account)), TokenBuckets<Key>.Size(perMinute: count))]
        if !address.isEmpty {
            sizes.append(
                (Key(kind: kind, source: .address(AddressBlock(address))), .init(perMinute: count * Self.addressFactor)))
        }
        guard let seconds = buckets.take(Double(cost), from: sizes) else { return }
        throw DomainError.tooMany("Too many \(kind.noun) at once. Go on in \(seconds) s.", retryAfter: seconds)
    }

    private func perMinute(_ kind: Kind) -> Int {
        switch kind {
        case .post: limits.posts
        case .reply: limits.replies
        case .own: limits.own
        case .upload: limits.uploads
        case .export: Self.exports
        case .planning: Self.plans
        }
    }
}

extension WriteThrottle.Kind {
    fileprivate var noun: String {
        switch self {
        case .post: "posts and other changes"
        case .reply: "replies and other reactions"
        case .own: "marks and other changes of your own"
        case .planning: "searches for timetables"
        case .upload: "files"
        case .export: "exports"
        }
    }
}
