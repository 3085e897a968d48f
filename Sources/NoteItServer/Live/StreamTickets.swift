import Foundation
import NoteItCore
import Synchronization

/// Tickets for browsers, which cannot send a header when they open a stream: single use, valid for 30 seconds.
protocol StreamTickets: Sendable {
    func issue(to caller: Caller) async throws -> StreamTicket
    /// Returns the result of `use`, which must not block. The ticket is spent unless `use` throws.
    /// Throws `.unauthenticated` for a ticket that was used, has expired, or was never issued.
    func redeem<Result>(_ ticket: String, _ use: (Caller) throws -> Result) async throws -> Result
}

extension StreamTickets {
    /// How long a ticket is valid, in seconds.
    static var lifetime: Int { 30 }
    /// The most tickets of one account. Beyond it the account's oldest ticket goes.
    static var boundPerAccount: Int { 32 }
    static var refusal: DomainError {
        .unauthenticated("This ticket was used or has expired. Take a new one from /v1/stream-tickets.")
    }
}

/// Tickets that every node of a database takes.
struct SharedTickets: StreamTickets {
    let store: any NodeStore
    let now: @Sendable () -> Date

    func issue(to caller: Caller) async throws -> StreamTicket {
        let ticket = Secret.make()
        try await store.addTicket(
            Secret.digest(ticket), for: caller.account, session: caller.session, until: now() + Double(Self.lifetime),
            most: Self.boundPerAccount)
        return StreamTicket(ticket: ticket, expiresIn: Self.lifetime)
    }

    func redeem<Result>(_ ticket: String, _ use: (Caller) throws -> Result) async throws -> Result {
        let hash = Secret.digest(ticket)
        guard let (account, session) = try await store.ticket(hash) else { throw Self.refusal }
        let result = try use(Caller(account: account, session: session))
        guard try await store.spendTicket(hash) else { throw Self.refusal }
        return result
    }
}

/// Tickets in the memory of a database's only node: it gives them out on a full disk too.
final class OwnTickets: StreamTickets {
    /// The most tickets of all accounts. Beyond it the account with most tickets loses one.
    private static let bound = 50_000

    private struct Open {
        var tickets: [String: (caller: Caller, until: Date)] = [:]
        /// Oldest first.
        var ofAccount: [Account.ID: [String]] = [:]

        mutating func remove(_ ticket: String) {
            guard let account = tickets.removeValue(forKey: ticket)?.caller.account else { return }
            ofAccount[account]?.removeAll { $0 == ticket }
            if ofAccount[account]?.isEmpty == true { ofAccount[account] = nil }
        }

        mutating func prune(at now: Date) {
            tickets = tickets.filter { $0.value.until > now }
            ofAccount = ofAccount.compactMapValues { own in
                let left = own.filter { tickets[$0] != nil }
                return left.isEmpty ? nil : left
            }
        }
    }

    private let open = Mutex(Open())
    private let now: @Sendable () -> Date

    init(now: @escaping @Sendable () -> Date) { self.now = now }

    func issue(to caller: Caller) -> StreamTicket {
        let ticket = Secret.make()
        let now = now()
        open.withLock { open in
            if open.tickets.count >= Self.bound { open.prune(at: now) }
            if open.tickets.count >= Self.bound, let most = open.ofAccount.values.max(by: { $0.count < $1.count }) {
                open.remove(most[0])
            }
            if let own = open.ofAccount[caller.account], own.count >= Self.boundPerAccount { open.remove(own[0]) }
            open.tickets[ticket] = (caller, now + Double(Self.lifetime))
            open.ofAccount[caller.account, default: []].append(ticket)
        }
        return StreamTicket(ticket: ticket, expiresIn: Self.lifetime)
    }

    func redeem<Result>(_ ticket: String, _ use: (Caller) throws -> Result) throws -> Result {
        let now = now()
        return try open.withLock { open in
            guard let (caller, until) = open.tickets[ticket], until > now else { throw Self.refusal }
            let result = try use(caller)
            open.remove(ticket)
            return result
        }
    }
}

/// Identifies the caller of a stream by the `Authorization` header, or by a ticket in the query.
struct StreamAuthenticator: Sendable {
    let authenticator: Authenticator
    let tickets: any StreamTickets

    /// Tokens of scripts are admitted too: all of them may read, each what it opens. They need no ticket.
    /// Returns the result of `admit`. A ticket is spent only if `admit` succeeds, so a refused caller may try again.
    /// Throws `.unauthenticated` if neither is valid, and the errors of `admit`.
    func caller<Result>(authorization: String?, query: Query, admit: (Caller) throws -> Result) async throws -> Result {
        if let authorization { return try admit(try await authenticator.callerOrScript(authorization: authorization)) }
        guard let ticket = try query.text("ticket") else {
            throw DomainError.unauthenticated("Sign in and send the access token, or a ticket from /v1/stream-tickets.")
        }
        return try await tickets.redeem(ticket) { caller in
            try requireOpen(caller.session)
            return try admit(caller)
        }
    }

    func requireOpen(_ session: Session.ID) throws { try authenticator.requireOpen(session) }
}
