import Foundation
import NoteItCore
import Synchronization

/// Slows down who guesses passwords: after a few failures each further try has to wait, twice as long each time.
///
/// Counted per email and address, and, more generously, per address alone. In memory, bounded.
final class SignInThrottle: Sendable {
    private struct Count {
        var failures = 0
        var last: Date
        var blockedUntil: Date?
    }

    private enum Key: Hashable {
        case pair(email: String, address: String)
        case address(String)

        /// How many failures are free.
        var allowance: Int {
            switch self {
            case .pair: 5
            // Tries under way count too, and a campus signs in from one address.
            case .address: 1_000
            }
        }
    }

    /// In seconds: the first wait, and the longest, after which failures are forgotten too.
    private static let (firstWait, longestWait) = (30.0, 900.0)
    private static let capacity = 20_000

    private let counts = Mutex<[Key: Count]>([:])
    private let now: @Sendable () -> Date

    init(now: @escaping @Sendable () -> Date) { self.now = now }

    /// Counts a try as failed until it succeeds, so that tries sent at once do not slip through.
    /// Throws `.tooMany` if it has to wait; then it is not counted.
    func begin(email: String, address: String) throws {
        let now = now()
        try counts.withLock { counts in
            let keys = Self.keys(email, address)
            for key in keys {
                guard let until = counts[key]?.blockedUntil, until > now else { continue }
                let seconds = Int((until.timeIntervalSince(now)).rounded(.up))
                throw DomainError.tooMany("Too many failed sign-ins. Try again in \(seconds) seconds.", retryAfter: seconds)
            }
            Self.makeRoom(in: &counts, at: now)
            for key in keys { counts[key] = Self.failed(counts[key], key, at: now) }
        }
    }

    /// The try that began succeeded: it is no failure, and the email's earlier ones from there are forgotten.
    func succeeded(email: String, address: String) {
        counts.withLock { $0[Self.keys(email, address)[0]] = nil }
        abandoned(email: email, address: address)
    }

    /// The try that began came to no end: it is no failure.
    func abandoned(email: String, address: String) {
        counts.withLock { counts in
            for key in Self.keys(email, address) {
                counts[key]?.failures -= 1
                if let count = counts[key], count.failures < key.allowance { counts[key]?.blockedUntil = nil }
            }
        }
    }

    private static func keys(_ email: String, _ address: String) -> [Key] {
        [.pair(email: EmailAddress.key(email), address: address), .address(address)]
    }

    private static func failed(_ earlier: Count?, _ key: Key, at now: Date) -> Count {
        var count = earlier.flatMap { isPast($0, at: now) ? nil : $0 } ?? Count(last: now)
        count.failures += 1
        count.last = now
        if count.failures >= key.allowance {
            let doublings = Double(min(count.failures - key.allowance, 10))
            count.blockedUntil = now + min(firstWait * pow(2, doublings), longestWait)
        }
        return count
    }

    private static func isPast(_ count: Count, at now: Date) -> Bool { now.timeIntervalSince(count.last) > longestWait }

    private static func makeRoom(in counts: inout [Key: Count], at now: Date) {
        guard counts.count >= capacity else { return }
        counts = counts.filter { !isPast($0.value, at: now) }
        if counts.count >= capacity, let oldest = counts.min(by: { $0.value.last < $1.value.last })?.key {
            counts[oldest] = nil
        }
    }
}
