import Foundation
import NoteItCore

/// How often one account may write, per minute. The whole minute's allowance may be used at once.
public struct WriteLimits: Sendable, Equatable {
    public var posts: Int
    public var replies: Int
    /// Marks, watches, timetables, preferences, and all other writes that are a person's own or that staff decide.
    public var own: Int
    public var uploads: Int

    public init(posts: Int = 120, replies: Int = 240, own: Int = 600, uploads: Int = 60) {
        (self.posts, self.replies, self.own, self.uploads) = (posts, replies, own, uploads)
    }
}

/// The allowance that a request counts against.
enum RouteLimit: Sendable {
    case posts, replies, own, uploads, exports, timetables, previews, degrees
    /// Changes that calendar programs send, one for each object.
    case objects
    /// The handler counts: only it knows the cost, or the caller is not signed in yet.
    case byHandler
    /// Reading, and deleting what was counted when it was made.
    case unlimited

    var isCounted: Bool { self != .byHandler && self != .unlimited }
}

/// Slows down an account that writes without end. An address, which a campus may share, has a hundred times the allowance of an
/// account.
final class WriteThrottle: Sendable {
    private enum Source: Hashable { case account(Account.ID), address(AddressBlock) }

    private struct Key: Hashable {
        var limit: RouteLimit
        var source: Source
    }

    private static let addressFactor = 100
    /// A program that first sends a whole calendar makes a request for each event.
    private static let objectFactor = 10
    private static let (exports, timetables, previews, degrees) = (4, 1_200, 6_000, 12_000)

    private let limits: WriteLimits
    private let share: @Sendable (Int) -> Int
    private let buckets: TokenBuckets<Key>

    /// - Parameter share: of a limit for all nodes, this node's part.
    init(_ limits: WriteLimits, share: @escaping @Sendable (Int) -> Int = { $0 }, now: @escaping @Sendable () -> Date) {
        (self.limits, self.share) = (limits, share)
        buckets = TokenBuckets(now: now)
    }

    /// Throws `.tooMany` if the caller has to wait; then nothing is counted.
    /// - Parameters:
    ///   - address: empty if it is unknown.
    ///   - cost: a notice to five courses costs five posts.
    func count(_ limit: RouteLimit, _ account: Account.ID, from address: String, cost: Int = 1) throws {
        guard let (allowed, noun) = allowance(limit) else { return }
        let perMinute = share(allowed)
        var sizes = [(Key(limit: limit, source: .account(account)), TokenBuckets<Key>.Size(perMinute: perMinute))]
        if !address.isEmpty {
            let key = Key(limit: limit, source: .address(AddressBlock(address)))
            sizes.append((key, .init(perMinute: perMinute * Self.addressFactor)))
        }
        guard let seconds = buckets.spend(Double(cost), from: sizes) else { return }
        throw DomainError.tooMany("Too many \(noun) at once. Try again in \(seconds) s.", retryAfter: seconds)
    }

    private func allowance(_ limit: RouteLimit) -> (perMinute: Int, noun: String)? {
        switch limit {
        case .posts: (limits.posts, "posts and other changes")
        case .replies: (limits.replies, "replies and other reactions")
        case .own: (limits.own, "marks and other changes of your own")
        case .uploads: (limits.uploads, "files")
        case .exports: (Self.exports, "exports")
        case .timetables: (Self.timetables, "searches for timetables")
        case .previews: (Self.previews, "previews of study time")
        case .degrees: (Self.degrees, "audits, paths and parsed texts")
        case .objects: (limits.own * Self.objectFactor, "changes of calendars and files")
        case .byHandler, .unlimited: nil
        }
    }
}
