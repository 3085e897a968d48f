import Foundation
import NoteItCore
import Synchronization

/// Slows down anyone who guesses passwords. After a few failures for one email from one address, each further try has to wait, twice
/// as long each time.
///
/// A campus may share an address, and an email is not a secret. So many failures from one address, or for one email, lock nobody out:
/// such tries are hashed on a thread of their own. A person who signed in from there before is not slowed down. In memory, bounded.
final class SignInThrottle: Sendable {
    private struct Pair: Hashable {
        var email: String
        var address: AddressBlock
    }

    private struct Count {
        var failures = 0
        var last: Date
        var blockedUntil: Date?
    }

    private enum Crowd: Hashable { case email(String), address(AddressBlock) }

    /// How many failures of a pair are free, and of one that signed in from there before: an address may be a campus's.
    private static let (allowance, allowanceOfKnown) = (5, 50)
    /// In seconds: the first wait, and the longest, after which failures are forgotten too.
    private static let (firstWait, longestWait) = (30.0, 900.0)
    private static let capacity = 20_000
    private static let failuresOfAnEmail = TokenBuckets<Crowd>.Size(tokens: 100, rate: 1 / 60)
    private static let failuresOfAnAddress = TokenBuckets<Crowd>.Size(tokens: 300, rate: 1)
    /// Of an address: codes cannot be guessed, but each try is a row of the audit log.
    private static let resetsOfAnAddress = TokenBuckets<AddressBlock>.Size(tokens: 100, rate: 1 / 6)

    private let counts = Mutex<[Pair: Count]>([:])
    /// When each who signed in last did so.
    private let known = Mutex<[Pair: Date]>([:])
    private let crowds: TokenBuckets<Crowd>
    private let resets: TokenBuckets<AddressBlock>
    private let now: @Sendable () -> Date

    init(now: @escaping @Sendable () -> Date) {
        self.now = now
        crowds = TokenBuckets(now: now)
        resets = TokenBuckets(now: now)
    }

    /// Counts a try as failed until it succeeds, so that tries sent at once do not slip through.
    /// Throws `.tooMany` if it has to wait; then it is not counted.
    /// - Returns: where its password is to be checked.
    @discardableResult
    func begin(email: String, address: String) throws -> PasswordHasher.Lane {
        let (now, pair) = (now(), Self.pair(email, address))
        let isKnown = known.withLock { $0[pair] != nil }
        let allowance = isKnown ? Self.allowanceOfKnown : Self.allowance
        try counts.withLock { counts in
            if let until = counts[pair]?.blockedUntil, until > now {
                let seconds = Int((until.timeIntervalSince(now)).rounded(.up))
                throw DomainError.tooMany("Too many failed sign-ins. Try again in \(seconds) seconds.", retryAfter: seconds)
            }
            Self.makeRoom(in: &counts, at: now)
            counts[pair] = Self.failed(counts[pair], allowance, at: now)
        }
        if isKnown { return .signIn }
        let isQuiet =
            crowds.holds(1, .email(pair.email), Self.failuresOfAnEmail)
            && crowds.holds(1, .address(pair.address), Self.failuresOfAnAddress)
        return isQuiet ? .signIn : .doubtful
    }

    /// The same for a new password by a one-time code.
    func beginReset(email: String, address: String) throws {
        if let seconds = resets.take(from: [(AddressBlock(address), Self.resetsOfAnAddress)]) {
            throw DomainError.tooMany("Too many resets from your address. Try again in \(seconds) s.", retryAfter: seconds)
        }
        try begin(email: email, address: address)
    }

    /// The try that began succeeded: it is no failure, and the email's earlier ones from there are forgotten.
    func succeeded(email: String, address: String) {
        let (now, pair) = (now(), Self.pair(email, address))
        counts.withLock { $0[pair] = nil }
        known.withLock { known in
            if known.count >= Self.capacity {
                known = Dictionary(known.sorted { $0.value > $1.value }.prefix(Self.capacity / 2).map { ($0, $1) }) {
                    first, _ in first
                }
            }
            known[pair] = now
        }
    }

    /// The password of the try that began was wrong.
    func failed(email: String, address: String) {
        let pair = Self.pair(email, address)
        crowds.charge(1, .email(pair.email), Self.failuresOfAnEmail)
        crowds.charge(1, .address(pair.address), Self.failuresOfAnAddress)
    }

    /// The try that began came to no end: it is no failure.
    func abandoned(email: String, address: String) {
        let pair = Self.pair(email, address)
        let allowance = known.withLock { $0[pair] != nil } ? Self.allowanceOfKnown : Self.allowance
        counts.withLock { counts in
            counts[pair]?.failures -= 1
            if let count = counts[pair], count.failures < allowance { counts[pair]?.blockedUntil = nil }
        }
    }

    private static func pair(_ email: String, _ address: String) -> Pair {
        Pair(email: EmailAddress.key(email), address: AddressBlock(address))
    }

    private static func failed(_ earlier: Count?, _ allowance: Int, at now: Date) -> Count {
        var count = earlier.flatMap { isPast($0, at: now) ? nil : $0 } ?? Count(last: now)
        count.failures += 1
        count.last = now
        if count.failures >= allowance {
            let doublings = Double(min(count.failures - allowance, 10))
            count.blockedUntil = now + min(firstWait * pow(2, doublings), longestWait)
        }
        return count
    }

    private static func isPast(_ count: Count, at now: Date) -> Bool { now.timeIntervalSince(count.last) > longestWait }

    private static func makeRoom(in counts: inout [Pair: Count], at now: Date) {
        guard counts.count >= capacity else { return }
        counts = counts.filter { !isPast($0.value, at: now) }
        guard counts.count >= capacity else { return }
        // Those who wait longest stay.
        let kept = counts.sorted { ($0.value.failures, $0.value.last) > ($1.value.failures, $1.value.last) }.prefix(
            capacity / 2)
        counts = Dictionary(kept.map { ($0.key, $0.value) }) { first, _ in first }
    }
}
