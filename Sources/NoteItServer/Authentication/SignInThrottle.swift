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
    /// Nor can the signature of a passkey. A campus may share an address.
    private static let addressPasskeys = SignInCount.Size(tokens: 1_000, rate: 5)
    /// Nor can an invitation, and a class looks at one at the same time.
    private static let addressPreviews = SignInCount.Size(tokens: 1_000, rate: 5)

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
        try await counts.take(.resets, of: AddressBlock(address), Self.addressResets, "resets", at: now())
        try await begin(email: email, address: address)
    }

    /// Throws `.tooMany` if a sign-in with a passkey alone has to wait.
    func beginPasskey(from address: String) async throws {
        try await counts.take(.passkeys, of: AddressBlock(address), Self.addressPasskeys, "sign-ins", at: now())
    }

    /// Throws `.tooMany` if a look at an invitation has to wait.
    func beginPreview(from address: String) async throws {
        try await counts.take(.previews, of: AddressBlock(address), Self.addressPreviews, "invitations", at: now())
    }

    /// The try succeeded. Forgets it and the pair's earlier failures.
    func succeeded(email: String, address: String) async throws {
        let (now, keys) = (now(), Keys(email, address))
        try await counts.change([keys.pair, keys.known]) { counts in
            counts[keys.pair] = nil
            counts[keys.known] = SignInCount(level: 1, at: now, blockedUntil: nil, forgetAt: now + Self.knownFor)
        }
    }

    /// Lets a code of a second factor be tried. Codes are short, so the wait is the account's, wherever the tries come from; only
    /// whoever knows the password, or has a session, can cause it. Throws `.tooMany`.
    func beginCode(of account: Account.ID) async throws { try await begin(email: Self.codes(account), address: "") }

    /// The code was right. Forgets earlier failures, and no address becomes known by it.
    func codeSucceeded(of account: Account.ID) async throws {
        let keys = Keys(Self.codes(account), "")
        try await counts.change([keys.pair]) { $0[keys.pair] = nil }
    }

    /// The try was not completed.
    func codeAbandoned(of account: Account.ID) async { await abandoned(email: Self.codes(account), address: "") }

    private static func codes(_ account: Account.ID) -> String { "second factor of \(account)" }

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
        try await counts.take(.registrations, of: address, Self.size, "registrations", at: now())
    }

    /// Call it if the email of the registration already has an account.
    func wasTaken(from address: AddressBlock) async throws {
        let (key, now) = (SignInKey.address(.registrations, address), now())
        try await counts.change([key]) { $0[key] = .charged($0[key], Self.probeCost, Self.size, at: now) }
    }
}

/// Bounds mails with links for new passwords. Whether an email has an account makes no difference.
struct ResetMailThrottle: Sendable {
    /// One address may ask for a class; one email gets three mails, then one in twenty minutes.
    private static let (addressSize, emailSize) = (
        SignInCount.Size(tokens: 100, rate: 1 / 6), SignInCount.Size(tokens: 3, rate: 1 / 1_200)
    )

    let counts: any SignInCounts
    let now: @Sendable () -> Date

    /// Throws `.tooMany` if the address has to wait. False if the email had enough mails for now, which nobody is told.
    func takes(_ email: String, from address: String) async throws -> Bool {
        try await counts.take(.resetMails, of: AddressBlock(address), Self.addressSize, "resets", at: now())
        return try await counts.spend(from: .mailed(email), Self.emailSize, at: now()) == nil
    }
}

/// Bounds the sign-ins at the campus of an address: each makes requests there, on the way there and on the way back.
struct SignOnThrottle: Sendable {
    /// For 300 people at once, since a campus may share one address: each spends two.
    private static let size = SignInCount.Size(tokens: 600, rate: 4)

    let counts: any SignInCounts
    let now: @Sendable () -> Date

    /// Throws `.tooMany`.
    func begin(from address: String) async throws {
        try await counts.take(.signOns, of: AddressBlock(address), Self.size, "sign-ins", at: now())
    }
}

/// Bounds sign-ins through a browser: how many an address asks for, and how often their codes are guessed.
struct DeviceThrottle: Sendable {
    /// A class behind one address may sign in at once.
    private static let requests = SignInCount.Size(tokens: 300, rate: 1)
    /// Wrong codes of one person, and of one address.
    private static let (accountTries, addressTries) = (
        SignInCount.Size(tokens: 20, rate: 1 / 30), SignInCount.Size(tokens: 300, rate: 1 / 2)
    )

    let counts: any SignInCounts
    let now: @Sendable () -> Date

    /// Throws `.tooMany` if the address has to wait.
    func begin(from address: String) async throws {
        try await counts.take(.deviceRequests, of: AddressBlock(address), Self.requests, "sign-ins", at: now())
    }

    /// Lets a code be tried. It counts as wrong until `work` has succeeded, so that concurrent tries do not slip through. Throws
    /// `.tooMany`.
    func trying<Value: Sendable>(
        by account: Account.ID, from address: String, _ work: () async throws -> Value
    ) async throws -> Value {
        let keys: [(key: SignInKey, size: SignInCount.Size)] = [
            (.deviceCodes(account), Self.accountTries),
            (.address(.deviceCodes, AddressBlock(address)), Self.addressTries),
        ]
        for (place, (key, size)) in keys.enumerated() {
            guard let seconds = try await counts.spend(from: key, size, at: now()) else { continue }
            try await giveBack(Array(keys[..<place]))
            throw DomainError.tooMany("Too many wrong codes. Try again in \(seconds) s.", retryAfter: seconds)
        }
        let value = try await work()
        try await giveBack(keys)
        return value
    }

    private func giveBack(_ keys: [(key: SignInKey, size: SignInCount.Size)]) async throws {
        let now = now()
        try await counts.change(keys.map(\.key)) { counts in
            for (key, size) in keys { counts[key] = .charged(counts[key], -1, size, at: now) }
        }
    }
}

extension SignInCounts {
    /// Takes a token of an address. Throws `.tooMany` if there is none.
    /// - Parameter what: of what it had too many.
    fileprivate func take(
        _ kind: SignInKey.Kind, of address: AddressBlock, _ size: SignInCount.Size, _ what: String, at now: Date
    ) async throws {
        guard let seconds = try await spend(from: .address(kind, address), size, at: now) else { return }
        throw DomainError.tooMany("Too many \(what) from your address. Try again in \(seconds) s.", retryAfter: seconds)
    }

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
