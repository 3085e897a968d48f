import Foundation
import NoteItCore
import Synchronization

/// Tickets for browsers, which cannot send a header when they open a stream: single use, good for 30 seconds.
public final class StreamTickets: Sendable {
    /// Seconds.
    public static let lifetime = 30
    /// More than this are not kept at once; the oldest go first.
    private static let bound = 10_000

    private let open = Mutex<[String: (caller: Caller, until: Date)]>([:])
    private let now: @Sendable () -> Date

    public init(now: @escaping @Sendable () -> Date) { self.now = now }

    public func issue(to caller: Caller) -> StreamTicket {
        let ticket = Secret.make()
        let now = now()
        open.withLock { open in
            open = open.filter { $0.value.until > now }
            if open.count >= Self.bound, let oldest = open.min(by: { $0.value.until < $1.value.until })?.key {
                open[oldest] = nil
            }
            open[ticket] = (caller, now + Double(Self.lifetime))
        }
        return StreamTicket(ticket: ticket, expiresIn: Self.lifetime)
    }

    /// What `use` makes of the ticket's caller; the ticket is spent unless it throws. `use` must not block.
    /// Throws `.unauthenticated` for a ticket that was used, is too old, or was never issued.
    func redeem<Result>(_ ticket: String, _ use: (Caller) throws -> Result) throws -> Result {
        let now = now()
        return try open.withLock { open in
            guard let (caller, until) = open[ticket], until > now else {
                throw DomainError.unauthenticated("This ticket is not good any more. Take a new one from /v1/stream-tickets.")
            }
            let result = try use(caller)
            open[ticket] = nil
            return result
        }
    }
}
