import Foundation
import NoteItCore
import Synchronization

/// Tickets for browsers, which cannot send a header when they open a stream: single use, good for 30 seconds.
public final class StreamTickets: Sendable {
    /// Seconds.
    public static let lifetime = 30
    /// More of one account are not kept at once; its oldest go first.
    private static let boundOfOne = 32
    /// More of all are not kept either: who has most loses one.
    private static let bound = 50_000

    private struct Open {
        var tickets: [String: (caller: Caller, until: Date)] = [:]
        /// Those of each account, oldest first.
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

    public init(now: @escaping @Sendable () -> Date) { self.now = now }

    public func issue(to caller: Caller) -> StreamTicket {
        let ticket = Secret.make()
        let now = now()
        open.withLock { open in
            if open.tickets.count >= Self.bound { open.prune(at: now) }
            if open.tickets.count >= Self.bound, let most = open.ofAccount.values.max(by: { $0.count < $1.count }) {
                open.remove(most[0])
            }
            if let own = open.ofAccount[caller.account], own.count >= Self.boundOfOne { open.remove(own[0]) }
            open.tickets[ticket] = (caller, now + Double(Self.lifetime))
            open.ofAccount[caller.account, default: []].append(ticket)
        }
        return StreamTicket(ticket: ticket, expiresIn: Self.lifetime)
    }

    /// What `use` makes of the ticket's caller; the ticket is spent unless it throws. `use` must not block.
    /// Throws `.unauthenticated` for a ticket that was used, is too old, or was never issued.
    func redeem<Result>(_ ticket: String, _ use: (Caller) throws -> Result) throws -> Result {
        let now = now()
        return try open.withLock { open in
            guard let (caller, until) = open.tickets[ticket], until > now else {
                throw DomainError.unauthenticated("This ticket is not good any more. Take a new one from /v1/stream-tickets.")
            }
            let result = try use(caller)
            open.remove(ticket)
            return result
        }
    }
}
