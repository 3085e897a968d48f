import Foundation
import NoteItCore
import Synchronization

/// Slows down anyone who guesses passwords. After a few failures for one email from one address, each further try has to wait
/// twice as long as the one before.
///
/// A campus may share an address, and an email is not a secret. So failures from one address for many emails, or for one email
/// from many addresses, lock nobody out: such tries are hashed on a thread of their own. They do not slow down a person who has
/// signed in from the address before. In memory, bounded.
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

    /// Failures without a wait: of any pair, and of a pair that has signed in before.
    private static let (allowance, knownAllowance) = (5, 50)
    /// The waits after failures, in seconds. After the longest wait, failures are forgotten.
    private static let (firstWait, longestWait) = (30.0, 900.0)
    private static let capacity = 20_000
    private static let emailFailures = TokenBuckets<Crowd>.Size(tokens: 100, rate: 1 / 60)
    private static let addressFailures = TokenBuckets<Crowd>.Size(tokens: 300, rate: 1)
    /// Codes cannot be guessed, but each try is a row of the audit log.
    private static let addressResets = TokenBuckets<AddressBlock>.Size(tokens: 100, rate: 1 / 6)

    private let counts = Mutex<[Pair: Count]>([:])
    /// The last sign-in of each pair.
    private let known = Mutex<[Pair: Date]>([:])
    private let crowds: TokenBuckets<Crowd>
    private let resets: TokenBuckets<AddressBlock>
    private let now: @Sendable () -> Date

    init(now: @escaping @Sendable () -> Date) {
        self.now = now
        crowds = TokenBuckets(now: now)
        resets = TokenBuckets(now: now)
    }

    /// Counts a try as failed until it succeeds, so that concurrent tries do not slip through.
    /// Throws `.tooMany` if the try has to wait; then it is not counted.
    /// - Returns: the lane that checks the password.
    @discardableResult
    func begin(email: String, address: String) throws -> PasswordHasher.Lane {
        let (now, pair) = (now(), Self.pair(email, address))
        let isKnown = known.withLock { $0[pair] != nil }
        let allowance = isKnown ? Self.knownAllowance : Self.allowance
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
            crowds.holds(1, .email(pair.email), Self.emailFailures)
            && crowds.holds(1, .address(pair.address), Self.addressFailures)
        return isQuiet ? .signIn : .doubtful
    }

    /// Throws `.tooMany` if a reset by a one-time code has to wait.
    func beginReset(email: String, address: String) throws {
        if let seconds = resets.spend(from: [(AddressBlock(address), Self.addressResets)]) {
            throw DomainError.tooMany("Too many resets from your address. Try again in \(seconds) s.", retryAfter: seconds)
        }
        try begin(email: email, address: address)
    }

    /// The try succeeded. Forgets it and the pair's earlier failures.
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

    /// The password or code of the try was wrong.
    func failed(email: String, address: String) {
        let pair = Self.pair(email, address)
        crowds.charge(1, .email(pair.email), Self.emailFailures)
        crowds.charge(1, .address(pair.address), Self.addressFailures)
    }

    /// The try was not completed. It does not count as a failure.
    func abandoned(email: String, address: String) {
        let pair = Self.pair(email, address)
        let allowance = known.withLock { $0[pair] != nil } ? Self.knownAllowance : Self.allowance
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
        // The longest waits stay.
        let kept = counts.sorted { ($0.value.failures, $0.value.last) > ($1.value.failures, $1.value.last) }.prefix(
            capacity / 2)
        counts = Dictionary(kept.map { ($0.key, $0.value) }) { first, _ in first }
    }
}

/// Bounds how many accounts one address registers, and how many emails it can probe. Generous, since a campus may share an
/// address, and all its new students register on one day.
final class RegistrationThrottle: Sendable {
    private static let size = TokenBuckets<AddressBlock>.Size(tokens: 1_000, rate: 5)
    /// The cost, in registrations, of learning that an email has an account.
    private static let probeCost = 33.0

    private let buckets: TokenBuckets<AddressBlock>

    init(now: @escaping @Sendable () -> Date) { buckets = TokenBuckets(now: now) }

    /// Throws `.tooMany` if the address has to wait.
    func begin(from address: AddressBlock) throws {
        guard let seconds = buckets.spend(1, from: [(address, Self.size)]) else { return }
        throw DomainError.tooMany("Too many registrations from your address. Try again in \(seconds) s.", retryAfter: seconds)
    }

    /// Call it if the email of the registration already has an account.
    func wasTaken(from address: AddressBlock) { buckets.charge(Self.probeCost, address, Self.size) }
}
