import Foundation
import NoteItCore
import Synchronization

/// Where the counts of sign-ins are kept.
protocol SignInCounts: Sendable {
    /// Lets `change` alter the counts of these keys, in one piece.
    func change<Value: Sendable>(
        _ keys: [SignInKey], _ change: @escaping @Sendable (inout [SignInKey: SignInCount]) throws -> Value
    ) async throws -> Value
}

/// What a count is about.
struct SignInKey: Hashable, Sendable {
    enum Kind: String {
        /// Failures for an email from an address.
        case pair
        /// The last sign-in of a pair.
        case known
        /// Buckets of the failures for an email, and from an address; of resets, registrations, sign-ins with a passkey alone, and looks
        /// at invitations.
        case email, address, resets, registrations, passkeys, previews
        /// Mails with links for new passwords: those that an address asks for, and those that an email gets.
        case resetMails, mailed
        /// Sign-ins at the campus that an address begins.
        case signOns
        /// Sign-ins that the devices of an address ask for; codes of such that a person or an address tries.
        case deviceRequests, deviceCodes
    }

    let kind: Kind
    let text: String

    static func pair(_ kind: Kind, _ email: String, _ address: AddressBlock) -> SignInKey {
        SignInKey(kind: kind, text: "\(EmailAddress.key(email)) \(address)")
    }

    static func email(_ email: String) -> SignInKey { SignInKey(kind: .email, text: EmailAddress.key(email)) }

    static func mailed(_ email: String) -> SignInKey { SignInKey(kind: .mailed, text: EmailAddress.key(email)) }

    static func deviceCodes(_ account: Account.ID) -> SignInKey { SignInKey(kind: .deviceCodes, text: "\(account)") }

    static func address(_ kind: Kind, _ address: AddressBlock) -> SignInKey { SignInKey(kind: kind, text: "\(address)") }
}

/// A bucket of tokens that fills with time.
extension SignInCount {
    typealias Size = TokenBuckets<SignInKey>.Size

    static func tokens(_ bucket: SignInCount?, _ size: Size, at now: Date) -> Double {
        guard let bucket else { return size.tokens }
        return min(size.tokens, bucket.level + max(0, now.timeIntervalSince(bucket.at)) * size.rate)
    }

    /// The bucket without `cost` tokens. A debt is at most one full bucket.
    static func charged(_ bucket: SignInCount?, _ cost: Double, _ size: Size, at now: Date) -> SignInCount {
        let level = max(tokens(bucket, size, at: now) - cost, -size.tokens)
        return SignInCount(level: level, at: now, blockedUntil: nil, forgetAt: now + (size.tokens - level) / size.rate)
    }
}

/// Counts in a table, which all nodes of a database share. It has hashes instead of emails and addresses.
struct SharedCounts: SignInCounts {
    let store: any NodeStore

    func change<Value: Sendable>(
        _ keys: [SignInKey], _ change: @escaping @Sendable (inout [SignInKey: SignInCount]) throws -> Value
    ) async throws -> Value {
        let names = Dictionary(keys.map { ($0, "\($0.kind.rawValue) \(Secret.digest($0.text))") }) { first, _ in first }
        return try await store.changeCounts(Array(Set(names.values))) { stored in
            var counts: [SignInKey: SignInCount] = [:]
            for (key, name) in names { counts[key] = stored[name] }
            let value = try change(&counts)
            for (key, name) in names { stored[name] = counts[key] }
            return value
        }
    }
}

/// Counts in the memory of a database's only node. Bounded.
final class OwnCounts: SignInCounts {
    private static let capacity = 20_000

    private let counts = Mutex<[SignInKey.Kind: [SignInKey: SignInCount]]>([:])
    private let now: @Sendable () -> Date

    init(now: @escaping @Sendable () -> Date) { self.now = now }

    func change<Value: Sendable>(
        _ keys: [SignInKey], _ change: @escaping @Sendable (inout [SignInKey: SignInCount]) throws -> Value
    ) throws -> Value {
        let now = now()
        return try counts.withLock { counts in
            var own: [SignInKey: SignInCount] = [:]
            for key in keys { own[key] = counts[key.kind]?[key] }
            let value = try change(&own)
            for key in keys {
                counts[key.kind, default: [:]][key] = own[key]
                if counts[key.kind]?.count ?? 0 > Self.capacity {
                    Self.makeRoom(in: &counts[key.kind, default: [:]], key.kind, at: now)
                }
            }
            return value
        }
    }

    /// The longest waits, the newest sign-ins and the emptiest buckets stay, so that nobody sheds a debt by filling the memory.
    private static func makeRoom(in counts: inout [SignInKey: SignInCount], _ kind: SignInKey.Kind, at now: Date) {
        counts = counts.filter { $0.value.forgetAt > now }
        guard counts.count > capacity else { return }
        func rank(_ count: SignInCount) -> (Double, Date) {
            switch kind {
            case .pair: (count.level, count.at)
            case .known: (0, count.at)
            default: (-count.level, count.at)
            }
        }
        let kept = counts.sorted { rank($0.value) > rank($1.value) }.prefix(capacity / 2)
        counts = Dictionary(kept.map { ($0.key, $0.value) }) { first, _ in first }
    }
}
