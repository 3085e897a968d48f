import Foundation
import NoteItCore

/// Slows down anyone who guesses passwords. After a few failures for one email from one address, each further try has to wait
/// twice as long as the one before.
///
/// A campus may share an address, and an email is not a secret. So failures from one address for many emails, or for one email
/// from many addresses, lock nobody out: such tries are hashed on a thread of their own. They do not slow down a person who has
/// signed in from the address before.
struct SignInThrottle: Sendable {
    /// Failures without a wait: of any pair, and of a pair that has signed in before.
    private static let (allowance, knownAllowance) = (5, 50)
    /// The waits after failures, in seconds. After the longest wait, failures are forgotten.
    private static let (firstWait, longestWait) = (30.0, 900.0)
    /// How long a sign-in from an address is remembered, in seconds.
    private static let knownFor = 30 * 86_400.0
    private static let emailFailures = SignInCount.Size(tokens: 100, rate: 1 / 60)
    private static let addressFailures = SignInCount.Size(tokens: 300, rate: 1)
    /// Codes cannot be guessed, but each try is a row of the audit log.
    private static let addressResets = SignInCount.Size(tokens: 100, rate: 1 / 6)

    let counts: any SignInCounts
    let now: @Sendable () -> Date

    /// Counts a try as failed until it succeeds, so that concurrent tries do not slip through.
    /// Throws `.tooMany` if the try has to wait; then it is not counted.
    /// - Returns: the lane that checks the password.
    @discardableResult
    func begin(email: String, address: String) async throws -> PasswordHasher.Lane {
        let (now, keys) = (now(), Keys(email, address))
        return try await counts.change(keys.all) { counts in
            if let until = counts[keys.pair]?.blockedUntil, until > now {
                let seconds = Int((until.timeIntervalSince(now)).rounded(.up))
                throw DomainError.tooMany("Too many failed sign-ins. Try again in \(seconds) seconds.", retryAfter: seconds)
            }
            let isKnown = counts[keys.known] != nil
            counts[keys.pair] = Self.failed(counts[keys.pair], isKnown ? Self.knownAllowance : Self.allowance, at: now)
            if isKnown { return .signIn }
            let isQuiet =
                SignInCount.tokens(counts[keys.email], Self.emailFailures, at: now) >= 1
                && SignInCount.tokens(counts[keys.address], Self.addressFailures, at: now) >= 1
            return isQuiet ? .signIn : .doubtful
        }
    }

    /// Throws `.tooMany` if a reset by a one-time code has to wait.
    func beginReset(email: String, address: String) async throws {
        let key = SignInKey.address(.resets, AddressBlock(address))
        if let seconds = try await counts.spend(from: key, Self.addressResets, at: now()) {
            throw DomainError.tooMany("Too many resets from your address. Try again in \(seconds) s.", retryAfter: seconds)
        }
        try await begin(email: email, address: address)
    }

    /// The try succeeded. Forgets it and the pair's earlier failures.
    func succeeded(email: String, address: String) async throws {
        let (now, keys) = (now(), Keys(email, address))
        try await counts.change([keys.pair, keys.known]) { counts in
            counts[keys.pair] = nil
            counts[keys.known] = SignInCount(level: 1, at: now, blockedUntil: nil, forgetAt: now + Self.knownFor)
        }
    }

    /// The password or code of the try was wrong.
    func failed(email: String, address: String) async throws {
        let (now, keys) = (now(), Keys(email, address))
        try await counts.change([keys.email, keys.address]) { counts in
            counts[keys.email] = .charged(counts[keys.email], 1, Self.emailFailures, at: now)
            counts[keys.address] = .charged(counts[keys.address], 1, Self.addressFailures, at: now)
        }
    }

    /// The try was not completed. It does not count as a failure.
    func abandoned(email: String, address: String) async {
        let keys = Keys(email, address)
        try? await counts.change([keys.pair, keys.known]) { counts in
            let allowance = counts[keys.known] != nil ? Self.knownAllowance : Self.allowance
            counts[keys.pair]?.level -= 1
            if let count = counts[keys.pair], count.level < Double(allowance) { counts[keys.pair]?.blockedUntil = nil }
        }
    }

    /// The counts of a try.
    private struct Keys: Sendable {
        let pair, known, email, address: SignInKey

        init(_ email: String, _ address: String) {
            let block = AddressBlock(address)
            (pair, known) = (.pair(.pair, email, block), .pair(.known, email, block))
            (self.email, self.address) = (.email(email), .address(.address, block))
        }

        var all: [SignInKey] { [pair, known, email, address] }
    }

    private static func failed(_ earlier: SignInCount?, _ allowance: Int, at now: Date) -> SignInCount {
        let earlier = earlier.flatMap { now.timeIntervalSince($0.at) > longestWait ? nil : $0 }
        var count = SignInCount(
            level: (earlier?.level ?? 0) + 1, at: now, blockedUntil: earlier?.blockedUntil, forgetAt: now + longestWait + 1)
        if count.level >= Double(allowance) {
            let doublings = min(count.level - Double(allowance), 10)
            count.blockedUntil = now + min(firstWait * pow(2, doublings), longestWait)
        }
        return count
    }
}

/// Bounds how many accounts one address registers, and how many emails it can probe. Generous, since a campus may share an
/// address, and all its new students register on one day.
struct RegistrationThrottle: Sendable {
    private static let size = SignInCount.Size(tokens: 1_000, rate: 5)
    /// The cost, in registrations, of learning that an email has an account.
    private static let probeCost = 33.0

    let counts: any SignInCounts
    let now: @Sendable () -> Date

    /// Throws `.tooMany` if the address has to wait.
    func begin(from address: AddressBlock) async throws {
        let key = SignInKey.address(.registrations, address)
        guard let seconds = try await counts.spend(from: key, Self.size, at: now()) else { return }
        throw DomainError.tooMany("Too many registrations from your address. Try again in \(seconds) s.", retryAfter: seconds)
    }

    /// Call it if the email of the registration already has an account.
    func wasTaken(from address: AddressBlock) async throws {
        let (key, now) = (SignInKey.address(.registrations, address), now())
        try await counts.change([key]) { $0[key] = .charged($0[key], Self.probeCost, Self.size, at: now) }
    }
}

extension SignInCounts {
    /// Takes a token. Returns nil if there was one, otherwise the seconds until there is, rounded up.
    fileprivate func spend(from key: SignInKey, _ size: SignInCount.Size, at now: Date) async throws -> Int? {
        try await change([key]) { counts in
            let missing = 1 - SignInCount.tokens(counts[key], size, at: now)
            if missing > 0 { return max(1, Int((missing / size.rate).rounded(.up))) }
            counts[key] = .charged(counts[key], 1, size, at: now)
            return nil
        }
    }
}
