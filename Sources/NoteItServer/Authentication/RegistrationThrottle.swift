import Foundation
import NoteItCore

/// Bounds how many accounts are made from one address, and how many emails are tried out to see which are taken. Generous, since a
/// campus may share an address: a whole year's students register on one day.
final class RegistrationThrottle: Sendable {
    private static let size = TokenBuckets<AddressBlock>.Size(tokens: 1_000, rate: 5)
    /// In registrations: what an answer costs that says who has an account.
    private static let costOfTaken = 33.0

    private let buckets: TokenBuckets<AddressBlock>

    init(now: @escaping @Sendable () -> Date) { buckets = TokenBuckets(now: now) }

    /// Throws `.tooMany` if it has to wait.
    func begin(from address: AddressBlock) throws {
        guard let seconds = buckets.take(1, from: [(address, Self.size)]) else { return }
        throw DomainError.tooMany("Too many registrations from your address. Try again in \(seconds) s.", retryAfter: seconds)
    }

    /// The email of the registration that began has an account.
    func wasTaken(from address: AddressBlock) { buckets.charge(Self.costOfTaken, address, Self.size) }
}
