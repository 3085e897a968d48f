import Foundation
import NoteItCore
import Synchronization

/// The form of a token: `noteit_`, 32 letters and digits with 160 random bits, and the first 8 hexadecimal digits of the SHA-256 of
/// all that. A scanner of leaked secrets recognizes one without the database, and a mistyped one never reaches it.
enum ApiTokenSecret {
    static let prefix = "noteit_"
    private static let checksum = 8

    static func make() -> String {
        let body = prefix + ResetCode.make(32).filter { $0 != "-" }
        return body + Secret.digest(body).prefix(checksum)
    }

    static func isWhole(_ token: String) -> Bool {
        guard token.hasPrefix(prefix), token.utf8.count == prefix.utf8.count + 32 + checksum else { return false }
        return Secret.digest(String(token.dropLast(checksum))).prefix(checksum) == token.suffix(checksum)
    }
}

/// Identifies the tokens of scripts.
///
/// A token is remembered for a minute, so that its next request costs a look-up. A revocation comes by the log, as of a session that
/// ended: `RevokedSessions` knows the token's id from then on, for longer than it is remembered here.
final class ApiTokens: Sendable {
    private static let remembered = 60.0
    private static let capacity = 20_000
    private static let refusal = DomainError.unauthenticated(
        "The token is not valid, was revoked, or has expired. Make a new one.")

    private struct Known {
        let caller: Caller
        let readAt: Date
    }

    private let known = Mutex<[String: Known]>([:])
    private let store: any ApiTokenStore
    private let uses: LastUseRecorder<ApiToken.ID>
    private let now: @Sendable () -> Date

    init(store: any ApiTokenStore, now: @escaping @Sendable () -> Date) {
        (self.store, self.now) = (store, now)
        uses = LastUseRecorder(now: now) { try await store.used($0) }
    }

    /// Throws `.unauthenticated` unless somebody has this token and it has not expired. The caller checks that it was not revoked.
    func verify(_ token: String) async throws -> Caller {
        guard ApiTokenSecret.isWhole(token) else { throw Self.refusal }
        let (hash, now) = (Secret.digest(token), now())
        let remembered = known.withLock { $0[hash] }.flatMap { now < $0.readAt + Self.remembered ? $0.caller : nil }
        let caller = if let remembered { remembered } else { try await read(hash, at: now) }
        guard let grant = caller.token, now < grant.until else { throw Self.refusal }
        uses.record(ApiToken.ID(caller.session.uuid))
        return caller
    }

    private func read(_ hash: String, at now: Date) async throws -> Caller {
        guard let (account, token) = try await store.apiToken(hash: hash) else { throw Self.refusal }
        let grant = TokenGrant(scope: token.scope, course: token.course, until: token.expiresAt)
        let caller = Caller(account: account, session: Session.ID(token.id.uuid), token: grant)
        known.withLock { known in
            if known.count >= Self.capacity { known = [:] }
            known[hash] = Known(caller: caller, readAt: now)
        }
        return caller
    }
}
